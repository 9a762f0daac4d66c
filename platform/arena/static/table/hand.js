/**
 * The table for somebody who sits at it. Legal cards are lifted and numbered, the places where they would go are ringed; a
 * tap, a key or Enter on either plays; another card says why it must wait. Trumps are called with four large buttons,
 * hands are arranged by dragging or with arrows, cards drawn and given by tapping them. Whatever is chosen goes out as
 * `table:action` {action}, in the words of the rules; nothing is decided here.
 */

import { Arrange } from "./arrange.js";
import { bids } from "./bids.js";
import { cardValue, suitValue } from "./cards.js";
import { list, text } from "./messages.js";
import { fitting } from "./rules.js";

const CARD = /^[A2-9TJQK][CDHS]$/;

export class Hand {
  constructor(table, seat) {
    Object.assign(this, { table, seat, busy: false, refused: null, interactive: true });
    table.me = seat;
    table.hand = this;
    this.arrange = new Arrange(this);
    table.root.addEventListener("click", (event) => this.click(event));
    table.root.addEventListener("table:step", () => { this.refused = null; });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether it is the reader's turn in this frame, the newest one. */
  asked(frame) {
    return !this.busy && frame === this.table.frames.at(-1) && frame.to_act === this.seat;
  }

  /** What is asked for: "card", "give", "draw", "call", "arrange", or null. */
  wish(frame) {
    if (!this.asked(frame)) return null;
    const first = frame.legal[0];
    if (!first) return frame.legal_why?.why === "must-lay-hand-down" ? "arrange" : null; // 120 orders are not listed
    if (first.length === 1) return "call";
    return CARD.test(first) ? "card" : first.split(" ")[0];
  }

  actionOf(frame, card) {
    return frame.legal.find((action) => action === card || action === `give ${card}`);
  }

  /** Attributes of a card on the felt. */
  choice(frame, seat, card, at) {
    const wish = this.wish(frame);
    if (wish === "draw" && seat !== this.seat && at !== undefined) {
      return { tag: "button", className: "ok", "data-legal": true, "data-action": `draw ${at}`, "data-key": at + 1, label: text("draw.position", { number: at + 1 }) };
    }
    if (seat !== this.seat || !card || !wish) return {};
    if (wish === "arrange") return this.arrange.choice(frame, card);
    const action = this.actionOf(frame, card);
    if (action) return { tag: "button", className: "ok", "data-legal": true, "data-action": action, "data-key": this.keyOf(frame, action) };
    return wish === "call" ? {} : { tag: "button", className: "no", "aria-disabled": "true", "data-why": card };
  }

  /** Legal cards are numbered as they lie, from left to right: first the Table, then the hand. */
  keyOf(frame, action) {
    const lying = [...(frame.stacks?.[this.seat] ?? []).map(({ cards }) => cards.at(-1)), ...frame.hands[this.seat]].filter(Boolean);
    const legal = lying.map((card) => this.actionOf(frame, card)).filter(Boolean);
    const at = legal.indexOf(action);
    return at < 9 ? at + 1 : null;
  }

  /** Attributes of a ringed spot, or null where nothing can be put there. */
  spot(frame, spot) {
    if (this.wish(frame) !== "card") return null;
    if (spot === "trick") return { "data-legal": true, "data-trick": true };
    return frame.legal.includes(spot) ? { "data-legal": true, "data-action": spot } : null;
  }

  /** What stands in the middle while something other than a card is asked for. */
  ask(frame) {
    const wish = this.wish(frame);
    if (wish === "call") return bids(this.table, frame, this.seat);
    if (wish === "arrange") return this.arrange.ask(frame);
    return null;
  }

  /** The lines beside the table, where they are about the reader's turn. */
  note(frame) {
    if (this.refused) return this.refused;
    const wish = this.wish(frame);
    if (!wish) return null;
    return { tone: "mine", line: this.line(frame, wish), why: this.hint(frame, wish) };
  }

  line(frame, wish) {
    if (wish !== "card") return { key: `turn.${wish}`, values: {} };
    const { why, suit } = frame.legal_why ?? {};
    if (frame.rows) return { key: "turn.fits", values: { count: frame.legal.length } };
    if (why === "must-follow" || why === "only-card-of-suit") return { key: "turn.follow", values: { suit: suitValue(suit) } };
    if (why === "cannot-follow") return { key: "turn.free", values: { suit: suitValue(suit) } };
    return { key: "turn.lead", values: {} };
  }

  hint(frame, wish) {
    if (wish === "call") return [{ key: this.topSevens ? "turn.call.sevens" : "turn.call.why", values: { card: cardValue("7H"), other: cardValue("7S") } }];
    if (wish !== "card") return [{ key: `turn.${wish}.why`, values: {} }];
    const cards = list(frame.legal.map(cardValue), "disjunction");
    const before = [...this.table.frames].reverse().find((one) => one.card && one.seat !== this.seat);
    const led = before && { key: before.kind === "lay" ? "turn.laid" : "turn.led", values: { name: this.table.name(before.seat), card: cardValue(before.card) } };
    const may = { key: "turn.may", values: { cards } };
    return (frame.rows || frame.trick?.length === 1) && led ? [led, may] : [may];
  }

  get topSevens() {
    return this.table.rules.options.sevens === "top";
  }

  click(event) {
    const button = event.target.closest("[data-action], [data-why], [data-trick]");
    if (!button || !this.table.felt.contains(button)) return;
    if (button.dataset.action) this.choose(button.dataset.action);
    else if (button.dataset.why) this.refuse(button.dataset.why);
    else if (this.table.frame.legal.length === 1) this.choose(this.table.frame.legal[0]);
    else this.explain({ line: { key: "turn.which", values: {} }, why: this.hint(this.table.frame, "card") });
  }

  choose(action) {
    if (!this.asked(this.table.frame)) return;
    this.refused = null;
    this.table.root.dispatchEvent(new CustomEvent("table:action", { detail: { action } }));
  }

  /** Say why a card may not be played. */
  refuse(card) {
    const { frame } = this.table;
    const shown = cardValue(card);
    let why = [];
    if (frame.rows) why = [{ key: "refuse.row", values: { cards: list(fitting(frame.rows).map(cardValue), "disjunction") } }];
    else if (frame.legal_why?.led) {
      const { suit, led } = frame.legal_why;
      const counts = this.topSevens && card[0] === "7";
      why = [counts && { key: "refuse.seven", values: {} }, { key: "refuse.follow", values: { suit: suitValue(suit), led: cardValue(led) } }].filter(Boolean);
    } else if (frame.legal.some((action) => action.startsWith("give"))) why = [{ key: "refuse.give", values: {} }];
    this.explain({ line: { key: "refuse", values: { card: shown } }, why });
    this.table.root.dispatchEvent(new CustomEvent("table:refused", { detail: { card } }));
  }

  explain(note) {
    this.refused = { ...note, tone: "bad" };
    this.table.redraw();
    this.table.speak();
  }

  /** The table was drawn: nothing to do but for who arranges. */
  drawn() {
    this.table.root.classList.toggle("refused", Boolean(this.refused));
    this.arrange.drawn(this.table.frame);
  }

  /** 1 to 9 choose a legal card; arrows lead from one card to the next. */
  key(event) {
    const { felt } = this.table;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) felt.querySelector(`[data-key="${event.key}"]`)?.click();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !felt.contains(document.activeElement) || this.arrange.key(event, by)) return;
    const direction = getComputedStyle(felt).direction === "rtl" ? -by : by;
    const buttons = [...felt.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(document.activeElement) + direction];
    if (next) next.focus();
    event.preventDefault();
  }
}
