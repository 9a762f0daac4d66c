/**
 * The engine's reasons (docs/reasons.md) as messages: `{ key, values }` for each sentence that tells why a step came out as
 * it did. The codes are the engine's; `why.CODE` is the message.
 */

import { cardValue, suitValue } from "./cards.js";
import { has, list } from "./messages.js";
import { fitting } from "./rules.js";

/** The only thing that could be done is worth a word. */
const FORCED = new Set(["only-card-of-suit", "only-card-left", "only-card-fits"]);

/** Which seat a reason speaks of as {name}, where it is not the one that acted. */
const SPEAKS_OF = {
  trumped: (why) => why.winner,
  "not-of-led-suit": (why) => 1 - why.winner,
  "handed-after-pass": (why) => why.to,
};

export function reasons(table, step) {
  const [before, frame] = [table.frames[step - 1], table.frames[step]];
  if (!frame.why) return [];
  const told = [sentence(table, frame)];
  if (frame.why.last) told.push(addressed(table, "why.last", frame.seat));
  else if (before?.to_act === frame.seat && FORCED.has(before.legal_why?.why)) {
    told.push({ key: "why.only-card", values: { card: cardValue(frame.card) } });
  }
  return told;
}

function sentence(table, frame) {
  const { why, ...facts } = frame.why;
  const values = { ...facts };
  for (const name of ["card", "over", "of"]) if (facts[name]) values[name] = cardValue(facts[name]);
  for (const name of ["led", "suit"]) if (facts[name]) values[name] = suitValue(facts[name]);
  if (facts.position !== undefined) values.position = facts.position + 1;
  if (why === "nothing-fits") {
    const cards = fitting(frame.rows);
    Object.assign(values, { cards: list(cards.map(cardValue), "disjunction"), count: cards.length });
  }
  return addressed(table, `why.${why}`, SPEAKS_OF[why]?.(frame.why) ?? frame.seat, values);
}

/** A message about a seat, in the form for the reader where they sit there. */
function addressed(table, key, seat, values = {}) {
  return { key: seat === table.me && has(`${key}.you`) ? `${key}.you` : key, values: { ...values, name: table.name(seat) } };
}
