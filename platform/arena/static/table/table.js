/**
 * The table: one component for replay, play, broadcast and home. It draws frames (docs/table.md) into the parts that its
 * root has (`data-part`: felt, say, spoken, timeline, moves), and tells of steps and choices by events on the root:
 * `table:step` {step, frame}, `table:action` {action}, `table:refused` {card, reason}.
 */

import * as badamSatti from "./badam-satti.js";
import { el } from "./dom.js";
import { number, text } from "./messages.js";
import { travelling } from "./motion.js";
import * as prefs from "./prefs.js";
import { resultCard } from "./result.js";
import { stops } from "./rules.js";
import * as saatAath from "./saat-aath.js";
import { aloud, say } from "./say.js";
import { nameValue, shortNames, turnOrder } from "./seats.js";
import { Moves } from "./moves.js";
import { Timeline } from "./timeline.js";

const FELTS = { "saat-aath": saatAath, "badam-satti": badamSatti };
/** Of a table at which nobody sits: nothing can be chosen. hand.js has the other kind. */
const LOOKING = { interactive: false, choice: () => ({}), ask: () => null, note: () => null, drawn: () => {} };

export class Table {
  /** @param match `{ game, options, names, scored }`; names in the players' order. @param me the seat of the reader, or null. */
  constructor(root, match, { me = null } = {}) {
    Object.assign(this, { root, me, frames: [], step: 0, view: me, hand: LOOKING, result: {}, every: prefs.on("every-step") });
    this.play(match);
    this.felt = this.part("felt");
    this.timeline = this.part("timeline") && new Timeline(this.part("timeline"), this);
    this.moves = this.part("moves") && new Moves(this.part("moves"), this);
    new ResizeObserver(() => this.redraw(true)).observe(this.felt);
  }

  /** Another match from the next `load` on. */
  play(match) {
    if (this.match) this.root.classList.remove(this.match.game);
    this.match = match;
    this.rules = { game: match.game, options: match.options };
    this.short = shortNames(match.names);
    this.frames = [];
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  get frame() {
    return this.frames[this.step];
  }

  get last() {
    return this.frames.length - 1;
  }

  get interactive() {
    return this.hand.interactive;
  }

  /** Take all frames of a game at once. @param seats the player on each seat; @param view whose cards are seen, null: all. */
  load(frames, { seats, view = null, step = 0 }) {
    Object.assign(this, { frames, seats, view });
    this.order = turnOrder(seats.length, this.me ?? view ?? seats.indexOf(0));
    this.root.classList.remove(...[2, 3, 4, 5, 6].map((count) => `seats-${count}`));
    this.root.classList.add(`seats-${seats.length}`, this.match.game);
    this.moves?.fill();
    this.timeline?.fill();
    this.show(step, { jump: true });
  }

  /** One frame more, of a game that goes on; it is shown where the reader was at the end of what there was. */
  append(frame) {
    const following = this.step === this.last || !this.frames.length;
    this.frames.push(frame);
    this.moves?.fill();
    this.timeline?.fill();
    if (following) this.show(this.last);
    else this.mark();
  }

  /** Show a step; one that does not exist becomes the nearest. */
  show(wished, { jump = false } = {}) {
    if (!this.frames.length) return;
    const step = Math.max(0, Math.min(Math.trunc(wished) || 0, this.last));
    const far = jump || Math.abs(step - this.step) > 3 || this.frames[step].deal !== this.frame?.deal;
    this.step = step;
    this.redraw(far);
    this.speak();
    this.mark();
    this.root.dispatchEvent(new CustomEvent("table:step", { detail: { step, frame: this.frame } }));
  }

  /** The next or previous step to stop at. */
  next(by) {
    const places = stops(this.frames, this.every);
    return (by > 0 ? places.find((at) => at > this.step) : places.findLast((at) => at < this.step)) ?? this.step;
  }

  redraw(jump = false) {
    if (!this.frames.length) return;
    const game = FELTS[this.match.game];
    const { frame, felt } = this;
    const focus = felt.contains(document.activeElement) ? focusKey(document.activeElement) : null;
    travelling(felt, () => {
      if (!game || !frame.hands.length) felt.replaceChildren(el("div", { class: "in plain" }, el("p", {}, frame.text ?? "")));
      else felt.replaceChildren(this.picture(game, frame));
      if (frame.kind === "result") felt.append(resultCard(this, frame));
    }, jump);
    if (focus) felt.querySelector(focus)?.focus({ preventScroll: true });
    this.hand.drawn();
    if (this.part("say")) say(this.part("say"), this, this.step, this.hand.note(frame));
  }

  picture(game, frame) {
    const { layout, ...sizes } = game.sizes(this, frame, this.felt.clientWidth, this.felt.clientHeight);
    this.felt.dataset.layout = layout;
    for (const [name, value] of Object.entries(sizes)) {
      if (typeof value === "number") this.root.style.setProperty(`--${name}`, ["hh", "mh", "columns", "perRow", "rows"].includes(name) ? value : `${value}px`);
    }
    return el("div", { class: "in" }, game.draw(this, frame, sizes));
  }

  /** The step in words, for screen readers. */
  speak() {
    const place = this.part("spoken");
    if (place) place.textContent = aloud(this, this.step, this.hand.note(this.frame));
  }

  mark() {
    this.timeline?.mark(this.step);
    this.moves?.mark(this.step);
    this.root.dataset.step = this.step;
    if (this.frame.kind === "result") {
      this.root.dataset.result = this.frame.places.flatMap((place, seat) => (place === 1 ? [seat] : [])).join(" ");
    } else delete this.root.dataset.result;
  }

  // What the felts ask for.

  player(seat) {
    return this.seats[seat];
  }

  /** The name on a seat, as a value of a message; the reader's own is "You". */
  name(seat) {
    if (seat === this.me && this.me !== null) return nameValue(text("you"), this.match.names[this.player(seat)]);
    return nameValue(this.short[this.player(seat)], this.match.names[this.player(seat)]);
  }

  colour(seat) {
    return `p${this.player(seat)}`;
  }

  dot(seat) {
    return el("i", { class: "dot", "aria-hidden": "true" }, this.seats.length > 2 ? number(this.player(seat) + 1) : "");
  }

  /** The strip with a seat's name and what counts for it. */
  strip(frame, seat, parts) {
    const turn = frame.to_act === seat;
    return el("header", { class: `strip ${this.colour(seat)}${turn ? " turn" : ""}`, "data-seat": seat },
      this.dot(seat), el("b", { class: "who" }, this.name(seat).node(), turn && el("span", { class: "vh" }, text("to.act"))), parts);
  }

  /** Marks on a strip: a fault, the place at the end. */
  marks(frame, seat) {
    const fault = frame.faults.find((one) => one.seat === seat);
    const place = frame.places?.[seat];
    return [
      fault && el("span", { class: "tag bad fault", title: fault.stand_in ? text("stand.in") : null }, text("fault.tag", { fault: text(`fault.${fault.kind}`) })),
      place && el("span", { class: "tag place", "data-place": place }, text(place === 1 ? "place.first" : "place", { place })),
    ];
  }

  choice(frame, seat, card, at) {
    return this.hand.choice(frame, seat, card, at);
  }

  /** A place where a card would go. */
  spot(frame, spot, className, label, ...children) {
    const legal = this.hand.spot?.(frame, spot);
    const name = label ?? text("spot.trick");
    if (!legal) return el("span", { class: className, "data-spot": spot, role: "img", "aria-label": name }, ...children);
    return el("button", { type: "button", class: className, "data-spot": spot, ...legal }, el("span", { class: "vh" }, name), el("span", { "aria-hidden": "true", class: "seen" }, ...children));
  }

  ask(frame) {
    return this.hand.ask(frame);
  }
}

function focusKey(element) {
  for (const name of ["card", "spot", "control", "action"]) {
    if (element.dataset[name]) return `button[data-${name}="${CSS.escape(element.dataset[name])}"]`;
  }
  return null;
}
