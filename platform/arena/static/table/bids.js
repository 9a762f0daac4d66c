/** Calling trumps: four large buttons with the suits' Indian names, and what one holds of each. */

import { el, suitSign } from "./dom.js";
import { text } from "./messages.js";

export function bids(table, frame, seat) {
  const hand = frame.hands[seat].filter(Boolean);
  const top = table.rules.options.sevens === "top";
  const own = (suit) => hand.filter((card) => card[1] === suit && !(top && card[0] === "7")).length;
  return el("div", { class: "bids", role: "group", "aria-label": text("turn.call") }, ["S", "H", "D", "C"].map((suit, at) =>
    el("button", { type: "button", class: `b bid ${suit}`, "data-action": suit, "data-legal": true, "data-control": `call-${suit}`, "data-key": at + 1 },
      suitSign(suit), el("b", {}, text(`bid.${suit}`)), el("small", {}, el("span", {}, text(`suit.${suit}`)), " ", el("span", {}, text("bid.hold", { count: own(suit) }))))));
}
