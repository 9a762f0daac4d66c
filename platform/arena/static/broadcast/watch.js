/** The page on which one watches: the table, a timeline to look back with, and the way back to now. */

import { button, fullScreen, listen } from "../table/controls.js";
import { el } from "../table/dom.js";
import { install, text } from "../table/messages.js";
import * as prefs from "../table/prefs.js";
import { Live } from "./live.js";

install(JSON.parse(document.getElementById("table-messages").textContent));
prefs.showColours();
const root = document.querySelector("[data-table=broadcast]");
const live = new Live(root, root, { onTable: controls });

const ACTS = {
  first: (table) => table.show(0, { jump: true }),
  back: (table) => table.show(table.next(-1)),
  forward: (table) => table.show(table.next(1)),
  last: (table) => table.show(table.last, { jump: true }),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

function controls(table) {
  table.part("controls").replaceChildren(el("div", { class: "run", role: "group", "aria-label": text("controls.steps") },
    button("first"), button("back"), button("forward"), button("last", { label: text("live.back") }), document.fullscreenEnabled && button("fullscreen")));
  listen(root, act);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, [role=slider]")) return;
    if (event.key.toLowerCase() === "f") fullScreen(root);
    else if (KEYS[event.key]) act(KEYS[event.key]);
    else return;
    event.preventDefault();
  });
  root.addEventListener("table:step", () => root.classList.toggle("behind", table.step < table.last));
}

function act(name) {
  if (name === "fullscreen") fullScreen(root);
  else if (live.table) ACTS[name]?.(live.table);
}
