/**
 * The page of a table in play. Its JSON (`#play`) has the match, the reader's seat (null for those who watch) and the
 * frames so far. Moves of others are shown one after the other, at a pace that one can follow.
 */

import { button, fullScreen, listen, press } from "../table/controls.js";
import { el } from "../table/dom.js";
import { Hand } from "../table/hand.js";
import { install, text } from "../table/messages.js";
import * as prefs from "../table/prefs.js";
import { actionButton } from "../table/result.js";
import { Table } from "../table/table.js";
import { Feed } from "./feed.js";
import { knock } from "./sound.js";

const PACE = { pass: 180, deal: 250, end: 900, follow: 650, default: 380 }; // milliseconds a step of others stays
const still = matchMedia("(prefers-reduced-motion: reduce)");
const json = (id) => JSON.parse(document.getElementById(id).textContent);

class PlayPage {
  constructor(root) {
    const { match, seat, news, addresses, listens } = json("play");
    Object.assign(this, { root, seat, addresses, version: news.version, queue: [], timer: null });
    this.table = new Table(root, match);
    this.hand = seat === null ? null : new Hand(this.table, seat);
    this.table.result = { actions: () => this.actions() };
    this.controls();
    this.table.load(news.frames, { seats: match.names.map((_, at) => at), view: seat, step: news.frames.length - 1 });
    this.feed = new Feed({ ...addresses, listens, have: () => this.have, tag: null, take: (now) => this.take(now) });
    if (news.state === "playing") this.feed.start();
    root.removeAttribute("aria-busy");
    root.addEventListener("table:action", ({ detail }) => this.act(detail.action));
  }

  /** How many frames are here, shown or waiting to be. */
  get have() {
    return this.table.frames.length + this.queue.length;
  }

  controls() {
    const names = ["sound", "fullscreen"].filter((name) => name !== "fullscreen" || document.fullscreenEnabled);
    this.table.part("controls").replaceChildren(el("div", { class: "run worded" },
      names.map((name) => button(name, { word: true, pressed: name === "sound" ? prefs.on("sound") : null }))));
    for (const box of this.root.querySelectorAll(".menu input[data-control]")) box.checked = prefs.on(box.dataset.control);
    listen(this.root, (what, control) => ({
      fullscreen: () => fullScreen(this.root),
      sound: () => { prefs.turn("sound", !prefs.on("sound")); press(this.root, "sound", prefs.on("sound")); knock(); },
      "four-colours": () => { prefs.turn(what, control.checked); prefs.showColours(); this.table.redraw(true); },
      again: () => this.table.part("again").submit(),
      turned: () => this.table.part("turned").submit(),
      replay: () => { location.href = this.addresses.replay; },
    })[what]?.());
  }

  actions() {
    return [
      this.seat !== null && actionButton("again", text("play.again"), { go: true }),
      this.seat !== null && actionButton("turned", text("result.turned"), { iconName: "turn" }),
      actionButton("replay", text("play.replay"), { iconName: "play" }),
    ].filter(Boolean);
  }

  async act(action) {
    this.hand.busy = true;
    this.table.redraw();
    const body = new URLSearchParams({ action, version: this.version, seat: this.seat, after: this.have,
      csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value });
    try {
      const answer = await fetch(this.addresses.act, { method: "POST", body, headers: { accept: "application/json" } });
      if (answer.status === 429 || answer.status >= 500) throw Object.assign(new Error(answer.statusText), { status: answer.status });
      if (answer.ok || answer.status === 409) this.take(await answer.json());
      else location.reload(); // the page is older than the table
    } catch (error) {
      this.hand.busy = false;
      this.hand.explain({ line: { key: "play.trouble", values: {} }, why: [error.status ? { key: "trouble.status", values: { status: error.status } } : { key: "trouble.network", values: {} }] });
    }
  }

  /** What the server has new. An answer that overlaps with what is here adds the rest. */
  take(now) {
    if (now.after > this.have) return this.feed.look();
    this.version = now.version;
    const fresh = now.frames.slice(this.have - now.after);
    this.queue.push(...fresh);
    if (now.state === "over") this.feed.stop();
    if (this.timer === null) this.next();
    return undefined;
  }

  /** Show one frame more; the hand waits until all have been seen. */
  next() {
    this.timer = null;
    const frame = this.queue.shift();
    if (this.hand) this.hand.busy = this.queue.length > 0;
    if (!frame) return this.table.redraw();
    this.table.append(frame);
    if (frame.kind === "pass") knock();
    if (this.queue.length === 0) return undefined;
    const own = frame.seat === this.seat && frame.kind !== "follow";
    const wait = still.matches ? 0 : own ? PACE.pass : PACE[frame.kind] ?? PACE.default;
    this.timer = setTimeout(() => this.next(), document.hidden ? 0 : wait);
    return undefined;
  }
}

install(json("table-messages"));
prefs.showColours();
new PlayPage(document.querySelector("[data-table]"));
