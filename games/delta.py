"""Delta encoding of views: what changed since the view before, as JSON: much less than a whole view.

Both sides keep the values of the last view: the sender to compare with, the receiver to apply the changes to.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

Values = tuple[Any, ...]  # of a view's fields, in their order


class Delta:
    """For a game whose views are dataclasses that begin with `game`, and whose `to_json` is the other fields by name.

    `readers` turn a field's JSON into its value, where they differ. `grid` is a field of rows of cells, and `read_cell`
    the reader of a cell: changes name the cells that changed, [row, column, cell]. Of `history` they have what was
    added. All other fields are sent whole where they changed.
    """

    def __init__(
        self,
        view: Callable[..., Any],
        readers: Mapping[str, Callable[[Any], Any]],
        grid: str = "",
        read_cell: Callable[[Any], Any] = lambda cell: cell,
    ) -> None:
        self._view = view
        self._names = tuple([field.name for field in fields(view)][1:])  # type: ignore[arg-type]
        self._readers = {name: readers.get(name, _same) for name in self._names}
        self._places = {name: place for place, name in enumerate(self._names, 1)}
        self._grid = grid
        self._read_cell = read_cell
        self._of_grid = self._places[grid] if grid else 0
        self._of_deal, self._of_history = self._places["deal"], self._places["history"]
        self.values: Callable[[Any], Values] = attrgetter("game", *self._names)

    def between(self, before: Values, now: Values) -> dict[str, Any] | None:
        """The changes, for the JSON encoder; None where a whole view is needed, as in a new deal."""
        history = now[self._of_history]
        known = before[self._of_history]
        if now[self._of_deal] != before[self._of_deal] or history[: len(known)] != known:
            return None
        changes = {name: now[place] for name, place in self._places.items() if before[place] != now[place]}
        if "history" in changes:
            changes["history"] = history[len(known) :]
        if self._grid in changes:
            old, new = before[self._of_grid], now[self._of_grid]
            if list(map(len, old)) != list(map(len, new)):
                return None
            changes[self._grid] = cells = []
            for row, of_row in enumerate(new):
                if of_row != old[row]:
                    cells += [(row, column, cell) for column, cell in enumerate(of_row) if cell != old[row][column]]
        return changes

    def apply(self, before: Values, changes: Mapping[str, Any]) -> Values:
        """The values of the view that `changes`, read from JSON, lead to. Raises KeyError for an unknown field."""
        values = list(before)
        for name, change in changes.items():
            place = self._places[name]
            if name == "history":
                values[place] += tuple(map(tuple, change))
            elif name == self._grid:
                rows = list(values[place])
                for row, column, cell in change:
                    cells = rows[row]
                    rows[row] = (*cells[:column], self._read_cell(cell), *cells[column + 1 :])
                values[place] = tuple(rows)
            else:
                values[place] = self._readers[name](change)
        return tuple(values)

    def view(self, values: Values) -> Any:
        return self._view(*values)

    def from_json(self, game: Any, data: Mapping[str, Any]) -> Any:
        """The view that `to_json` wrote."""
        return self._view(game, *[read(data[name]) for name, read in self._readers.items()])


def pairs(rows: Any) -> Any:
    """Lists in a list, as tuples: a reader."""
    return tuple(map(tuple, rows))


def _same(value: Any) -> Any:
    return value
