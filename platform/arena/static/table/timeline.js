/**
 * The course of a deal as bars: one for each trick or turn, in its winner's colour, as high as the lead is large. A press
 * or a drag leads to a step; while one drags, a bubble names the step under the finger.
 */

import { classes, el } from "./dom.js";
import { nodes, text } from "./messages.js";
import { aloud } from "./say.js";

const FULL = 2; // a lead that fills the height, where none is larger

/** The bars of the deal on view: `{ from, to, seat, lead, kind }`, the steps it covers and how far `below` is ahead. */
export function bars(frames, game, below) {
  return (game === "saat-aath" ? tricks : turns)(frames, below);
}

function tricks(frames, below) {
  const made = [];
  frames.forEach(({ frame, step }) => {
    if (frame.kind === "lead") made.push({ from: step, to: step, seat: null, lead: 0, kind: "open" });
    if (frame.kind !== "follow") return;
    const number = frame.tricks[0] + frame.tricks[1];
    Object.assign(made.at(-1), { to: step, seat: frame.winner, kind: "trick", lead: frame.tricks[below] - (frame.targets[below] * number) / 15 });
  });
  return made;
}

function turns(frames) {
  return frames.filter(({ frame }) => ["lay", "pass", "give"].includes(frame.kind)).map(({ frame, step }) => {
    const counts = frame.hands.map((hand) => hand.length);
    const others = counts.reduce((sum, count) => sum + count, 0) - counts[frame.seat];
    return { from: step, to: step, seat: frame.seat, kind: frame.kind, lead: others / (counts.length - 1) - counts[frame.seat] };
  });
}

export class Timeline {
  constructor(root, table) {
    Object.assign(this, { root, table, marks: new Map(), hidden: false });
    this.bubble = el("div", { class: "bubble", "aria-hidden": "true", hidden: true });
    root.addEventListener("pointerdown", (event) => this.grab(event));
    root.addEventListener("pointermove", (event) => this.grabbed && this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => this.release());
  }

  /** The deal on view, anew: more frames, or another deal. */
  fill() {
    const { table } = this;
    if (!table.frames.length) return;
    this.deal = table.frame?.deal ?? table.frames.findLast((frame) => frame.deal !== null)?.deal ?? null;
    const frames = table.frames.flatMap((frame, step) => (frame.deal === this.deal ? [{ frame, step }] : []));
    this.bars = bars(frames, table.match.game, table.order[0]);
    this.faults = frames.filter(({ frame }) => frame.kind === "fault").map(({ step }) => step);
    const empty = Math.max(0, (table.match.game === "saat-aath" ? 15 : table.me === null ? 0 : 40) - this.bars.length);
    this.full = Math.max(FULL, ...this.bars.map((bar) => Math.abs(bar.lead)));
    this.drawn = this.bars.map((bar) => this.bar(bar));
    this.root.style.setProperty("--bars", this.drawn.length + empty || 1);
    this.root.classList.toggle("many", table.order.length > 2);
    this.root.replaceChildren(...this.drawn, ...Array.from({ length: empty }, () => el("i", { class: "bar none" })), this.bubble);
    this.root.setAttribute("aria-valuemax", Math.max(1, this.bars.length));
    this.axis();
  }

  /** What up and down mean, where there is a place to say so. */
  axis() {
    const { table } = this;
    const two = table.order.length === 2;
    const line = (seat) => el("span", { class: table.colour(seat) }, el("i", { class: "dot" }), nodes("timeline.ahead", { name: table.name(seat) }));
    table.part("axis")?.replaceChildren(...(two ? table.order.map(line) : [el("span", {}, text("timeline.better")), el("span", {}, text("timeline.worse"))]));
  }

  bar(bar) {
    const { table } = this;
    const height = Math.abs(bar.lead) / this.full;
    const fault = this.faults.some((step) => step > bar.from - 1 && step <= bar.to + 1);
    const mark = this.marks.get(bar.from) ?? this.marks.get(bar.to);
    return el("i", {
      class: classes("bar", bar.seat !== null && table.colour(bar.seat), bar.lead >= 0 ? "up" : "down", bar.kind === "pass" && "pass", bar.kind === "open" && "none"),
      vars: { v: height.toFixed(3) }, "data-from": bar.from,
    }, fault ? el("b", { class: "mark fault" }, "!") : mark && el("b", { class: "mark" }, mark));
  }

  /** Marks of moves by step: Map(step -> "?!"). */
  setMarks(marks) {
    this.marks = marks;
    this.fill();
    this.mark(this.table.step);
  }

  /** Hide what comes after the step on view. */
  hide(yes) {
    this.hidden = yes;
    this.root.classList.toggle("hidden-later", yes);
  }

  mark(step) {
    if (this.table.frame.deal !== this.deal && this.table.frame.deal !== null) this.fill();
    const at = this.bars.findLastIndex((bar) => bar.from <= step);
    const over = ["end", "result"].includes(this.table.frame.kind);
    this.drawn.forEach((bar, index) => {
      bar.classList.toggle("now", index === at);
      bar.classList.toggle("later", index > at && !over);
    });
    this.root.setAttribute("aria-valuenow", at + 1);
    this.root.setAttribute("aria-valuetext", aloud(this.table, step));
  }

  grab(event) {
    if (event.button) return;
    this.grabbed = true;
    this.root.setPointerCapture(event.pointerId);
    this.root.dispatchEvent(new CustomEvent("table:grab", { bubbles: true }));
    this.drag(event);
  }

  drag(event) {
    const box = this.root.getBoundingClientRect();
    const from = getComputedStyle(this.root).direction === "rtl" ? box.right - event.clientX : event.clientX - box.left;
    const all = Number(this.root.style.getPropertyValue("--bars"));
    const at = Math.max(0, Math.min(this.bars.length - 1, Math.floor((from / box.width) * all)));
    const bar = this.bars[at];
    if (!bar) return;
    if (bar.to !== this.table.step) this.table.show(bar.to, { jump: true });
    this.bubble.hidden = event.pointerType === "mouse";
    this.bubble.textContent = text(this.table.match.game === "saat-aath" ? "timeline.trick" : "timeline.turn", { number: at + 1, what: aloud(this.table, bar.to) });
  }

  release() {
    this.grabbed = false;
    this.bubble.hidden = true;
  }
}
