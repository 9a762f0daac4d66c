/** What a reader has chosen, kept in this browser; where it keeps nothing, for as long as the page is open. */

const kept = new Map();

export function get(name, otherwise) {
  try {
    return localStorage.getItem(`table.${name}`) ?? kept.get(name) ?? otherwise;
  } catch {
    return kept.get(name) ?? otherwise;
  }
}

export function set(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`table.${name}`, value);
  } catch { /* a private window: `kept` has it */ }
}

export const on = (name, otherwise = false) => get(name, otherwise ? "yes" : "no") === "yes";
export const turn = (name, yes) => set(name, yes ? "yes" : "no");

/** Suits in two colours or four, on the whole page. */
export function showColours() {
  if (on("four-colours")) document.documentElement.dataset.colours = "4";
  else delete document.documentElement.dataset.colours;
}
