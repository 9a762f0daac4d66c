import { button, fullScreen, listen } from "/static/table/controls.js";
import { Hand } from "/static/table/hand.js";
import { install } from "/static/table/messages.js";
import { el } from "/static/table/dom.js";
import * as prefs from "/static/table/prefs.js";
import { Table } from "/static/table/table.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
install(json("table-messages"));
prefs.showColours();
const { match, seat, act, frames } = json("demo");
const root = document.querySelector("[data-table]");
const table = new Table(root, match);
const hand = new Hand(table, seat);
table.part("controls").replaceChildren(el("div", { class: "run worded" }, ["undo", "hint", "sound", "fullscreen"].map((name) => button(name, { word: true }))));
listen(root, (what) => what === "fullscreen" && fullScreen(root));
table.load(frames, { seats: match.names.map((_, at) => at), view: seat, step: frames.length - 1 });
root.removeAttribute("aria-busy");
root.addEventListener("table:action", async ({ detail }) => {
  hand.busy = true;
  const answer = await fetch(act, { method: "POST", body: JSON.stringify(detail) });
  const now = await answer.json();
  hand.busy = false;
  for (const frame of now.slice(table.frames.length)) table.append(frame);
});
