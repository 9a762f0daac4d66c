/**
 * The replay page. Its JSON (`#table-match`) names the match's players and games; the frames of a game come from the API.
 * The address's fragment keeps game, step and view: it counts from 1, as all that people read does; the rest from 0.
 */

import { el } from "./dom.js";
import { fetched } from "./fetched.js";
import { Games } from "./games.js";
import { keys, touch } from "./gestures.js";
import { choice, button, fullScreen, listen, press, showPlaying, transport } from "./controls.js";
import { install, text } from "./messages.js";
import { Playback } from "./playback.js";
import * as prefs from "./prefs.js";
import { Review } from "./review.js";
import { Side } from "./side.js";
import { Table } from "./table.js";
import { Watched } from "./watched.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);

class ReplayPage {
  constructor(root) {
    this.root = root;
    this.match = json("table-match");
    this.table = new Table(root, this.match);
    this.watched = new Watched(this.match.key);
    this.hide = prefs.on("hide-results");
    this.number = null;
    this.controls();
    this.review = new Review(this);
    this.games = new Games({ row: this.table.part("games-row"), all: this.table.part("games"), match: this.match,
      hides: (game) => this.hides(game), choose: (number) => this.change(number) });
    this.side = new Side(this.table.part("side"), ["moves", "games", "log"].map((name) => [name, this.table.part(`tab-${name}`)]));
    this.side.offer("log", false);
    this.side.offer("games", this.match.games.length > 1);
    root.addEventListener("table:step", () => this.stepped());
    window.addEventListener("hashchange", () => this.follow());
    keys(root, (what) => this.run(what));
    touch(this.table.felt, (what) => this.run(what));
    this.follow();
  }

  controls() {
    const place = this.table.part("controls");
    this.playback = new Playback(this.table, { onEnd: () => this.ended(), onChange: () => this.showPlaying() });
    place.replaceChildren(transport(), el("div", { class: "opts" },
      choice("view", [["", text("view.all")]], ""),
      this.match.solved && button("best", { word: true, pressed: prefs.on("best-play", true) }),
      button("hide", { word: true, pressed: this.hide }),
      button("moves", { word: true, className: "for-sheet", pressed: null })));
    listen(this.root, (what, control) => this.run(what, control));
    this.menu();
  }

  /** The switches in the menu of the page's head. */
  menu() {
    for (const box of this.root.querySelectorAll(".menu input[data-control]")) {
      box.checked = prefs.on(box.dataset.control);
    }
    const menu = this.root.querySelector(".menu");
    document.addEventListener("pointerdown", (event) => !menu.contains(event.target) && menu.removeAttribute("open"));
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.removeAttribute("open");
      menu.querySelector("summary").focus();
    });
    const copy = menu.querySelector("[data-control=copy]");
    copy.hidden = !navigator.clipboard; // there is none without https; the address bar has the link too
  }

  run(what, control = null) {
    const { table, playback } = this;
    const steps = { first: () => 0, last: () => table.last, back: () => table.next(-1), forward: () => table.next(1) };
    if (what in steps) {
      playback.pause();
      this.stopWaiting();
      return table.show(steps[what]());
    }
    const does = {
      play: () => playback.toggle(),
      speed: () => { playback.faster(); this.showPlaying(); },
      fullscreen: () => fullScreen(this.root),
      view: () => this.look(control ? (control.value === "" ? null : Number(control.value)) : this.nextView()),
      best: () => this.review.toggle(),
      hide: () => this.toggleHide(),
      moves: () => this.side.toggle(control),
      "deal-back": () => this.deal(-1),
      "deal-forward": () => this.deal(1),
      "game-back": () => this.change(this.number - 1),
      "game-forward": () => this.change(this.number + 1),
      "next-game": () => this.change(this.number + 1, { play: this.waiting !== null }),
      "turned-game": () => this.change(this.turned()),
      again: () => { table.show(0); playback.play(); },
      retry: () => this.follow(),
      "four-colours": () => { prefs.turn(what, control.checked); prefs.showColours(); },
      "every-step": () => { prefs.turn(what, control.checked); table.every = control.checked; table.show(table.step); },
      copy: () => navigator.clipboard.writeText(location.href).then(() => { control.textContent = text("copied"); }),
    };
    return does[what]?.();
  }

  showPlaying() {
    showPlaying(this.root, this.playback.playing, this.playback.speed);
    this.root.classList.toggle("runs", this.playback.playing);
  }

  /** Go where the address's fragment says. */
  follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const index = (name, count) => {
      const given = asked.get(name) ?? "";
      return /^[1-9]\d{0,5}$/.test(given) && Number(given) <= count ? Number(given) - 1 : null;
    };
    this.load(index("game", this.match.games.length) ?? 0, index("step", Infinity) ?? 0, index("view", this.match.names.length));
  }

  async load(number, step, view) {
    if (number === this.number && view === this.table.view && this.table.frames.length) return this.table.show(step);
    this.stopWaiting();
    const asked = (this.asked = Symbol("the latest wish wins"));
    const address = new URL(this.root.dataset.frames, location.href);
    address.searchParams.set("game", number);
    if (view !== null) address.searchParams.set("view", view);
    this.root.setAttribute("aria-busy", "true");
    try {
      const frames = await fetched(address);
      if (this.asked !== asked) return false;
      this.start(number, view, frames, step);
    } catch (error) {
      if (this.asked === asked) this.complain(error);
      return false;
    } finally {
      if (this.asked === asked) this.root.removeAttribute("aria-busy");
    }
    return true;
  }

  complain(error) {
    this.table.felt.replaceChildren(el("div", { class: "in plain" }, el("div", { class: "sheet-card" },
      el("h2", {}, text("trouble")), el("p", {}, text(error.status ? "trouble.status" : "trouble.network", { status: error.status ?? 0 })),
      el("div", { class: "acts" }, el("button", { type: "button", class: "b go", "data-control": "retry" }, text("retry"))))));
  }

  start(number, view, frames, step) {
    this.number = number;
    const game = this.match.games[number];
    this.table.result = this.review.resultOf(game);
    this.table.load(frames, { seats: game.seats, view, step });
    const select = this.root.querySelector("select[data-control=view]");
    select.replaceChildren(el("option", { value: "" }, text("view.all")),
      ...this.table.order.map((seat) => el("option", { value: seat }, text("view.seat", { name: this.table.name(seat) }))));
    select.value = view ?? "";
    this.games.show(number);
    this.review.start();
  }

  stepped() {
    const { table } = this;
    if (table.frame.kind === "result" && this.watched.add(this.number)) this.games.show(this.number);
    const fragment = new URLSearchParams({ game: this.number + 1, step: table.step + 1 });
    if (table.view !== null) fragment.set("view", table.view + 1);
    history.replaceState(null, "", `#${fragment}`);
    this.review.stepped();
  }

  look(view) {
    this.load(this.number, this.table.step, view);
  }

  nextView() {
    const next = (this.table.view ?? -1) + 1;
    return next < this.match.names.length ? next : null;
  }

  deal(by) {
    const { table } = this;
    const starts = table.frames.flatMap((frame, at) => (frame.kind === "deal" ? [at] : []));
    const here = starts.findLastIndex((at) => at <= table.step);
    const goal = starts[by < 0 && table.step > starts[here] ? here : here + by];
    if (goal !== undefined) table.show(goal);
  }

  /** Another game, over the same player's shoulder: on another seat, as a rule. */
  async change(number, { play = false } = {}) {
    if (!this.match.games[number]) return;
    this.playback.pause();
    const player = this.table.view === null ? null : this.table.seats[this.table.view];
    const view = player === null ? null : this.match.games[number].seats.indexOf(player);
    if (await this.load(number, 0, view) && play) this.playback.play();
  }

  /** The game with the same cards in which everybody sits one seat further, or undefined. */
  turned() {
    const { board, rotation } = this.match.games[this.number];
    const next = (rotation + 1) % this.match.names.length;
    return this.match.games.find((game) => game.board === board && game.rotation === next)?.number;
  }

  /** At the end of a game that was played by itself: the next one follows after some seconds. */
  ended() {
    if (!this.match.games[this.number + 1]) return;
    let left = 5;
    const tick = () => {
      const place = this.root.querySelector("[data-control=next-game] .tick");
      if (place) place.textContent = text("result.in", { count: left });
      left -= 1;
      if (left < 0) this.run("next-game");
      else this.waiting = setTimeout(tick, 1000);
    };
    tick();
  }

  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = null;
    const place = this.root.querySelector("[data-control=next-game] .tick");
    if (place) place.textContent = "";
  }

  hides(game) {
    return this.hide && !this.watched.has(game.number);
  }

  toggleHide() {
    this.hide = !this.hide;
    prefs.turn("hide-results", this.hide);
    press(this.root, "hide", this.hide);
    this.games.show(this.number);
    this.review.stepped();
  }
}

install(json("table-messages"));
prefs.showColours();
new ReplayPage(document.querySelector("[data-table=replay]"));
