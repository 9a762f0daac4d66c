/** The games of a match as buttons: a row beside the moves, and all of them with their results, board by board. */

import { classes, el } from "./dom.js";
import { number, text } from "./messages.js";

const ROW = 8;

export class Games {
  /** @param row, all the places; @param match as in the page's JSON; @param hides(game) whether its result is kept back. */
  constructor({ row, all, match, hides, choose }) {
    Object.assign(this, { row, all, match, hides });
    for (const root of [row, all]) {
      root.addEventListener("click", (event) => {
        const button = event.target.closest("button[data-game]");
        if (button) choose(Number(button.dataset.game));
      });
    }
  }

  show(current) {
    this.current = current;
    const { games } = this.match;
    const first = Math.max(0, Math.min(current - Math.floor(ROW / 2) + 1, games.length - ROW));
    const at = this.row.contains(document.activeElement) ? document.activeElement.dataset.game : null;
    this.row.replaceChildren(...games.slice(first, first + ROW).map((game) => this.button(game, number(game.number + 1))));
    this.row.hidden = games.length < 2;
    if (at !== null) this.row.querySelector(`[data-game="${at}"]`)?.focus({ preventScroll: true });
    const boards = Map.groupBy ? Map.groupBy(games, (game) => game.board) : group(games);
    this.all.replaceChildren(...[...boards].map(([board, list]) => el("section", {}, el("h3", {}, text("board", { number: board + 1 })),
      el("div", { class: "results" }, list.map((game) => this.button(game,
        this.hides(game) ? text("game.hidden") : game.result, text("game", { number: game.number + 1 })))))));
  }

  button(game, shown, head = null) {
    const winner = this.hides(game) ? -1 : winnerOf(game);
    const label = [text("game.of", { number: game.number + 1, all: this.match.games.length }), this.hides(game) ? "" : game.result].join(" ");
    return el("button", { type: "button", class: classes("game", winner >= 0 && `won p${winner}`), "data-game": game.number,
      "aria-label": label, "aria-current": game.number === this.current ? "true" : null, title: label },
    head && el("small", {}, head), el("span", {}, shown));
  }
}

/** The player who won a game, -1 where it is shared. */
export const winnerOf = (game) => (game.places.filter((place) => place === 1).length === 1 ? game.places.indexOf(1) : -1);

function group(games) {
  const boards = new Map();
  for (const game of games) boards.set(game.board, [...(boards.get(game.board) ?? []), game]);
  return boards;
}
