/**
 * Best play: what each card of a deal would have led to with all cards known, where the game has a solver. The answers of a
 * deal come from the API, one entry per action, the tricks that every legal action would have led to; while they are being
 * computed (202, or 429) it is asked again. Moves that cost a trick are marked ?!, those that cost more ??.
 */

const LONGEST = 60; // seconds between two questions

export class BestPlay {
  /** @param address of the API, empty where the game has no solver; @param onNews is called when something has come. */
  constructor(address, onNews) {
    Object.assign(this, { address, onNews, trouble: false, deals: new Map() });
  }

  /** The answers of a deal, or null as long as there are none; asks for them the first time. */
  of(game, deal) {
    if (!this.address || deal === null) return null;
    const key = `${game}/${deal}`;
    if (!this.deals.has(key)) {
      this.deals.set(key, null);
      this.ask(game, deal, key);
    }
    return this.deals.get(key);
  }

  async ask(game, deal, key, tries = 0) {
    const address = new URL(this.address, location.href);
    address.search = new URLSearchParams({ game, deal });
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (answer.status === 202 || answer.status === 429 || answer.status === 503) {
        if (tries > 40) throw new Error("too long");
        const seconds = Number(answer.headers.get("Retry-After")) || Math.min(LONGEST, 1 + tries);
        setTimeout(() => this.ask(game, deal, key, tries + 1), Math.min(LONGEST, seconds) * 1000);
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      this.deals.set(key, Array.isArray(told) ? told : told.values);
      this.trouble = false;
    } catch {
      this.trouble = true; // the game can be watched without it
    }
    this.onNews();
  }

  /** What an action cost its seat in tricks, and what would have been better; null where that is not known. */
  cost(answers, frame) {
    const here = frame.action === null ? null : answers?.[frame.action];
    if (!here || !(frame.word in here)) return null;
    const best = Math.max(...Object.values(here));
    return { lost: best - here[frame.word], best: Object.keys(here).filter((action) => here[action] === best) };
  }

  /** The mistakes of a deal: `[{ step, seat, lost, frame, best }]`. */
  mistakes(game, deal, frames) {
    const answers = this.of(game, deal);
    if (!answers) return null;
    return frames.flatMap((frame, step) => {
      const cost = frame.deal === deal ? this.cost(answers, frame) : null;
      return cost?.lost > 0 ? [{ step, seat: frame.seat, frame, ...cost }] : [];
    });
  }

  /** What the deal was from its start with best play: the seat that calls and the tricks it makes. */
  par(game, deal, frames) {
    const first = this.of(game, deal)?.find(Boolean);
    const call = frames.find((frame) => frame.deal === deal && frame.action !== null && frame.kind === "call");
    return first && call ? { seat: call.seat, tricks: Math.max(...Object.values(first)) } : null;
  }
}

export const markOf = ({ lost }) => (lost > 1 ? "??" : "?!");
