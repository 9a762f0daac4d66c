/**
 * What a bot printed during the move on view, for its owner: the tab "Log". The page has `data-log` where the reader may
 * see one: an address that answers `{ entries: [{ deal, action, player, stream, text }] }` for a game. Without it, or where
 * the match was recorded without offsets, the tab is not offered.
 */

import { el } from "./dom.js";
import { fetched } from "./fetched.js";
import { text } from "./messages.js";

export class LogTab {
  constructor(page) {
    this.page = page;
    this.entries = new Map(); // game number -> entries, null while they are awaited
  }

  get address() {
    return this.page.root.dataset.log;
  }

  async stepped() {
    const { number, side } = this.page;
    if (!this.address || !side) return;
    if (!this.entries.has(number)) {
      this.entries.set(number, null);
      const address = new URL(this.address, location.href);
      address.searchParams.set("game", number);
      try {
        this.entries.set(number, (await fetched(address)).entries);
      } catch {
        return; // no log of this game: the tab stays away
      }
      if (this.page.number !== number) return;
    }
    this.show(this.entries.get(number));
  }

  /** Whether an entry was printed during the step on view: a move, a fault instead of one, a game's start or its end. */
  belongs(entry) {
    const { frame, frames, step } = this.page.table;
    if (frame.kind === "result") return entry.deal === null;
    if (entry.deal !== frame.deal) return false;
    if (frame.kind === "deal") return entry.action === null;
    if (frame.kind !== "fault") return frame.action !== null && entry.action === frame.action;
    const before = frames.slice(0, step).findLast((one) => one.deal === frame.deal && one.action !== null);
    return entry.action === (before ? before.action + 1 : 0);
  }

  show(entries) {
    this.page.side.offer("log", Boolean(entries?.length));
    if (!entries?.length) return;
    const here = entries.filter((entry) => this.belongs(entry));
    this.page.table.part("tab-log").replaceChildren(here.length
      ? el("pre", { class: "log" }, here.map(({ stream, text: printed }) => el("span", { class: stream }, stream === "stderr" && el("b", {}, "stderr "), printed)))
      : el("p", {}, text("log.nothing")));
  }
}
