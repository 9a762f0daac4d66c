/** The few rules that a picture needs; what may be played, the server says. */

export const SUITS = ["H", "S", "D", "C"]; // side by side in alternating colours
export const ROW = "A23456789TJQK"; // Badam Satti: the ace is low

/** Where the rows of Badam Satti can grow: the cards that fit now. */
export function fitting(rows) {
  return SUITS.flatMap((suit) => {
    const row = rows[suit];
    if (!row.length) return [`7${suit}`];
    const [low, high] = [ROW.indexOf(row[0][0]), ROW.indexOf(row.at(-1)[0])];
    return [low > 0 && ROW[low - 1] + suit, high < 12 && ROW[high + 1] + suit].filter(Boolean);
  });
}

/** Of the steps those that one stops at: in a run of passes only the last, unless every step is asked for. */
export function stops(frames, every = false) {
  const steps = frames.map((_, at) => at);
  return every ? steps : steps.filter((at) => !(frames[at].kind === "pass" && frames[at + 1]?.kind === "pass"));
}

/** The seats that passed one after the other up to this step. */
export function passedInARow(frames, step) {
  const seats = [];
  for (let at = step; frames[at]?.kind === "pass"; at -= 1) seats.unshift(frames[at].seat);
  return seats;
}
