/**
 * What each card would have won with all cards known, for readers who ask for it. A deal's answers come from the API
 * when the reader comes to that deal: one entry per action, the tricks that every legal action would have led to.
 */

import { el } from "./cards.js";
import { signs } from "./moves.js";

const pretty = (action) => {
  const signOf = { C: "♣", D: "♦", H: "♥", S: "♠" };
  return `${action.slice(0, -1).replace("T", "10")}${signOf[action.slice(-1)]}`;
};
const tricks = (number) => (number === 1 ? "1 trick" : `${number} tricks`);

export class Worth {
  /** @param address of the API; empty where the game has no solver. @param onNews is called when answers have come. */
  constructor(address, line, onNews) {
    Object.assign(this, { address, line, onNews, wanted: false });
    this.deals = new Map(); // "game/deal" -> its answers, or null while they are awaited
    this.trouble = "";
  }

  /** The answers of a frame's deal; asks for them if they are not there yet. */
  of(game, frame) {
    if (!this.wanted || !this.address || frame.deal === null) return null;
    const key = `${game}/${frame.deal}`;
    if (!this.deals.has(key)) {
      this.deals.set(key, null);
      this.trouble = "";
      this.ask(game, frame.deal, key);
    }
    return this.deals.get(key);
  }

  async ask(game, deal, key, tries = 5) {
    const address = new URL(this.address, location.href);
    address.search = new URLSearchParams({ game, deal });
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (answer.status === 429 && tries > 0) {
        const seconds = Math.min(60, Number(answer.headers.get("Retry-After")) || 2);
        setTimeout(() => this.ask(game, deal, key, tries - 1), seconds * 1000);
        return;
      }
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      this.deals.set(key, await answer.json());
    } catch (error) {
      this.deals.delete(key);
      this.wanted = false;
      this.trouble = `The solver's answers could not be had: ${error.message}.`;
    }
    this.onNews();
  }

  /** What the legal actions after this frame would lead to: {action: tricks}, or null. */
  next(game, frame) {
    const answers = this.of(game, frame);
    if (!answers || frame.to_act === null || !frame.legal.length) return null;
    return answers[frame.kind === "deal" ? 0 : (frame.action ?? answers.length - 1) + 1] ?? null;
  }

  /** What the action of this frame cost its seat, in tricks; null where that is not known. */
  cost(game, frame) {
    const here = frame.action === null ? null : this.of(game, frame)?.[frame.action];
    return here ? Math.max(...Object.values(here)) - here[frame.word] : null;
  }

  /** The sentence about the action just done. */
  tell(game, frame) {
    this.line.hidden = !this.wanted && !this.trouble;
    this.line.replaceChildren(...this.sentence(game, frame));
  }

  sentence(game, frame) {
    if (this.trouble) return [this.trouble];
    if (!this.wanted || frame.deal === null) return [];
    const answers = this.of(game, frame);
    if (!answers) return ["Working out every card of this deal…"];
    const here = frame.action === null ? null : answers[frame.action];
    const known = "With all cards known, ";
    if (!here) {
      const next = this.next(game, frame);
      return next ? [`${known}the best here leads to ${tricks(Math.max(...Object.values(next)))}.`] : ["\u00a0"];
    }
    const best = Math.max(...Object.values(here));
    const own = here[frame.word];
    if (own === best) return [el("span", { class: "right" }, "✓ "), ...signs(`${known}nothing was better: ${pretty(frame.word)} leads to ${tricks(own)}.`)];
    const better = Object.keys(here).filter((action) => here[action] === best).map(pretty);
    return [el("span", { class: "wrong" }, `−${best - own} `),
      ...signs(`${known}${better.slice(0, 3).join(" or ")} would have won ${tricks(best)}; ${pretty(frame.word)} leads to ${own}.`)];
  }
}
