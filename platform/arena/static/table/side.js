/** The panel beside the table, with tabs; where there is no room beside it, a sheet that comes up from below. */

import { el, icon } from "./dom.js";
import { text } from "./messages.js";

export class Side {
  /** @param tabs [[name, panel], ...]; a tab whose panel is `hidden` has no button. */
  constructor(root, tabs) {
    Object.assign(this, { root, tabs: new Map(tabs) });
    this.buttons = new Map(tabs.map(([name, panel]) => {
      panel.id ||= `side-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${name}`);
      return [name, el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, "data-control": `tab-${name}` }, text(`tab.${name}`))];
    }));
    const close = el("button", { type: "button", class: "b ico shut", "data-control": "close", "aria-label": text("control.close") }, icon("x"));
    this.list = el("div", { role: "tablist" }, [...this.buttons.values()]);
    this.root.prepend(el("div", { class: "tabs" }, this.list, close));
    this.list.addEventListener("click", (event) => {
      const name = [...this.buttons].find(([, button]) => button === event.target.closest("button"))?.[0];
      if (name) this.choose(name);
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.shut());
    close.addEventListener("click", () => this.shut());
    this.choose(tabs[0][0]);
  }

  /** Offer a tab, or do not. */
  offer(name, yes) {
    this.buttons.get(name).hidden = !yes;
    if (!yes && this.chosen === name) this.choose([...this.buttons.keys()][0]);
  }

  choose(name) {
    this.chosen = name;
    for (const [one, button] of this.buttons) {
      button.setAttribute("aria-selected", String(one === name));
      button.tabIndex = one === name ? 0 : -1;
      this.tabs.get(one).hidden = one !== name;
    }
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const offered = [...this.buttons].filter(([, button]) => !button.hidden);
    const at = offered.findIndex(([name]) => name === this.chosen);
    const [name, button] = offered[(at + by + offered.length) % offered.length];
    this.choose(name);
    button.focus();
  }

  open(from = null) {
    this.from = from;
    this.root.classList.add("open");
    this.list.querySelector("[tabindex='0']").focus({ preventScroll: true });
  }

  shut() {
    if (!this.root.classList.contains("open")) return;
    this.root.classList.remove("open");
    this.from?.focus({ preventScroll: true });
  }

  toggle(from) {
    if (this.root.classList.contains("open")) this.shut();
    else this.open(from);
  }
}
