/**
 * The moves of the deal on view: a column for each seat, a row for each trick or turn. The list is one tab stop; up and
 * down lead through it (left and right do so on the whole page).
 */

import { cardValue } from "./cards.js";
import { classes, el } from "./dom.js";
import { nodes, number, text } from "./messages.js";
import { aloud, headline } from "./say.js";

const IN_A_ROW = new Set(["lead", "follow", "lay", "pass", "give"]);

export class Moves {
  constructor(root, table) {
    Object.assign(this, { root, table, marks: new Map(), deal: undefined });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-step]");
      if (!button) return;
      root.dispatchEvent(new CustomEvent("table:grab", { bubbles: true }));
      table.show(Number(button.dataset.step));
    });
    root.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const at = this.buttons.indexOf(this.current) + by;
      if (this.buttons[at]) table.show(Number(this.buttons[at].dataset.step));
    });
  }

  fill() {
    const { table } = this;
    if (!table.frames.length) return;
    this.deal = table.frame?.deal ?? null;
    this.hadFocus = this.root.contains(document.activeElement); // the list is made anew: focus goes to its current move
    const columns = [...table.order].sort((one, other) => table.player(one) - table.player(other));
    this.buttons = [];
    this.rows = [];
    let row = null;
    let reached = -1;
    table.frames.forEach((frame, step) => {
      if (frame.deal !== this.deal && !(frame.kind === "result" && this.deal !== null)) return;
      if (!IN_A_ROW.has(frame.kind) || (frame.kind === "give" && !frame.rows)) {
        row = null;
        this.rows.push(el("li", { class: `line ${frame.kind}` }, this.button(frame, step, nodes(...Object.values(headline(table, step))))));
        return;
      }
      const column = columns.indexOf(frame.seat);
      if (!row || frame.kind === "lead" || (["lay", "pass"].includes(frame.kind) && column <= reached)) {
        row = { cells: columns.map((seat) => el("span", { class: `cell ${table.colour(seat)}` })), number: (row?.number ?? 0) + 1 };
        this.rows.push(el("li", {}, el("span", { class: "n", "aria-hidden": "true" }, number(row.number)), row.cells));
      }
      if (frame.kind !== "give") reached = column;
      const cell = row.cells[column];
      cell.append(this.button(frame, step, this.word(frame)));
      if (frame.kind === "lead") cell.classList.add("led");
      if (frame.kind === "follow") row.cells[columns.indexOf(frame.winner)].classList.add("won");
    });
    const head = el("li", { class: "head" }, el("span"), columns.map((seat) => el("span", { class: `cell ${table.colour(seat)}` },
      table.dot(seat), columns.length > 2 ? el("span", { class: "vh" }, table.name(seat).node()) : table.name(seat).node())));
    this.root.classList.toggle("two", columns.length === 2);
    this.root.style.setProperty("--cols", columns.length);
    this.root.replaceChildren(head, ...this.rows);
    this.current = null;
  }

  word(frame) {
    if (frame.kind === "pass") return el("em", {}, "–");
    if (frame.kind === "give") return el("small", {}, "→", frame.card ? cardValue(frame.card).node() : "?");
    return frame.card ? cardValue(frame.card).node() : frame.word ?? "";
  }

  button(frame, step, shown) {
    const mark = this.marks.get(step);
    const button = el("button", { type: "button", class: classes("move", frame.kind), "data-step": step, tabindex: -1 },
      el("span", { class: "vh" }, aloud(this.table, step), mark && ` ${text(mark === "??" ? "mark.blunder" : "mark.mistake")}`),
      el("span", { class: "seen", "aria-hidden": "true" }, shown, mark && el("sup", {}, mark)));
    this.buttons.push(button);
    return button;
  }

  /** Marks of moves by step: Map(step -> "?!"). */
  setMarks(marks) {
    this.marks = marks;
    this.fill();
    this.mark(this.table.step);
  }

  mark(step) {
    const { frame } = this.table;
    if (frame.deal !== this.deal) this.fill();
    const focused = this.hadFocus || this.root.contains(document.activeElement);
    this.hadFocus = false;
    if (this.current) this.current.tabIndex = -1;
    this.current?.removeAttribute("aria-current");
    this.current = this.buttons.findLast((button) => Number(button.dataset.step) <= step) ?? this.buttons[0];
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    this.current.tabIndex = 0;
    const here = this.current.closest("li");
    let after = false;
    for (const row of this.rows) {
      row.classList.toggle("now", row === here);
      row.classList.toggle("later", after);
      if (row === here) after = true;
    }
    for (const button of this.buttons) button.classList.toggle("ahead", Number(button.dataset.step) > step);
    if (focused) this.current.focus({ preventScroll: true });
    const [box, at] = [this.root.getBoundingClientRect(), here.getBoundingClientRect()];
    const head = this.root.firstElementChild.offsetHeight;
    if (at.top < box.top + head) this.root.scrollTop += at.top - box.top - head;
    if (at.bottom > box.bottom) this.root.scrollTop += at.bottom - box.bottom;
  }
}
