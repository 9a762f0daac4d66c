/** Cards that are elsewhere now travel there, if the reader likes motion. */

const still = matchMedia("(prefers-reduced-motion: reduce)");

const spots = (felt) => new Map([...felt.querySelectorAll(".card[data-card]")].map((card) => [card.dataset.card, card.getBoundingClientRect()]));

/** Run `draw`; then move every card of the felt from where it was. Nothing moves when `jump` is set. */
export function travelling(felt, draw, jump = false) {
  if (still.matches) felt.getAnimations?.({ subtree: true }).forEach((one) => one.cancel()); // begun before it was asked for
  if (still.matches || jump) return draw();
  const before = spots(felt);
  draw();
  for (const card of felt.querySelectorAll(".card[data-card]")) {
    const from = before.get(card.dataset.card);
    if (!from?.width) continue;
    const to = card.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2 || !to.width) continue;
    card.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 }], { duration: 260, easing: "cubic-bezier(.2, .8, .2, 1)" });
  }
  return undefined;
}
