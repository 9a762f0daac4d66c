/**
 * The replay page. The page's JSON (`#replay-match`) names the match's players and games; the frames of a game, one per
 * step, come from the API and say everything that is drawn. The address's fragment keeps game, step and perspective:
 * it counts from 1, as all that people read does; everything else counts from 0.
 */

import * as badamSatti from "./badam-satti.js";
import { Deck, el, speak } from "./cards.js";
import { Controls } from "./controls.js";
import { Moves, signs } from "./moves.js";
import * as saatAath from "./saat-aath.js";
import { Worth } from "./worth.js";

const TABLES = { "saat-aath": saatAath, "badam-satti": badamSatti };

class Viewer {
  constructor(root) {
    this.root = root;
    this.match = JSON.parse(document.getElementById("replay-match").textContent);
    this.table = TABLES[this.match.game];
    this.deck = new Deck(root.dataset.cards);
    this.part = (name) => root.querySelector(`[data-part=${name}]`);
    this.frames = [];
    this.step = 0;
    this.moves = new Moves(this.part("moves"), (step) => this.controls.pause() ?? this.show(step));
    this.worth = new Worth(root.dataset.values, this.part("values"), () => this.show(this.step));
    this.controls = new Controls(this.part("controls"), this);
    this.listen();
    this.follow();
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The seats in turn, from the one that the reader sits at: whose cards are looked at, or else the first player's. */
  get order() {
    const count = this.match.names.length;
    const first = this.view ?? this.now.seats.indexOf(0);
    return Array.from({ length: count }, (_, i) => (first + i) % count);
  }

  listen() {
    this.part("games").addEventListener("click", (event) => {
      const button = event.target.closest("button[data-game]");
      if (!button) return;
      this.controls.pause();
      this.change(Number(button.dataset.game));
    });
    this.part("deals").addEventListener("change", (event) => this.show(Number(event.target.value)));
    this.part("perspective").addEventListener("change", (event) => {
      const view = event.target.value === "" ? null : Number(event.target.value);
      this.load(this.number, this.step, view);
    });
    const colours = this.part("colours");
    colours.checked = localStorage.getItem("four-colours") === "yes";
    this.deck.colours(colours.checked);
    colours.addEventListener("change", () => {
      localStorage.setItem("four-colours", colours.checked ? "yes" : "no");
      this.deck.colours(colours.checked);
      this.root.classList.toggle("four-colours", colours.checked);
    });
    this.root.classList.toggle("four-colours", colours.checked);
    this.part("worth").addEventListener("change", (event) => {
      Object.assign(this.worth, { wanted: event.target.checked, trouble: "" });
      this.show(this.step);
    });
    this.part("share").hidden = !navigator.clipboard; // there is none without https; the address bar has the link too
    this.part("share").addEventListener("click", async (event) => {
      const button = event.target;
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy link"; }, 1500);
    });
    window.addEventListener("hashchange", () => this.follow());
  }

  /** Go where the address's fragment says. */
  follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const index = (name, count) => {
      const text = asked.get(name) ?? "";
      return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= count ? Number(text) - 1 : null;
    };
    const view = index("view", this.match.names.length);
    this.load(index("game", this.match.games.length) ?? 0, index("step", Infinity) ?? 0, view);
  }

  async load(number, step, view) {
    if (number === this.number && view === this.view && this.frames.length) return this.show(step);
    const asked = (this.asked = Symbol("the latest wish wins"));
    const address = new URL(this.root.dataset.frames, location.href);
    address.searchParams.set("game", number);
    if (view !== null) address.searchParams.set("view", view);
    this.root.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      const frames = await answer.json();
      if (this.asked !== asked) return undefined;
      this.start(number, view, frames);
      this.show(step);
    } catch (error) {
      if (this.asked === asked) this.complain(error);
    } finally {
      if (this.asked === asked) this.root.removeAttribute("aria-busy");
    }
    return undefined;
  }

  complain(error) {
    const again = el("button", { type: "button" }, "Try again");
    again.addEventListener("click", () => this.follow());
    this.part("say").replaceChildren(`This game could not be loaded: ${error.message}. `, again);
  }

  start(number, view, frames) {
    Object.assign(this, { number, view, frames, now: this.match.games[number] });
    this.names = this.now.seats.map((player) => this.match.names[player]);
    this.moves.fill(frames, this.order, (seat) => this.label(seat));
    for (const button of this.part("games").querySelectorAll("button[data-game]")) {
      const current = Number(button.dataset.game) === number;
      if (current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const deals = frames.flatMap((frame, at) => (frame.kind === "deal" ? [el("option", { value: at }, `Deal ${frame.deal + 1}`)] : []));
    this.part("deals").replaceChildren(...deals);
    this.part("deals").closest("label").hidden = deals.length < 2;
    this.part("perspective").replaceChildren(
      el("option", { value: "" }, "All cards"),
      ...this.names.map((name, seat) => el("option", { value: seat }, `What ${name} saw`)));
    this.part("perspective").value = view ?? "";
    for (const frame of frames) for (const card of frame.hands.flat()) if (card) this.deck.card(card); // fetches the faces
  }

  show(wished) {
    if (!this.frames.length) return;
    const step = Math.max(0, Math.min(wished, this.last));
    this.step = step;
    const frame = { ...this.frames[step], worth: this.worth.next(this.number, this.frames[step]) ?? {} };
    this.deck.moving(() => this.part("table").replaceChildren(...this.picture(frame)));
    this.part("say").replaceChildren(...signs(frame.text));
    this.part("spoken").textContent = speak(frame.text);
    this.worth.tell(this.number, frame);
    this.part("worth").checked = this.worth.wanted;
    this.moves.costs((one) => this.worth.cost(this.number, one), frame.deal);
    this.part("count").textContent = `${step + 1} / ${this.frames.length}`;
    this.part("deals").value = this.frames.findLastIndex((one, at) => at <= step && one.kind === "deal");
    this.moves.mark(step);
    this.controls.update(step, this.last, frame.text);
    const fragment = new URLSearchParams({ game: this.number + 1, step: step + 1 });
    if (this.view !== null) fragment.set("view", this.view + 1);
    history.replaceState(null, "", `#${fragment}`);
    this.root.dataset.step = step; // where tests and style sheets can see it
  }

  picture(frame) {
    if (!this.table || !frame.hands.length) return [el("p", { class: "no-picture" }, frame.text)];
    return this.table.draw(this.deck, frame, this.order, (seat) => this.panel(frame, seat));
  }

  /** A player's number, where names are too long to stand everywhere. */
  chip(seat) {
    return el("span", { class: "chip", title: this.names[seat], "aria-hidden": "true" }, String(this.now.seats[seat] + 1));
  }

  /** A name as short as it can be without being another's: "hard" among a game's house bots. */
  brief(seat) {
    const brief = this.names.map((name) => name.split("/").pop().split("@")[0]);
    if (new Set(brief).size < brief.length) return this.names[seat];
    const shared = brief[0].slice(0, brief[0].lastIndexOf("-") + 1);
    return brief.every((name) => name.startsWith(shared)) ? brief[seat].slice(shared.length) || brief[seat] : brief[seat];
  }

  /** A column's heading. */
  label(seat) {
    const name = el("span", {}, this.brief(seat));
    if (this.names.length === 2) return name;
    return [this.chip(seat), el("span", { class: this.names.length > 4 ? "sr-only" : "" }, " ", name)];
  }

  /** The strip with a seat's name and what counts for it. */
  panel(frame, seat) {
    const fault = frame.faults.find((one) => one.seat === seat);
    const place = frame.places?.[seat];
    const classes = ["panel", frame.to_act === seat ? "to-act" : "", fault ? "at-fault" : "", place === 1 ? "first" : ""];
    return el("header", { class: classes.join(" "), "data-seat": seat },
      el("span", { class: "turn", title: "to act" }, frame.to_act === seat ? el("span", { class: "sr-only" }, "to act: ") : null),
      this.names.length > 2 ? this.chip(seat) : null,
      el("b", { class: "name", title: this.names[seat] }, this.names.length > 2 ? this.brief(seat) : this.names[seat]),
      fault ? el("span", { class: "fault", title: fault.stand_in ? "random plays this seat on" : "" }, `⚠ ${fault.kind}`) : null,
      place ? el("span", { class: "place" }, place === 1 ? "★ 1st" : ["", "", "2nd", "3rd"][place] ?? `${place}th`) : null,
      ...this.table.facts(frame, seat),
      this.match.scored ? el("span", { class: "score" }, "score ", el("b", {}, String(frame.scores[seat]))) : null);
  }

  deal(by) {
    const starts = this.frames.flatMap((frame, at) => (frame.kind === "deal" ? [at] : []));
    const here = starts.findLastIndex((at) => at <= this.step);
    const goal = starts[by < 0 && this.step > starts[here] ? here : here + by];
    if (goal !== undefined) this.show(goal);
  }

  game(by) {
    if (this.number + by in this.match.games) this.change(this.number + by);
  }

  /** Another game, over the same player's shoulder: on another seat, as a rule. */
  change(number) {
    const player = this.view === null ? null : this.now.seats[this.view];
    this.load(number, 0, player === null ? null : this.match.games[number].seats.indexOf(player));
  }

  perspective() {
    const next = (this.view ?? -1) + 1;
    this.load(this.number, this.step, next < this.match.names.length ? next : null);
  }
}

new Viewer(document.getElementById("replay"));
