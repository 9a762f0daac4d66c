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

  show(entries) {
    this.page.side.offer("log", Boolean(entries?.length));
    if (!entries?.length) return;
    const { frame } = this.page.table;
    const here = entries.filter((entry) => entry.deal === frame.deal && entry.action === frame.action);
    this.page.table.part("tab-log").replaceChildren(here.length
      ? el("pre", { class: "log" }, here.map(({ stream, text: printed }) => el("span", { class: stream }, stream === "stderr" && el("b", {}, "stderr "), printed)))
      : el("p", {}, text("log.nothing")));
  }
}
