/** Cards as elements: one image per card, kept for as long as a deal lasts, so that it can be seen to move. */

const RANKS = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king", 2: "two", 3: "three", 4: "four", 5: "five",
  6: "six", 7: "seven", 8: "eight", 9: "nine" };
export const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };

/** An element of the given tag, with attributes (null and false leave one out) and children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** "AS" as a person reads it: "A♠". */
export const short = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]][0]}`;

/** "AS" as a person hears it: "ace of spades". */
export const spoken = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]][1]}`;

/** A sentence with card signs ("A♠") made fit for a screen reader. */
export function speak(text) {
  const suits = Object.fromEntries(Object.values(SUITS));
  return text
    .replace(/\b([2-9AJQK]|10)([♣♦♥♠])/g, (_, rank, suit) => `${RANKS[rank === "10" ? "T" : rank]} of ${suits[suit]}`)
    .replace(/[♣♦♥♠]/g, (suit) => suits[suit]);
}

/** A card sign for running text, in its suit's colour. */
export function sign(card) {
  const name = card in SUITS ? SUITS[card][1] : spoken(card);
  const text = card in SUITS ? SUITS[card][0] : short(card);
  return el("span", { class: `sign suit-${card.slice(-1)}`, role: "img", "aria-label": name }, text);
}

export class Deck {
  /** @param base URL of the folder of the card faces. */
  constructor(base) {
    this.base = base;
    this.fourColours = false;
    this.images = new Map();
  }

  source(card) {
    return `${this.base}${this.fourColours ? "4color-bf" : "2color-bf"}/${card}.svg`;
  }

  /** The element of a card; of a hidden one (null) a new back. */
  card(card, ...classes) {
    if (!card) return el("span", { class: ["card back", ...classes].join(" "), role: "img", "aria-label": "hidden card" });
    let image = this.images.get(card);
    if (!image) {
      image = el("img", { src: this.source(card), alt: spoken(card), draggable: "false" });
      this.images.set(card, image);
    }
    image.className = ["card", ...classes.filter(Boolean)].join(" ");
    return image;
  }

  colours(four) {
    this.fourColours = four;
    for (const [card, image] of this.images) image.src = this.source(card);
  }

  /** Run `draw`, then let every card that is elsewhere now travel there, if the reader likes motion. */
  moving(draw) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = new Map();
    for (const image of this.images.values()) {
      if (still) image.getAnimations().forEach((animation) => animation.cancel()); // begun before it was asked for
      else if (image.isConnected) before.set(image, image.getBoundingClientRect());
    }
    draw();
    for (const [image, from] of before) {
      if (!image.isConnected) continue;
      for (const animation of image.getAnimations()) animation.cancel();
      const to = image.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) < 2 || !to.width) continue;
      image.animate([{ translate: `${x}px ${y}px`, zIndex: 5 }, { translate: "0 0", zIndex: 5 }],
        { duration: 220, easing: "ease-out" });
    }
  }
}
