/** Who sits where: short names, numbers, colours. */

import { el } from "./dom.js";

/** Names as short as they can be without being another's: "hard" for "builtin/saat-aath-hard@1". */
export function shortNames(names) {
  const short = names.map((name) => name.replace(/ \(\d+\)$/, "").split("/").pop().split("@")[0]);
  const shared = short[0].slice(0, short[0].lastIndexOf("-") + 1);
  const cut = shared && short.every((name) => name.startsWith(shared) && name.length > shared.length)
    ? short.map((name) => name.slice(shared.length)) : short.map((name) => name.replace(/^(saat-aath|badam-satti)-(?=.)/, ""));
  const unique = new Set(cut).size === cut.length ? cut : short;
  if (new Set(unique).size === unique.length) return unique;
  return unique.map((name, at) => (unique.filter((one) => one === name).length === 1 ? name : `${name} ${at + 1}`));
}

/** A player's name in a sentence. */
export const nameValue = (short, full = short) => ({ text: () => short, node: () => el("bdi", { title: full === short ? null : full }, short) });

/** The seats in turn from `first`, who sits below. */
export const turnOrder = (count, first) => Array.from({ length: count }, (_, at) => (first + at) % count);
