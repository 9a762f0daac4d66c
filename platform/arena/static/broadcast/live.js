/** A table on which a broadcast runs: the feed's frames, and the words around the table. */

import { el } from "../table/dom.js";
import { text } from "../table/messages.js";
import { shortNames } from "../table/seats.js";
import { Table } from "../table/table.js";
import { Feed } from "./feed.js";

/** @param around the element that has the parts players, where, game and notice. Returns the `Live` at work. */
export class Live {
  constructor(root, around = root, { onTable = () => {} } = {}) {
    Object.assign(this, { root, around, onTable, table: null });
    this.feed = new Feed(root.dataset.source, {
      take: (facts, game, frames) => this.take(facts, game, frames),
      add: (frame) => this.table.append(frame),
      trouble: (yes) => this.note(yes ? text("live.lost") : null),
      over: () => this.note(text("live.next")),
      nothing: () => this.note(text("live.nothing")),
    });
    this.feed.start();
  }

  part(name) {
    return this.around.querySelector(`[data-part="${name}"]`);
  }

  note(words) {
    const place = this.part("notice");
    if (!place || place.textContent === (words ?? "")) return;
    place.textContent = words ?? "";
    place.hidden = !words;
  }

  take(facts, game, frames) {
    if (!this.table) {
      this.table = new Table(this.root, facts);
      this.onTable(this.table);
    } else this.table.play(facts);
    this.root.dataset.broadcast = this.feed.pk;
    this.root.classList.remove("silent");
    this.note(null);
    this.describe(facts, game);
    this.table.load(frames, { seats: game.seats, step: frames.length - 1 });
    this.root.removeAttribute("aria-busy");
  }

  describe(facts, game) {
    const short = shortNames(facts.names);
    const players = short.flatMap((name, at) => [at ? " \u2013 " : "", el("bdi", { title: facts.names[at] }, name)]);
    this.part("players")?.replaceChildren(...players.filter(Boolean));
    this.part("where")?.replaceChildren(`${facts.title} · `, el("a", { href: facts.contest_url }, facts.contest));
    if (this.part("game")) this.part("game").textContent = text("live.game", { number: game.number + 1, all: facts.all_games });
  }
}
