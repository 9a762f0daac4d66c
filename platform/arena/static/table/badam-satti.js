/** The felt of Badam Satti: the four rows in the middle, the seats around them anticlockwise, as play goes to the right. */

import { back, cardValue, face, rankOf, spoken } from "./cards.js";
import { classes, el, suitSign } from "./dom.js";
import * as fit from "./fit.js";
import { nodes, number, said, text } from "./messages.js";
import { fitting, passedInARow, ROW, SUITS } from "./rules.js";

/** Where the seats are, from the one below: right, upper right, top, upper left, left. */
const PLACES = { 3: ["below", "right", "left"], 4: ["below", "right", "top", "left"],
  5: ["below", "right", "right-2", "left-2", "left"], 6: ["below", "right", "right-2", "top", "left-2", "left"] };

export const sizes = (table, frame, width, height) => {
  const hands = table.order.map((seat) => frame.hands[seat]);
  return fit.badamSatti(width, height, {
    hands: hands.map((hand, at) => (at ? hand.length : Math.max(hand.length, 1))),
    open: hands.map((hand) => hand.some(Boolean)), interactive: table.interactive,
  });
};

function slot(table, frame, suit, rank, fits) {
  const card = rank + suit;
  if (frame.rows[suit].includes(card)) {
    const last = frame.kind === "lay" && frame.card === card;
    return el("span", { class: classes("slot", last && "last") }, face(card));
  }
  if (!fits.has(card)) return el("span", { class: "slot gap", "aria-hidden": "true" }, rankOf(card));
  return table.spot(frame, card, `slot ring ${suit}`, text("spot.row", { card: spoken(card) }), el("b", {}, rankOf(card)), suitSign(suit));
}

function board(table, frame) {
  const fits = new Set(frame.to_act === null ? [] : fitting(frame.rows));
  return el("div", { class: "board", role: "group", "aria-label": text("rows") },
    SUITS.map((suit) => [...ROW].map((rank) => slot(table, frame, suit, rank, fits))));
}

/** The small note at a seat: it knocked, it gave a card, it is out. */
function note(table, frame, seat) {
  const step = table.frames.indexOf(frame);
  if (frame.kind === "pass" && (table.every ? frame.seat === seat : passedInARow(table.frames, step).includes(seat))) {
    return el("span", { class: "note knock" }, el("i"), text("knocks"));
  }
  if (frame.kind === "give" && frame.seat === seat) {
    return el("span", { class: "note" }, nodes(frame.card ? "gives" : "gives.hidden", { card: frame.card && cardValue(frame.card) }));
  }
  return null;
}

function fan(table, frame, seat, rows) {
  const cards = frame.hands[seat].map((card, at) => el("span", { class: "in-fan" },
    card ? face(card, table.choice(frame, seat, card)) : back(table.choice(frame, seat, null, at))));
  const size = Math.ceil(cards.length / rows) || 1;
  return el("div", { class: "fans", "data-seat": seat }, Array.from({ length: rows }, (_, row) =>
    el("div", { class: "fan" }, cards.slice(row * size, (row + 1) * size))));
}

function seatOf(table, frame, seat, place, rows) {
  const count = frame.hands[seat].length;
  const tag = note(table, frame, seat);
  return el("section", {
    class: classes("seat", place, table.colour(seat), frame.to_act === seat && "turn", tag?.classList.contains("knock") && "knocks"),
    "aria-label": text("seat.cards", { name: table.name(seat), count }),
  }, table.strip(frame, seat, [
    frame.dealer === seat && el("span", { class: "tag dealer" }, text("dealer")), ...table.marks(frame, seat),
    said("span", { class: "points", "data-points": frame.scores[seat] }, "points", { count: frame.scores[seat] }),
    el("span", { class: "count", title: text("cards", { count }) }, el("b", {}, number(count)), el("span", {}, " ", text("cards.word", { count }))),
  ]), tag, fan(table, frame, seat, rows));
}

/** What lies on the felt in this frame. @param fitted what `sizes` gave. */
export function draw(table, frame, fitted) {
  const places = PLACES[table.order.length];
  const seats = table.order.map((seat, at) => seatOf(table, frame, seat, places[at], at ? fitted.fans[at] : 1));
  return [...seats.slice(1), board(table, frame), seats[0]];
}
