/**
 * A broadcast's steps from the server, shown each at its moment. The server says how much time has passed since the start
 * and sends the frames of the next seconds; between two answers this page's own clock counts on, so that every page shows
 * the same card at the same moment, however long its answers take.
 */

import { fetched } from "../table/fetched.js";

const ASK = 2000; // milliseconds between two questions
const PATIENCE = 12000; // the longest pause while the server does not answer

export class Feed {
  /** @param source the address to ask. `take` is given `(facts, game, frames)` when another game begins, `add` a frame,
   * `trouble` whether the server is away, `over` that nothing follows yet, `nothing` that nothing is on. */
  constructor(source, { take, add, trouble = () => {}, over = () => {}, nothing = () => {} }) {
    Object.assign(this, { source, take, add, trouble, over, nothing, pk: 0, facts: null, waiting: [], first: 0, known: 0, game: null, best: Infinity });
  }

  start() {
    this.ask();
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
  }

  /** Seconds since the start of what is on. */
  get elapsed() {
    return performance.now() / 1000 - this.zero;
  }

  async ask() {
    clearTimeout(this.timer);
    if (this.asking) return;
    this.asking = true;
    let pause = ASK;
    try {
      const sent = performance.now();
      const answer = await fetched(`${this.source}?broadcast=${this.pk}&after=${this.known}`);
      this.read(answer, sent, performance.now());
      this.failures = 0;
      this.trouble(false);
    } catch {
      this.failures = (this.failures ?? 0) + 1;
      pause = Math.min(PATIENCE, ASK * 2 ** (this.failures - 1));
      if (this.failures > 1) this.trouble(true);
    }
    this.asking = false;
    this.timer = setTimeout(() => this.ask(), pause);
  }

  read(answer, sent, received) {
    if (answer.broadcast === null) {
      if (this.pk || !this.said) this.nothing();
      this.said = true;
      this.pk = 0;
      return;
    }
    if (answer.match) {
      Object.assign(this, { pk: answer.broadcast, facts: answer.match, waiting: [], known: answer.first, game: null, best: Infinity });
    } else if (answer.first !== this.known) {
      return; // an answer to a question that has been asked again meanwhile
    }
    this.seconds = answer.seconds;
    this.clock(answer.elapsed, sent, received);
    this.waiting.push(...answer.frames);
    this.known += answer.frames.length;
    this.due();
  }

  /** The quickest answers tell the time best: half of the way there and back is the error. */
  clock(elapsed, sent, received) {
    const way = received - sent;
    if (way > this.best * 1.5 + 20) return;
    this.best = Math.min(way, this.best);
    this.zero = (sent + received) / 2000 - elapsed;
  }

  /** Show what has come on view, and wait for the next. */
  due() {
    clearTimeout(this.alarm);
    const now = this.elapsed;
    let count = this.waiting.findIndex(([at]) => at > now);
    if (count < 0) count = this.waiting.length;
    const steps = this.waiting.splice(0, count);
    for (let at = 0; at < steps.length;) {
      const game = steps[at][1];
      let end = at;
      while (end < steps.length && steps[end][1] === game) end += 1;
      const frames = steps.slice(at, end).map(([, , frame]) => frame);
      if (game === this.game) frames.forEach((frame) => this.add(frame));
      else this.take(this.facts, this.facts.games[game], frames);
      this.game = game;
      at = end;
    }
    if (now > this.seconds) this.over();
    else if (this.waiting.length) this.alarm = setTimeout(() => this.due(), Math.max(0, 1000 * (this.waiting[0][0] - this.elapsed)));
  }
}
