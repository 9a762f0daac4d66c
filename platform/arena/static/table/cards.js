/** Cards: their faces, their backs, and how they stand in a sentence. The page has the sprite in it (table/_sprite.svg). */

import { classes, drawn, el, suitSign } from "./dom.js";
import { text } from "./messages.js";

const COURTS = "JQK";

/** The rank as people write it: T is 10. Card indices are the same in every language. */
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);
export const suitOf = (card) => card.at(-1);

/** "AS" as a person hears it: "ace of spades"; of a suit alone its name. */
export const spoken = (card) =>
  card.length === 1 ? text(`suit.${card}`) : text("card", { rank: text(`rank.${card[0]}`), suit: text(`suit.${card[1]}`) });

/** A card that lies open. `attributes` go on the element; `tag` is "button" where it can be chosen. */
export function face(card, { tag = "span", className = "", crown = false, ...attributes } = {}) {
  const [rank, suit] = card;
  const art = COURTS.includes(rank) ? drawn("art", "0 0 60 84", [`a${rank}`]) : el("i", { class: "pips" });
  const index = drawn("ix", "0 0 20 43", [`r${rank}`, 0, 0, 20, 24], [`s${suit}`, 1.5, 26, 17, 17]);
  return el(tag, {
    class: classes("card", suit, className), "data-r": rank, "data-card": card, "aria-label": spoken(card),
    role: tag === "span" ? "img" : null, type: tag === "button" ? "button" : null, ...attributes,
  }, index, art, crown && drawn("crown", "0 0 24 18", ["crown"]));
}

/** A closed card. Where the viewer may know which, its name stands on the edge that is seen. */
export function back({ known = null, tag = "span", className = "", label = text("card.closed"), ...attributes } = {}) {
  const name = known && el("span", { class: `peek ${suitOf(known)}`, dir: "ltr" }, rankOf(known), suitSign(suitOf(known)));
  return el(tag, {
    class: classes("card back", className), "data-card": known,
    "aria-label": known ? text("card.closed.known", { card: cardValue(known) }) : label,
    role: tag === "span" ? "img" : null, type: tag === "button" ? "button" : null, ...attributes,
  }, name);
}

/** A card in a sentence, for `nodes` and `text`. */
export const cardValue = (card) => ({
  text: () => spoken(card),
  node: () => el("b", { class: `chip ${suitOf(card)}`, dir: "ltr", role: "img", "aria-label": spoken(card) },
    rankOf(card), suitSign(suitOf(card))),
});

/** A suit in a sentence: its name, after its sign where it is seen. */
export const suitValue = (suit) => ({
  text: () => text(`suit.${suit}`),
  node: () => el("span", { class: `in-suit ${suit}` }, suitSign(suit), text(`suit.${suit}`)),
});
