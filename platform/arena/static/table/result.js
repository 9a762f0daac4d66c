/** The card between two games: who won and how, the trick that decided, what mistakes cost, and what one can do next. */

import { cardValue } from "./cards.js";
import { classes, el, icon } from "./dom.js";
import { nodes, number, said, text } from "./messages.js";
import { whys } from "./say.js";

/** @param table has `result`: `{ kick, mistakes, actions }`, nodes that the page around the table puts in. */
export function resultCard(table, frame) {
  const { result } = table;
  const actions = result.actions?.() ?? [];
  return el("section", { class: "over", "aria-label": text("result") }, el("div", { class: "sheet-card" },
    result.kick && el("p", { class: "kick" }, result.kick()),
    el("h2", {}, title(table, frame)),
    el("div", { class: "scores" }, scores(table, frame)),
    el("ul", {}, [deciding(table), result.mistakes?.(), table.match.game === "badam-satti" && text("result.fewest")].filter(Boolean).map((one) => el("li", {}, one))),
    actions.length ? el("div", { class: "acts" }, actions) : null));
}

/** A button of the card. */
export const actionButton = (control, label, { go = false, iconName = null, more = null } = {}) =>
  el("button", { type: "button", class: classes("b", go && "go"), "data-control": control }, iconName && icon(iconName), label, more);

const lastDeal = (table) => table.frames.findLast((one) => one.kind === "end");

function title(table, frame) {
  const first = frame.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (first.length !== 1) {
    return nodes(first.length === frame.places.length ? "say.result.tie" : "result.shared", { count: first.length });
  }
  const [seat] = first;
  const [own, other] = pair(table, frame, seat);
  const key = seat === table.me ? "result.wins.you" : "result.wins";
  return [el("i", { class: `dot ${table.colour(seat)}` }),
    el("span", {}, own === null ? nodes("say.result", { name: table.name(seat) }) : nodes(key, { name: table.name(seat), own, other }))];
}

/** The numbers of a game for two: tricks of the only deal, or else the scores. */
function pair(table, frame, seat) {
  const end = lastDeal(table);
  if (frame.places.length !== 2 || !end) return [null, null];
  const numbers = table.match.scored ? frame.scores : end.tricks;
  return numbers ? [numbers[seat], numbers[1 - seat]] : [null, null];
}

function scores(table, frame) {
  const end = lastDeal(table);
  const two = frame.places.length === 2;
  if (!end && two) return null;
  const inOrder = frame.places.map((place, seat) => [place, seat]).sort(([one], [other]) => one - other);
  const most = Math.max(1, ...frame.scores.map(Math.abs), two && !table.match.scored ? 15 : 0);
  return inOrder.map(([, seat]) => {
    const tricks = two && !table.match.scored;
    const value = tricks ? end.tricks[seat] : frame.scores[seat];
    return el("div", { class: table.colour(seat) }, el("b", {}, number(value)),
      tricks ? said("span", {}, "result.needed", { name: table.name(seat), target: end.targets[seat] })
        : said("span", {}, "score.of", { name: table.name(seat) }),
      el("i", { class: "meter", vars: { f: Math.max(0, value / most).toFixed(3) } }));
  });
}

/** The trick after which the loser of the only deal could not reach the target any more. */
function deciding(table) {
  const end = lastDeal(table);
  if (!end?.tricks || table.match.scored) return null;
  const winner = end.tricks.findIndex((won, seat) => won > end.targets[seat]);
  if (winner < 0) return null;
  const step = table.frames.findIndex((one) => one.kind === "follow" && one.winner === winner && one.tricks[winner] === end.targets[winner] + 1);
  if (step < 0) return null;
  const frame = table.frames[step];
  const why = whys(table, step)[0];
  const values = { trick: frame.tricks[0] + frame.tricks[1], card: cardValue(frame.trick.find(([seat]) => seat === winner)[1]) };
  return [el("b", {}, nodes("result.deciding", values)), " ", ...(why ? nodes(why.key, why.values) : [])];
}
