/** A contest on a projector. Keys: R shows the next place of the final order, Esc goes back, F fills the screen. */

import { fullScreen } from "../table/controls.js";
import { el } from "../table/dom.js";
import { fetched } from "../table/fetched.js";
import { install, text } from "../table/messages.js";
import { Live } from "./live.js";

const ASK = 4000; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
const json = (id) => JSON.parse(document.getElementById(id).textContent);

install(json("table-messages"));
const stage = document.querySelector(".stage");
const part = (name) => stage.querySelector(`[data-part="${name}"]`);
const reveal = stage.querySelector(".reveal");
const live = new Live(stage.querySelector("[data-table]"), stage.querySelector(".featured"));
let now = json("stage-now");
let shown = 0; // places of the final order, from the last one up
let listed = ""; // who is in the list, in this order
let told = false; // whether all of them have been shown once
const places = new Map(); // of each bot in the list, as it was before

async function ask() {
  try {
    now = await fetched(stage.dataset.now);
  } catch {
    return; // what is on view stays
  }
  live.feed.source = now.source;
  draw();
}

function draw() {
  stage.dataset.state = now.state;
  part("run").textContent = now.where;
  const progress = part("progress");
  progress.hidden = !now.total;
  Object.assign(progress, { max: now.total || 1, value: now.over });
  const secret = now.final && !told && now.top.length > 0; // the hall is to learn it place by place
  part("ready").hidden = !secret;
  part("top").hidden = secret;
  stage.querySelector(".ticker").hidden = secret;
  const order = now.top.map(key).join();
  if (!secret && order !== listed) moving(part("top"), now.top.map(line)); // an arrow stays until the next change
  else if (!secret) now.top.forEach((row, at) => { part("top").children[at].lastChild.textContent = row.score; });
  listed = secret ? "" : order;
  part("latest").replaceChildren(...(now.latest.length ? now.latest.map((one) => el("span", {}, one)) : [text("stage.none")]));
  if (!now.final) hideOrder();
}

const key = (row) => `${row.owner}/${row.bot}`;

function medal(place) {
  const card = { 1: ["7", "H"], 2: ["7", "S"], 3: ["A", "D"] }[place];
  if (!card) return String(place ?? "");
  const [rank, suit] = card;
  return el("i", { class: `medal ${suit}`, role: "img", "aria-label": String(place) }, rank, { H: "♥", S: "♠", D: "♦" }[suit]);
}

function line(row, at) {
  const by = places.has(key(row)) ? places.get(key(row)) - at : 0;
  places.set(key(row), at);
  const change = by && el("span", { class: by > 0 ? "up" : "down", "aria-label": text(by > 0 ? "stage.up" : "stage.down", { count: Math.abs(by) }) }, `${by > 0 ? "▲" : "▼"} ${Math.abs(by)}`);
  return el("li", { "data-bot": key(row), class: by ? "moved" : null },
    el("span", { class: "place" }, medal(row.place)), el("b", {}, el("bdi", {}, row.bot)), change || el("span"), el("span", { class: "score" }, row.score));
}

/** Put the rows into the list; those that are elsewhere now travel there. */
function moving(list, rows) {
  const before = new Map([...list.children].map((row) => [row.dataset.bot, row.getBoundingClientRect().top]));
  list.replaceChildren(...rows);
  if (still.matches) return;
  for (const row of rows) {
    const from = before.get(row.dataset.bot);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (Math.abs(by) > 1) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 900, easing: "ease-in-out" });
  }
}

// The final order

function showNext() {
  if (!now.final || !now.top.length) {
    part("run").textContent = text("stage.wait");
    return;
  }
  if (reveal.hidden) {
    part("order").replaceChildren(...now.top.map((row) => el("li", { class: `p${row.place}` },
      el("span", { class: "place" }), el("b"), el("small"), el("span", { class: "score" }))));
    reveal.hidden = false;
    stage.classList.add("revealing");
    if (!shown) return;
  } else if (shown < now.top.length) shown += 1;
  const rows = [...part("order").children];
  rows.forEach((row, at) => fill(row, at, at >= rows.length - shown));
  told = told || shown === now.top.length;
}

/** A place that is not to be known yet is not in the page either. */
function fill(row, at, open) {
  if (!open || row.classList.contains("on")) return;
  const { place, bot, owner, score } = now.top[at];
  const [number, name, who, points] = row.children;
  number.replaceChildren(medal(place));
  name.replaceChildren(el("bdi", {}, bot));
  who.textContent = owner;
  points.textContent = score;
  row.classList.add("on");
  if (!still.matches) row.animate([{ transform: "rotateX(90deg)" }, { transform: "none" }], { duration: 500, easing: "ease-out" });
}

function hideOrder() {
  reveal.hidden = true;
  stage.classList.remove("revealing");
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const pressed = event.key.toLowerCase();
  if (pressed === "r") showNext();
  else if (pressed === "escape") {
    hideOrder();
    draw();
  } else if (pressed === "f") fullScreen(document.documentElement);
});

draw();
setInterval(ask, ASK);
