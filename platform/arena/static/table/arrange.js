/** Laying a hand face down in an order of one's own, before the other player draws from it: by dragging, or with arrows. */

import { el } from "./dom.js";
import { text } from "./messages.js";

export class Arrange {
  constructor(hand) {
    Object.assign(this, { hand, order: null, of: null, dragged: null });
  }

  cards(frame) {
    if (this.of !== frame) Object.assign(this, { of: frame, order: [...frame.hands[this.hand.seat]] });
    return this.order;
  }

  choice(frame, card) {
    const at = this.cards(frame).indexOf(card) + 1;
    return { tag: "button", className: "ok movable", "data-move": card, "aria-description": text("arrange.position", { number: at, all: this.order.length }) };
  }

  ask(frame) {
    const order = this.cards(frame);
    return el("div", { class: "bids one" },
      el("button", { type: "button", class: "b go", "data-legal": true, "data-control": "arrange", "data-action": `arrange ${order.join(" ")}` }, text("arrange.done")));
  }

  /** Put the cards where they are wanted, and let them be dragged. */
  drawn(frame) {
    if (!frame || this.hand.wish(frame) !== "arrange") return;
    const felt = this.hand.table.felt;
    const cells = felt.querySelector(`.held[data-seat="${this.hand.seat}"] .cells`);
    const of = (card) => cells.querySelector(`[data-move="${card}"]`).closest(".cell");
    cells.prepend(...this.cards(frame).map(of));
    for (const card of cells.querySelectorAll("[data-move]")) {
      card.addEventListener("pointerdown", (event) => this.grab(event, card, cells));
    }
  }

  /** Follow the finger: a card that is dragged over another takes its place. */
  grab(event, card, cells) {
    const drag = (move) => {
      const over = [...cells.querySelectorAll("[data-move]")].find((one) => {
        const box = one.getBoundingClientRect();
        return one !== card && move.clientX > box.left && move.clientX < box.right;
      });
      if (over) this.place(card.dataset.move, this.order.indexOf(over.dataset.move), cells);
    };
    event.preventDefault(); // no text is selected; the document follows, because a card that is put elsewhere loses the pointer
    card.focus();
    const over = new AbortController();
    document.addEventListener("pointermove", drag, { signal: over.signal });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => over.abort(), { signal: over.signal });
  }

  place(card, to, cells) {
    const from = this.order.indexOf(card);
    if (to < 0 || to >= this.order.length || from === to) return;
    this.order.splice(from, 1);
    this.order.splice(to, 0, card);
    const focused = document.activeElement?.dataset?.move;
    cells.prepend(...this.order.map((one) => cells.querySelector(`[data-move="${one}"]`).closest(".cell")));
    if (focused) cells.querySelector(`[data-move="${focused}"]`)?.focus();
    const button = this.hand.table.felt.querySelector("[data-control=arrange]");
    button.dataset.action = `arrange ${this.order.join(" ")}`;
    for (const one of cells.querySelectorAll("[data-move]")) {
      one.setAttribute("aria-description", text("arrange.position", { number: this.order.indexOf(one.dataset.move) + 1, all: this.order.length }));
    }
  }

  /** An arrow on a card of the hand moves it. Returns whether it was one. */
  key(event, by) {
    const card = document.activeElement?.dataset?.move;
    if (!card) return false;
    event.preventDefault();
    const cells = document.activeElement.closest(".cells");
    const rtl = getComputedStyle(cells).direction === "rtl";
    this.place(card, this.order.indexOf(card) + (rtl ? -by : by), cells);
    return true;
  }
}
