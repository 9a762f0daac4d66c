/** The controls under a table: buttons and choices with a `data-control` each. What they do, the page says. */

import { classes, el, icon } from "./dom.js";
import { text } from "./messages.js";

const ICONS = { first: "first", back: "back", play: "play", pause: "pause", forward: "next", last: "last", fullscreen: "full", best: "star",
  hide: "eye", moves: "list", undo: "undo", hint: "bulb", trick: "back", sound: "sound", sort: "turn" };

/** A button with an icon; with a word beside it where `word` is set; a switch where `pressed` is a boolean. */
export function button(name, { word = false, pressed = null, className = "", label = text(`control.${name}`) } = {}) {
  return el("button", { type: "button", class: classes("b", word && "worded", className), "data-control": name,
    "aria-label": word ? null : label, title: word ? null : label, "aria-pressed": pressed === null ? null : String(pressed) },
  icon(ICONS[name]), word && el("span", {}, label));
}

/** The buttons that lead through the steps. */
export function transport() {
  return el("div", { class: "run", role: "group", "aria-label": text("controls.steps") },
    button("first"), button("back"), button("play", { className: "go" }), button("forward"), button("last"),
    el("button", { type: "button", class: "b txt", "data-control": "speed", "aria-label": text("control.speed", { speed: "1×" }) }, "1×"),
    document.fullscreenEnabled && button("fullscreen"));
}

/** A choice among values: [[value, label], ...]. */
export function choice(name, options, value) {
  const select = el("select", { "data-control": name }, options.map(([one, label]) => el("option", { value: one }, label)));
  select.value = value;
  return el("label", { class: "b choose" }, el("span", { class: "vh" }, text(`control.${name}`)), select);
}

export function press(root, name, yes) {
  root.querySelector(`button[data-control="${name}"]`)?.setAttribute("aria-pressed", String(yes));
}

/** Show whether the table plays by itself, and how fast. */
export function showPlaying(root, playing, speed) {
  const play = root.querySelector("[data-control=play]");
  play.setAttribute("aria-label", text(playing ? "control.pause" : "control.play"));
  play.title = play.getAttribute("aria-label");
  play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
  const rate = root.querySelector("[data-control=speed]");
  rate.textContent = { 0.5: "½×" }[speed] ?? `${speed}×`;
  rate.setAttribute("aria-label", text("control.speed", { speed: rate.textContent }));
}

/** Run `run(name, element)` for every control pressed or chosen in root. */
export function listen(root, run) {
  root.addEventListener("click", (event) => {
    const control = event.target.closest("button[data-control], a[data-control]");
    if (control) run(control.dataset.control, control);
  });
  root.addEventListener("change", (event) => {
    const control = event.target.closest("select[data-control], input[data-control]");
    if (control) run(control.dataset.control, control);
  });
}

export function fullScreen(element) {
  if (document.fullscreenElement) document.exitFullscreen();
  else element.requestFullscreen?.().catch(() => {});
}
