/** One game of a replay in a frame of another site: it plays by itself, and can be stepped through. */

import { button, listen, showPlaying } from "../table/controls.js";
import { el } from "../table/dom.js";
import { fetched } from "../table/fetched.js";
import { install, text } from "../table/messages.js";
import { Playback } from "../table/playback.js";
import { Table } from "../table/table.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
install(json("table-messages"));
const root = document.querySelector("[data-table]");
const match = json("table-match");
const table = new Table(root, match);
const playback = new Playback(table, { onChange: () => showPlaying(root, playback.playing, playback.speed) });

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };
const STEPS = { first: () => 0, back: () => table.next(-1), forward: () => table.next(1), last: () => table.last };

function run(what) {
  if (what === "play") playback.toggle();
  else if (what === "speed") {
    playback.faster();
    showPlaying(root, playback.playing, playback.speed);
  } else if (what in STEPS) {
    playback.pause();
    table.show(STEPS[what]());
  }
}

async function load() {
  try {
    table.load(await fetched(root.dataset.frames), { seats: match.seats });
  } catch {
    table.part("say").replaceChildren(el("p", { class: "line" }, text("trouble")));
    return;
  }
  table.part("controls").replaceChildren(el("div", { class: "run", role: "group", "aria-label": text("controls.steps") },
    button("back"), button("play", { className: "go" }), button("forward"),
    el("button", { type: "button", class: "b txt", "data-control": "speed", "aria-label": text("control.speed", { speed: "1×" }) }, "1×")));
  root.removeAttribute("aria-busy");
  listen(root, run);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key] || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    run(KEYS[event.key]);
  });
  playback.play();
}

load();
