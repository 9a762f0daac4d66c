/**
 * Why a step came out as it did, as data: `[{ code, ...facts }]`, of which say.js makes sentences. The engine's own reasons
 * (`frame.reasons`) go first; a frame without them is explained from what lies on the table.
 */

import { fitting, suitInPlay } from "./rules.js";

/** @param before the frame before this one, or undefined; @param rules `{ game, options }`. */
export function reasons(frame, before, rules) {
  if (frame.reasons?.length) return frame.reasons;
  const explain = { follow, lead, lay, pass, give, call }[frame.kind];
  return explain ? explain(frame, before, rules).filter(Boolean) : [];
}

const only = (frame, before) => before?.to_act === frame.seat && before.legal.length === 1 && { code: "only_card", seat: frame.seat, card: frame.card };

function follow(frame, before, { options }) {
  const context = { trumps: frame.trumps, topSevens: options.sevens === "top" };
  const [[leader, led], [follower, card]] = frame.trick;
  const [ledSuit, suit] = [led, card].map((one) => suitInPlay(one, context));
  if (suit === ledSuit) {
    const [high, low] = frame.winner === leader ? [led, card] : [card, led];
    return [{ code: ledSuit === frame.trumps ? "higher_trump" : "higher", card: high, other: low, suit: ledSuit }, only(frame, before)];
  }
  if (suit === frame.trumps) return [{ code: "trumped", card, other: led, seat: follower, suit: ledSuit }];
  return [{ code: "not_followed", card: led, other: card, seat: follower, suit: ledSuit }, only(frame, before)];
}

function lead(frame, before) {
  const first = frame.tricks[0] + frame.tricks[1] === 0;
  return [first ? { code: "caller_leads", seat: frame.seat } : { code: "winner_leads", seat: frame.seat }, only(frame, before)];
}

const call = (frame) => [{ code: "needs", seat: frame.caller, targets: frame.targets }];

function lay(frame, before) {
  if (before?.kind === "deal") return [{ code: "seven_of_hearts" }];
  if (frame.hands[frame.seat].length === 0) return [{ code: "last_card", seat: frame.seat }];
  return [only(frame, before) || (frame.card[0] === "7" ? { code: "opens_row", suit: frame.card[1] } : { code: "fits_row", suit: frame.card[1], card: frame.card })];
}

const pass = (frame) => [{ code: "nothing_fits", cards: fitting(frame.rows) }];

const give = (frame, before) =>
  frame.rows && [{ code: "takes_a_card", seat: before?.kind === "pass" ? before.seat : (frame.seat + 1) % frame.hands.length }] || [{ code: "gives_back" }];
