/** The two lines beside the table, what happened and why, and the same for a screen reader. */

import { cardValue, suitValue } from "./cards.js";
import { el } from "./dom.js";
import { has, list, nodes, text } from "./messages.js";
import { reasons } from "./reasons.js";
import { passedInARow } from "./rules.js";

/** `{ key, values }` of what happened in a step. `table` is the Table: its frames, seats and rules. */
export function headline(table, step) {
  const frame = table.frames[step];
  const name = frame.seat === null ? null : table.name(frame.seat);
  const card = frame.card && cardValue(frame.card);
  const actor = (key) => (frame.seat === table.me && has(`${key}.you`) ? `${key}.you` : key);
  switch (frame.kind) {
    case "deal": return { key: table.me !== null && frame.dealer === table.me ? "say.deal.you" : "say.deal", values: { name: table.name(frame.dealer), deal: frame.deal + 1 } };
    case "call": return { key: actor("say.call"), values: { name, suit: suitValue(frame.word) } };
    case "arrange": return { key: actor("say.arrange"), values: { name } };
    case "draw": return { key: actor(card ? "say.draw" : "say.draw.hidden"), values: { name, card } };
    case "lead": return { key: actor("say.lead"), values: { name, card } };
    case "follow": {
      const key = frame.winner === table.me ? "say.trick.you" : "say.trick";
      return { key, values: { name: table.name(frame.winner), trick: frame.tricks[0] + frame.tricks[1] } };
    }
    case "lay": return { key: actor("say.lay"), values: { name, card } };
    case "pass": {
      const seats = passedInARow(table.frames, step);
      if (seats.length < 2 || table.every) return { key: actor("say.pass"), values: { name } };
      return { key: "say.passes", values: { names: list(seats.map((seat) => table.name(seat))), count: seats.length } };
    }
    case "give": {
      const other = frame.rows ? (frame.seat + 1) % frame.hands.length : 1 - frame.seat;
      const key = card ? (frame.rows ? "say.give" : "say.give.back") : "say.give.hidden";
      return { key: frame.rows && other === table.me ? "say.give.to_you" : actor(key), values: { name, card, other: table.name(other) } };
    }
    case "fault": return { key: "say.fault", values: { name, fault: text(`fault.${frame.faults.at(-1)?.kind ?? "crash"}`) } };
    case "end": return endOfDeal(table, frame, step);
    case "result": return winners(table, frame);
    default: return { key: "say.other", values: { text: frame.text ?? "" } };
  }
}

function endOfDeal(table, frame, step) {
  if (frame.tricks) {
    const margins = frame.tricks.map((won, seat) => won - frame.targets[seat]);
    if (margins[0] === 0) return { key: "say.end.tie", values: {} };
    const best = margins.indexOf(Math.max(...margins));
    return { key: "say.end.tricks", values: { name: table.name(best), count: frame.tricks[best] } };
  }
  const last = table.frames.slice(0, step).findLast((one) => one.kind === "lay");
  return last ? { key: "say.end.out", values: { name: table.name(last.seat) } } : { key: "say.other", values: { text: frame.text ?? "" } };
}

function winners(table, frame) {
  const first = frame.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (first.length === frame.places.length) return { key: "say.result.tie", values: {} };
  if (first.length > 1) return { key: "say.result.shared", values: { names: list(first.map((seat) => table.name(seat))) } };
  return { key: first[0] === table.me ? "say.result.you" : "say.result", values: { name: table.name(first[0]) } };
}

/** The reasons of a step as `{ key, values }`. */
export function whys(table, step) {
  const frame = table.frames[step];
  const told = reasons(table, step);
  if (["deal", "call"].includes(frame.kind) && frame.targets) told.push({ key: "why.needs", values: needs(table, frame.caller, frame.targets) });
  if (frame.kind === "fault") told.push({ key: frame.faults.at(-1)?.stand_in ? "why.stand_in" : "why.game_lost", values: { name: table.name(frame.seat) } });
  if (frame.kind === "end") told.push(...atTheEnd(table, frame, step));
  told.push(...(table.remarks?.(step) ?? []));
  return told.filter(({ key }) => has(key));
}

const needs = (table, caller, targets) => ({
  name: table.name(caller), own: targets[caller], other: table.name(1 - caller), theirs: targets[1 - caller],
});

function atTheEnd(table, frame, step) {
  if (frame.tricks) {
    const loser = frame.tricks.findIndex((won, seat) => won < frame.targets[seat]);
    return loser < 0 ? [] : [{ key: "why.short", values: { name: table.name(loser), count: frame.targets[loser] - frame.tricks[loser] } }];
  }
  const before = table.frames[step - 1].scores;
  const left = frame.scores.map((score, seat) => [seat, score - before[seat]]).filter(([, points]) => points > 0);
  const each = left.map(([seat, points]) => ({
    text: () => text("points.of", { name: table.name(seat), count: points }),
    node: () => el("span", {}, nodes("points.of", { name: table.name(seat), count: points })),
  }));
  return left.length ? [{ key: "why.left", values: { points: list(each, "unit") } }] : [];
}

/** Draw both lines into the place for them. @param note `{ line, why, tone }` stands instead of the step's own. */
export function say(place, table, step, note = null) {
  const line = note?.line ?? headline(table, step);
  const why = note ? note.why ?? [] : whys(table, step);
  const show = ({ key, values }) => nodes(key, values);
  place.classList.toggle("mine", note?.tone === "mine" || note?.tone === "bad");
  place.classList.toggle("bad", note?.tone === "bad");
  place.replaceChildren(
    el("p", { class: "line" }, show(line)),
    el("p", { class: "why" }, why.flatMap((one, at) => (at ? [" ", ...show(one)] : show(one)))),
  );
}

/** Both lines as a screen reader says them. */
export function aloud(table, step, note = null) {
  const told = note ? [note.line, ...(note.why ?? [])] : [headline(table, step), ...whys(table, step)];
  return told.map(({ key, values }) => text(key, values)).map((one) => (/[.!?:。।؟]$/u.test(one) ? one : `${one}.`)).join(" ");
}
