/**
 * How large cards are: the largest size at which everything fits the felt, from its width *and* height. All numbers are
 * pixels; what comes out becomes custom properties of the felt (`--w` and so on) and its `data-layout`.
 */

const SQUARE = 1.05; // how low a card of the hand may get, as a ratio of its width

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
const floor = (sizes) => Object.fromEntries(Object.entries(sizes).map(([key, value]) => [key, typeof value === "number" ? Math.floor(value * 10) / 10 : value]));

/** The size of text on a felt. */
export const textSize = (width, height) => clamp(13, Math.min(width / (width < 600 ? 26 : 40), height / 38), 30);

/** What both games' felts have around their cards. */
const room = (width, height) => {
  const em = textSize(width, height);
  const small = width < 600 || height < 420;
  return { width, height, em, small, pad: small ? 6 : 0.75 * em, strip: small ? 28 : 2.1 * em };
};

/** @param hand the most cards that lie in one hand: 5, and 6 during the draws. */
export function saatAath(width, height, { hand = 5, interactive = false }) {
  const box = room(width, height);
  const inner = { width: width - 2 * box.pad, height: height - 2 * box.pad - 2 * box.strip };
  const lift = interactive ? 0.14 : 0;
  const narrow = width < 600 || height > width;
  const fits = [facing(box, inner, hand), ...(narrow ? [stacked(box, inner, hand, lift), split(box, inner, hand, lift)] : [])];
  const best = fits.reduce((one, other) => (score(other) > score(one) ? other : one));
  return floor({ ...best, em: box.em, pad: box.pad, strip: box.strip });
}

const score = ({ w, wo, layout }) => w + wo / 2 + (layout === "facing" ? 2 : 0);

/** Table and Hand side by side, a row for each player, the trick between them. */
function facing({ em }, inner, hand) {
  const across = (inner.width - 3.6 * em - 4) / (5.3 + 1.1 * hand);
  const chrome = 2 * 2.2 * em + 1.7 * em + 1.4 * em; // heads and padding of trays, the caption of the trick, gaps
  const w = Math.min(across, (inner.height - chrome) / 4.9, (inner.height - chrome - 2.2 * em) / 4.34);
  return { layout: "facing", w, wo: w, wt: w * 1.08, pk: Math.max(1.1 * em, w * 0.28) };
}

/** Table above Hand for both players: tall and narrow. */
function stacked(_, inner, hand, lift) {
  const across = (inner.width - 40) / (1.09 * Math.max(5, hand));
  const w = Math.min(across, (inner.height - 4 * 10 - 2 * 17 - 8 * 4) / (5.6 + 1.54 + lift));
  return { layout: "stacked", w, wo: w, wt: w * 1.1, pk: 17 };
}

/** Low and narrow: the other player's trays share a row of small cards. */
function split(_, inner, hand, lift) {
  const wo = (inner.width - 36) / (5.3 + 1.06 * hand);
  const across = (inner.width - 40) / (1.09 * Math.max(5, hand));
  const rest = inner.height - (1.4 * wo + 15 + 24) - 2 * 10 - 16 - 6 * 4;
  const w = Math.min(across, (rest - 34 * 1.4) / (2.8 + lift));
  return { layout: "split", w, wo, wt: clamp(34, (rest - w * (2.8 + lift)) / 1.4 - 4, w * 1.2), pk: Math.max(14, w * 0.24) };
}

/**
 * @param hands how many cards each seat holds, the one below first; @param open which of them lie open.
 * `columns` is how many cards of the hand below lie side by side, `fans` into how many rows each other hand is cut.
 */
export function badamSatti(width, height, { hands, open, interactive = false }) {
  const box = room(width, height);
  const around = width >= 520 && width >= 1.1 * height;
  const sizes = (around ? circle : chips)(box, hands, open, interactive);
  return floor({ ...sizes, em: box.em, pad: box.pad, strip: box.strip });
}

/** The seats around the rows. */
function circle({ width, height, em, small, pad, strip }, hands, open, interactive) {
  const side = (small ? 8.2 : 9.6) * em;
  const top = hands.length === 4 || hands.length === 6;
  const mw = small ? 1.75 * em : 2.1 * em;
  const gaps = 1.8 * em + (top ? 1.3 * em : 0); // a note below the seat on top
  const above = top ? strip + 1.4 * mw + 0.4 * em : 0;
  for (let bw = (width - 2 * pad - 2 * side - 2 * em) / 14; ; bw -= 0.5) {
    const hw = Math.max(bw * 1.3, interactive ? 44 : 30);
    const below = strip + 1.4 * hw + (interactive ? 0.9 : 0.3) * em;
    const rest = height - 2 * pad - above - below - gaps - 0.5 * bw;
    const bh = Math.min(bw * 1.62, rest / 4);
    if (bh >= bw * 1.3 || bw < 14) {
      const each = (height - 2 * pad - above - below - em) / (hands.length > 4 ? 2 : 1);
      const most = Math.max(1, Math.floor((each - strip - 0.6 * em) / (1.4 * mw + 2)));
      const fans = fanRows(hands, open, side, 13).map((rows) => Math.min(rows, most));
      return { layout: "around", side, bw, bh, hw, mw, hh: 1.4, mh: 1.4, columns: hands[0], fans };
    }
  }
}

/** The others as chips above, the rows as wide as the felt, the hand below in even rows. */
function chips({ width, height, pad, strip }, hands, open, interactive) {
  const others = hands.length - 1;
  const perRow = others === 4 ? 2 : Math.min(others, 3);
  const rows = Math.ceil(others / perRow);
  const chip = (width - 2 * pad) / perRow - 12;
  const fans = fanRows(hands, open, chip, 11);
  const most = Math.max(...fans.slice(1));
  const bw = (width - 2 * pad - 10 - 12 * 2) / 13;
  const inner = height - 2 * pad - strip - 4 * 5;
  const least = interactive ? 44 : 34;
  let best = null;
  for (const mw of [30, 27, 24, 21, 19]) {
    const mh = mw > 24 ? 1.4 : 1.22;
    const above = rows * (24 + most * (mw * mh + 2) + 8);
    for (let columns = 4; columns <= 11; columns += 1) {
      const lines = Math.ceil(Math.max(1, hands[0]) / columns);
      const across = Math.min((width - 2 * pad) / columns - 4, 84);
      const space = inner - above - 4 * bw * 1.12 - 16;
      const high = space / lines - 5 - (interactive ? 6 : 0);
      const hw = Math.min(across, high / SQUARE); // a card may be cut off below before it gets too narrow to be tapped
      const hh = Math.min(1.4, high / hw);
      const value = Math.min(hw, 64) + (hw >= least ? 100 : 0) + mw / 2 - lines * 3 + hh * 40;
      if (hw > 12 && (!best || value > best.value)) best = { value, hw, hh, mw, mh, columns, lines, above };
    }
  }
  best ??= { hw: 20, hh: 1.4, mw: 19, mh: 1.22, columns: 9, lines: 2, above: rows * 50 };
  const below = best.lines * (best.hw * best.hh + 5 + (interactive ? 6 : 0));
  const bh = clamp(bw * 1.05, (inner - best.above - below - 16) / 4, bw * 1.9);
  const even = Math.ceil(hands[0] / Math.max(1, Math.ceil(hands[0] / best.columns)));
  return { layout: "chips", bw, bh, hw: best.hw, mw: best.mw, hh: best.hh, mh: best.mh, columns: Math.max(1, even), perRow, rows, fans };
}

/** Open hands are cut into rows where a card would show less than `least` pixels of itself; backs may overlap freely. */
function fanRows(hands, open, width, least) {
  return hands.map((count, at) => (at > 0 && open[at] ? Math.max(1, Math.ceil((count * least) / width)) : 1));
}
