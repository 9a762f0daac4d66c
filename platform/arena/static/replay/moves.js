/**
 * The list of moves: a column per seat, a row per trick or turn; the current one is marked and kept in sight. It alone is a
 * tab stop: from there the arrow keys lead through all of them (up and down here, left and right on the whole page).
 */

import { el, sign } from "./cards.js";

const WHOLE_ROW = new Set(["deal", "call", "arrange", "draw", "fault", "result"]);

function told(frame) {
  if (frame.kind === "end") return el("span", { role: "img", "aria-label": "end of the deal" }, "=");
  if (frame.kind === "deal") return `Deal ${frame.deal + 1}`;
  if (WHOLE_ROW.has(frame.kind)) return signs(frame.text);
  if (frame.kind === "pass") return el("span", { role: "img", "aria-label": "pass" }, "–");
  if (frame.kind === "give") return ["→", frame.card ? sign(frame.card) : el("span", { role: "img", "aria-label": "gives a card" }, "?")];
  return frame.card ? sign(frame.card) : frame.word;
}

/** Running text with its card and suit signs coloured. */
export function signs(text) {
  const letters = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  return text.split(/((?:10|[2-9AJQK])?[♣♦♥♠])/).map((part, i) => {
    if (i % 2 === 0) return part;
    const rank = part.slice(0, -1);
    return sign((rank === "10" ? "T" : rank) + letters[part.slice(-1)]);
  });
}

export class Moves {
  constructor(root, onChoose) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-step]");
      if (button) onChoose(Number(button.dataset.step));
    });
    root.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onChoose(this.buttons.indexOf(this.current) + by);
    });
  }

  /** @param order seats from left to right; @param label makes the heading of a seat's column. */
  fill(frames, order, label) {
    this.buttons = [];
    this.frames = frames;
    this.priced = new Map();
    const columns = order.length;
    const head = el("tr", {}, el("th", { scope: "col" }, "#"),
      order.map((seat) => el("th", { scope: "col" }, label(seat))));
    const body = el("tbody");
    let row = null;
    let number = 0;
    let last = -1;
    frames.forEach((frame, step) => {
      const button = el("button", { type: "button", "data-step": step, class: `move ${frame.kind}`, title: frame.text,
        tabindex: -1 }, told(frame));
      this.buttons.push(button);
      if (WHOLE_ROW.has(frame.kind)) {
        row = null;
        if (frame.kind === "deal") number = 0;
        body.append(el("tr", { class: `whole ${frame.kind}` }, el("td", { colspan: columns + 1 }, button)));
        return;
      }
      if (frame.kind === "end") {
        row = null;
        body.append(this.sum(frame, frames[step - 1], order, button, step));
        return;
      }
      const column = order.indexOf(frame.seat);
      const starts = frame.kind === "lead" || (frame.kind !== "follow" && frame.kind !== "give" && column <= last);
      if (!row || starts) {
        number += 1;
        row = el("tr", {}, el("th", { scope: "row" }, String(number)), order.map(() => el("td")));
        body.append(row);
        last = -1;
      }
      if (frame.kind !== "give") last = column;
      if (frame.kind === "lead") button.classList.add("led");
      if (frame.winner !== null && frame.winner !== undefined) {
        row.children[order.indexOf(frame.winner) + 1].classList.add("won");
      }
      row.children[column + 1].append(button);
    });
    const tricks = frames.some((frame) => frame.kind === "lead");
    this.root.replaceChildren(el("table", {},
      tricks ? el("caption", {}, "▸ led the trick; underlined: won it") : null, el("thead", {}, head), body));
  }

  /** The row under a deal: tricks won, or else what each seat's score gained. */
  sum(frame, before, order, button, step) {
    const figure = (seat) => frame.tricks?.[seat] ?? `+${frame.scores[seat] - before.scores[seat]}`;
    return el("tr", { class: "sum" }, el("th", { scope: "row" }, button), order.map((seat) =>
      el("td", {}, el("button", { type: "button", "data-step": step, tabindex: -1 }, String(figure(seat))))));
  }

  /** Write behind each action of a deal what it cost; `cost` gives null where that is not known (yet). */
  costs(cost, deal) {
    this.frames.forEach((frame, step) => {
      if (frame.deal !== deal || frame.action === null) return;
      const lost = cost(frame) ?? 0;
      if ((this.priced.get(step) ?? 0) === lost) return;
      this.priced.set(step, lost);
      this.buttons[step].querySelector(".cost")?.remove();
      if (lost) this.buttons[step].append(el("small", { class: "cost" }, ` −${lost}`));
    });
  }

  mark(step) {
    const focused = this.root.contains(document.activeElement);
    this.current?.removeAttribute("aria-current");
    if (this.current) this.current.tabIndex = -1;
    this.current = this.buttons[step];
    this.current.setAttribute("aria-current", "step");
    this.current.tabIndex = 0;
    if (focused) this.current.focus({ preventScroll: true });
    const [box, at] = [this.root.getBoundingClientRect(), this.current.getBoundingClientRect()];
    const head = this.root.querySelector("thead").offsetHeight;
    if (at.top < box.top + head) this.root.scrollTop += at.top - box.top - head;
    if (at.bottom > box.bottom) this.root.scrollTop += at.bottom - box.bottom;
  }
}
