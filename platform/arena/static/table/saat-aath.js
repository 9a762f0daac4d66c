/** The felt of Saat-Aath: two players face each other, each with a Table and a Hand; the trick lies between them. */

import { back, face, suitValue } from "./cards.js";
import { classes, el, suitSign } from "./dom.js";
import * as fit from "./fit.js";
import { number, said, text } from "./messages.js";

const HAND = 5;

export const sizes = (table, frame, width, height) =>
  fit.saatAath(width, height, { hand: Math.max(HAND, ...frame.hands.map((hand) => hand.length)), interactive: table.interactive });

/** The tricks won as a row of small backs, outlines up to the target, and its flag; tricks over it glow. */
function piles(frame, seat) {
  const [won, target] = [frame.tricks[seat], frame.targets[seat]];
  const trick = (at) => el("i", { class: classes("pile", at < won && "on", at >= target && "extra") });
  return el("span", { class: "piles", role: "img", "aria-label": text("tricks.of", { count: won, target }) },
    Array.from({ length: target }, (_, at) => trick(at)),
    el("b", { class: "goal" }, number(target)),
    Array.from({ length: Math.max(0, won - target) }, (_, at) => trick(target + at)));
}

function strip(table, frame, seat) {
  const caller = frame.caller === seat;
  const token = caller && frame.trumps &&
    el("span", { class: `token ${frame.trumps}`, title: text("trumps.are", { suit: suitValue(frame.trumps) }) },
      suitSign(frame.trumps), el("span", {}, text("trumps")));
  return table.strip(frame, seat, [
    el("span", { class: "role" }, text(caller ? "caller" : "dealer")), token, ...table.marks(frame, seat),
    table.match.scored && said("span", { class: "points", "data-points": frame.scores[seat] }, "score", { count: frame.scores[seat] }),
    piles(frame, seat),
    said("span", { class: "count", "data-tricks": frame.tricks[seat] }, "tricks.count",
      { won: { text: () => number(frame.tricks[seat]), node: () => el("b", {}, number(frame.tricks[seat])) }, target: frame.targets[seat] }),
  ]);
}

const crowned = (table, card) => card[0] === "7" && table.rules.options.sevens === "top";

function card(table, frame, seat, name, more = {}) {
  return face(name, { crown: crowned(table, name), ...table.choice(frame, seat, name), ...more });
}

function pile(table, frame, seat, { cards, up }) {
  if (!cards.length) return el("span", { class: "cell none" });
  const top = cards.at(-1);
  if (!up) return el("span", { class: "cell" }, back({ known: top, className: "lone" }));
  return el("span", { class: "cell" }, cards.length > 1 && back({ known: cards[0], className: "under" }), card(table, frame, seat, top));
}

function tray(name, label, head, cells, attributes) {
  return el("section", { class: `tray ${name}`, "aria-label": label, ...attributes }, el("h2", {}, ...head), el("div", { class: "cells" }, cells));
}

function trays(table, frame, seat) {
  const name = table.name(seat).text();
  const laid = frame.stacks[seat];
  const stacks = laid.length ? laid.map((one) => pile(table, frame, seat, one))
    : Array.from({ length: 5 }, () => el("span", { class: "cell" }, back({ className: "lone" })));
  const closed = laid.length ? laid.filter(({ cards, up }) => cards.length > 1 || (cards.length && !up)).length : 10;
  const hand = frame.hands[seat].map((one, at) => el("span", { class: "cell" },
    one ? card(table, frame, seat, one) : back(table.choice(frame, seat, null, at))));
  const empty = Array.from({ length: Math.max(0, HAND - hand.length) }, () => el("span", { class: "cell none" }));
  return el("div", { class: `trays ${table.order[0] === seat ? "own" : "other"}` },
    tray("laid", text("tray.table.of", { name }), [text("tray.table"), el("small", {}, closed ? text("closed.left", { count: closed }) : "")], stacks, { "data-seat": seat }),
    tray("held", text("tray.hand.of", { name }), [text("tray.hand")], [hand, empty], { "data-seat": seat }));
}

function trick(table, frame) {
  const figures = frame.trick.map(([seat, played], at) => el("figure", {
    class: classes(table.colour(seat), frame.winner !== null && (frame.winner === seat ? "win" : "lost")),
  }, face(played, { crown: crowned(table, played) }), el("figcaption", {}, table.dot(seat), table.name(seat).node(),
    at === 0 && el("em", {}, text("led")))));
  const next = frame.winner === null && frame.to_act !== null && frame.trumps
    ? el("figure", { class: table.colour(frame.to_act) }, table.spot(frame, "trick", "card spot"),
      el("figcaption", {}, table.dot(frame.to_act), table.name(frame.to_act).node()))
    : null;
  return el("div", { class: "trick", role: "group", "aria-label": text("trick") }, figures, next);
}

function middle(table, frame) {
  const total = frame.tricks[0] + frame.tricks[1];
  const now = Math.min(15, total + (frame.winner === null ? 1 : 0));
  const big = { text: () => number(now), node: () => el("b", {}, number(now)) };
  const info = el("div", { class: "info" },
    frame.trumps && said("p", { class: "big" }, "trick.of", { trick: big, all: 15 }),
    frame.trumps ? el("p", { class: `trumps ${frame.trumps}` }, suitSign(frame.trumps),
      el("span", { class: "long" }, text("trumps.are", { suit: suitValue(frame.trumps) })), el("span", { class: "brief" }, text("trumps")))
      : el("p", { class: "trumps" }, text("trumps.none")));
  return el("div", { class: "mid" }, info, table.ask(frame) ?? trick(table, frame));
}

/** What lies on the felt in this frame, from top to bottom. */
export function draw(table, frame) {
  const [below, above] = table.order;
  return [strip(table, frame, above), trays(table, frame, above), middle(table, frame), trays(table, frame, below), strip(table, frame, below)];
}
