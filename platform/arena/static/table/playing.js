/** A table that plays a finished game again and again by itself, in a box of another page. Its JSON is `#table-match`. */

import { fetched } from "./fetched.js";
import { install } from "./messages.js";
import { Playback } from "./playback.js";
import { Table } from "./table.js";

const AGAIN = 6000; // milliseconds that the result stays
const json = (id) => JSON.parse(document.getElementById(id).textContent);

async function begin(root) {
  const match = json("table-match");
  install(json("table-messages"));
  const table = new Table(root, match);
  const frames = await fetched(match.frames);
  const last = frames.at(-1)?.deal;
  const first = frames.findIndex((frame) => frame.deal === last);
  table.load(frames, { seats: match.seats, view: match.view, step: Math.max(0, first) });
  root.removeAttribute("aria-busy");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still) return table.show(frames.length - 1, { jump: true });
  const again = () => setTimeout(() => {
    table.show(Math.max(0, first), { jump: true });
    playback.play();
  }, AGAIN);
  const playback = new Playback(table, { onEnd: again });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !playback.playing) playback.play(); });
  playback.play();
}

for (const root of document.querySelectorAll('[data-table="home"]')) begin(root).catch(() => root.setAttribute("data-failed", ""));
