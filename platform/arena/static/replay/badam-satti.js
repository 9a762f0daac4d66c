/** The table of Badam Satti: a row per suit, and a hand per seat. */

import { el, SUITS } from "./cards.js";

const RANKS = "A23456789TJQK";

export const facts = (frame, seat) => [
  frame.dealer === seat ? el("span", { class: "role" }, "dealer") : null,
  frame.passed.includes(seat) ? el("span", { class: "passed" }, "passed") : null,
  el("span", { class: "count" }, el("b", {}, String(frame.hands[seat].length)), frame.hands[seat].length === 1 ? " card" : " cards"),
  el("span", { class: "points", "data-points": frame.scores[seat] },
    el("b", {}, String(frame.scores[seat])), frame.scores[seat] === 1 ? " point" : " points"),
];

function row(deck, frame, suit) {
  const laid = new Set(frame.rows[suit]);
  const cells = [...RANKS].map((rank) => {
    const card = rank + suit;
    if (laid.has(card)) return el("li", {}, deck.card(card, frame.card === card && frame.kind === "lay" ? "fresh" : ""));
    const fits = frame.to_act !== null && frame.legal.includes(card);
    return el("li", { class: fits ? "gap fits" : "gap", "aria-hidden": "true" }, el("span", {}, rank === "T" ? "10" : rank));
  });
  const name = el("b", { class: `suit-${suit}`, "aria-hidden": "true" }, SUITS[suit][0]);
  return el("div", { class: "row" }, name, el("ul", { "aria-label": `Row of ${SUITS[suit][1]}` }, cells));
}

function hand(deck, frame, seat) {
  const legal = (card) => frame.to_act === seat && (frame.legal.includes(card) || frame.legal.includes(`give ${card}`));
  return el("ul", { class: "hand", "aria-label": "In hand" }, frame.hands[seat].map((card) =>
    el("li", {}, deck.card(card, card && legal(card) ? "legal" : "", card && frame.kind === "give" && frame.card === card ? "fresh" : ""))));
}

/** @param order the seats in turn, the one the reader sits at first; @param panel makes the strip with a seat's name. */
export function draw(deck, frame, order, panel) {
  return [
    el("div", { class: "rows" }, ["H", "S", "D", "C"].map((suit) => row(deck, frame, suit))),
    el("div", { class: "seats" },
      order.map((seat) => el("section", { class: "seat" }, panel(seat), hand(deck, frame, seat)))),
  ];
}
