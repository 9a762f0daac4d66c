/** The table of Saat-Aath: two seats face each other, the trick between them. */

import { el, SUITS } from "./cards.js";

/** Pips for tricks won: as many as the target, the filled ones won, those above it set apart. */
export function pips(won, target) {
  const all = Array.from({ length: Math.max(won, target) }, (_, i) =>
    el("i", { class: [i < won ? "won" : "", i >= target ? "over" : ""].join(" ") }));
  return el("span", { class: "pips", "aria-hidden": "true" }, all);
}

export const facts = (frame, seat) => [
  el("span", { class: "role" }, frame.caller === seat ? "caller" : "dealer"),
  pips(frame.tricks[seat], frame.targets[seat]),
  el("span", { class: "count", "data-tricks": frame.tricks[seat] },
    el("b", {}, String(frame.tricks[seat])), ` of ${frame.targets[seat]} tricks`),
];

function stack(deck, { cards, up }, seat, frame) {
  const shown = cards.map((card, i) => {
    const top = up && i === cards.length - 1;
    return deck.card(card, top ? mark(frame, seat, card) : "closed");
  });
  return el("li", { class: `stack size-${cards.length}` }, shown, up ? chip(frame, seat, cards.at(-1)) : null);
}

function mark(frame, seat, card) {
  return frame.to_act === seat && frame.legal.includes(card) ? "legal" : "";
}

/** What the card would lead to, where that is asked for. */
function chip(frame, seat, card) {
  const tricks = frame.to_act === seat && card ? frame.worth[card] : undefined;
  if (tricks === undefined) return null;
  const best = tricks === Math.max(...Object.values(frame.worth));
  return el("span", { class: best ? "worth best" : "worth", title: "tricks it leads to, with all cards known" }, String(tricks));
}

function held(deck, frame, seat) {
  return el("div", { class: "held" },
    el("ul", { class: "stacks", "aria-label": "On the table" },
      frame.stacks[seat].map((one) => stack(deck, one, seat, frame))),
    el("ul", { class: "hand", "aria-label": "In hand" },
      frame.hands[seat].map((card) => el("li", {}, deck.card(card, mark(frame, seat, card)), chip(frame, seat, card)))));
}

function trick(deck, frame, order) {
  const slots = order.map((seat) => {
    const played = frame.trick.find(([who]) => who === seat);
    const classes = ["slot", frame.winner === seat ? "winner" : "", frame.trick[0]?.[0] === seat ? "led" : ""];
    return el("div", { class: classes.join(" ") }, played ? deck.card(played[1]) : null);
  });
  const trumps = frame.trumps
    ? el("p", { class: `trumps suit-${frame.trumps}` },
      el("b", { "aria-hidden": "true" }, SUITS[frame.trumps][0]), ` ${SUITS[frame.trumps][1]} are trumps`)
    : el("p", { class: "trumps none" }, "trumps not called yet");
  const total = frame.tricks[0] + frame.tricks[1];
  const number = Math.min(15, total + (frame.winner === null ? 1 : 0));
  const count = el("p", { class: "number" }, frame.trumps ? [el("span", {}, "trick "), el("b", {}, String(number)), " of 15"] : "");
  return el("div", { class: "middle" }, trumps, el("div", { class: "trick", role: "group", "aria-label": "Trick" }, slots), count);
}

/** @param order the seat that the reader sits at, then the other; @param panel makes the strip with a seat's name. */
export function draw(deck, frame, order, panel) {
  const [bottom, top] = order;
  return [
    el("section", { class: "seat top" }, panel(top), held(deck, frame, top)),
    trick(deck, frame, [top, bottom]),
    el("section", { class: "seat bottom" }, held(deck, frame, bottom), panel(bottom)),
  ];
}
