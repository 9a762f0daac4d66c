/** Which games of a match this reader has watched to their end. */

import * as prefs from "./prefs.js";

export class Watched {
  constructor(match) {
    this.name = `watched.${match}`;
    this.games = new Set(prefs.get(this.name, "").split(",").filter(Boolean).map(Number));
  }

  has(number) {
    return this.games.has(number);
  }

  /** Returns whether it is news. */
  add(number) {
    if (this.games.has(number)) return false;
    this.games.add(number);
    prefs.set(this.name, [...this.games].join(","));
    return true;
  }
}
