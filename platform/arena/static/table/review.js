/** What a replay adds to a game: best play, the score in the head, what the result card says, and the owner's log. */

import { BestPlay, markOf } from "./bestplay.js";
import { cardValue, suitValue } from "./cards.js";
import { press } from "./controls.js";
import { el, icon } from "./dom.js";
import { LogTab } from "./log.js";
import { list, nodes, number, said, text } from "./messages.js";
import * as prefs from "./prefs.js";
import { actionButton } from "./result.js";

const cost = ({ frame, lost }, table) => ({ name: table.name(frame.seat), card: actionValue(frame.word), count: lost });
const actionValue = (action) => (action.length === 1 ? suitValue(action) : cardValue(action));

export class Review {
  constructor(page) {
    this.page = page;
    this.table = page.table;
    this.wanted = prefs.on("best-play", true);
    this.best = new BestPlay(page.root.dataset.values, () => this.show());
    this.log = new LogTab(page);
    this.table.remarks = (step) => this.remarks(step);
  }

  get deal() {
    return this.table.frame?.deal ?? this.table.frames.findLast((frame) => frame.deal !== null)?.deal ?? null;
  }

  start() {
    this.shown = undefined;
    this.stepped();
  }

  stepped() {
    this.table.timeline.hide(this.page.hide);
    this.page.root.classList.toggle("hides-later", this.page.hide);
    this.score();
    this.log.stepped();
    if (this.shown !== this.deal) this.show();
    else this.panel();
  }

  toggle() {
    this.wanted = !this.wanted;
    prefs.turn("best-play", this.wanted);
    press(this.page.root, "best", this.wanted);
    this.show();
  }

  /** The mistakes of the deal on view, or null while they are not known. */
  get mistakes() {
    return this.wanted && this.best.address ? this.best.mistakes(this.page.number, this.deal, this.table.frames) : null;
  }

  show() {
    if (!this.table.frames.length) return;
    this.shown = this.deal;
    const marks = new Map((this.mistakes ?? []).map((one) => [one.step, markOf(one)]));
    this.table.timeline.setMarks(marks);
    this.table.moves.setMarks(marks);
    this.table.redraw(true);
    this.panel();
  }

  /** The panel below the moves: what the deal was worth, and what each player lost of it so far. */
  panel() {
    const place = this.table.part("best");
    place.hidden = !this.wanted || !this.best.address;
    if (place.hidden) return;
    const { mistakes, table } = this;
    if (!mistakes) {
      place.replaceChildren(el("dt", {}, icon("star"), text("control.best")), el("dd", {}, text(this.best.trouble ? "best.none" : "best.pending")));
      return;
    }
    const seen = this.page.hide ? mistakes.filter(({ step }) => step <= table.step) : mistakes;
    const lost = table.order.map((seat) => seen.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.lost, 0));
    const par = this.best.par(this.page.number, this.deal, table.frames);
    place.replaceChildren(
      par && el("dt", {}, icon("star"), text("best.deal")), par && said("dd", {}, "best.makes", { name: table.name(par.seat), count: par.tricks }),
      el("dt", {}, text("best.lost")),
      el("dd", {}, table.order.flatMap((seat, at) => [at ? " · " : "", table.name(seat).node(), " ", number(lost[at])])));
  }

  /** What the move on view cost, as a sentence after the reasons. */
  remarks(step) {
    if (step !== this.table.step) return [];
    const mistake = this.mistakes?.find((one) => one.step === step);
    return mistake ? [{ key: "best.remark", values: { count: mistake.lost, cards: list(mistake.best.slice(0, 3).map(actionValue), "disjunction") } }] : [];
  }

  /** The score in the head of the page: of the games before this one, so that it tells nothing of this one. */
  score() {
    const { match, number: current } = this.page;
    const place = this.table.part("score");
    if (match.names.length === 2) {
      const points = [0, 1].map((player) => match.games.slice(0, current).reduce((sum, game) =>
        sum + (game.places[0] === game.places[1] ? 0.5 : Number(game.places[player] === 1)), 0));
      const name = (player) => el("bdi", { title: match.names[player] }, this.table.short[player]);
      place.replaceChildren(name(0), el("b", {}, `${half(points[0])} : ${half(points[1])}`), name(1));
      return;
    }
    const { frame } = this.table;
    const least = Math.min(...frame.scores);
    const seat = frame.scores.indexOf(least);
    const several = frame.scores.filter((one) => one === least).length > 1;
    place.replaceChildren(...(match.scored && !several ? nodes("score.fewest", { leader: {
      text: () => "", node: () => el("b", {}, this.table.name(seat).node(), " ", number(least)) } }) : []));
  }

  /** What the result card of a game shows besides the result. */
  resultOf(game) {
    const { match } = this.page;
    const next = match.games[game.number + 1];
    return {
      kick: () => text("game.of", { number: game.number + 1, all: match.games.length }),
      mistakes: () => this.told(),
      actions: () => [
        next && actionButton("next-game", text("result.next"), { go: true, more: el("i", { class: "tick" }) }),
        this.page.turned() !== undefined && this.page.turned() !== game.number && actionButton("turned-game", text("result.turned"), { iconName: "turn" }),
        actionButton("again", text("result.again")),
      ].filter(Boolean),
    };
  }

  told() {
    const { mistakes, table } = this;
    if (!mistakes || table.match.scored) return null;
    if (!mistakes.length) return [el("b", {}, text("result.mistakes")), " ", text("result.mistakes.none")];
    const told = [...mistakes].sort((one, other) => other.lost - one.lost).slice(0, 3).map((one) => cost(one, table));
    const show = told.map((values) => ({ text: () => text("result.mistake", values), node: () => el("span", {}, nodes("result.mistake", values)) }));
    return [el("b", {}, text("result.mistakes")), " ", list(show, "unit").node(), mistakes.length > 3 ? ` ${text("result.mistakes.more", { count: mistakes.length - 3 })}` : ""];
  }
}

const half = (points) => `${Math.floor(points) || (points % 1 ? "" : 0)}${points % 1 ? "½" : ""}`;
