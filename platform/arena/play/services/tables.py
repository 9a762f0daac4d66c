"""Open a table, take a seat, begin, and play the same cards once more with the seats turned."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

import games
from arena.accounts.models import User
from arena.errors import Refused
from arena.play import names
from arena.play.models import Seat, Table
from arena.play.services import moves
from games import players

NAME_TRIES = 20


def open_table(
    *, game: games.Game, level: str, user: User | None, friends: bool = False, chair: int | None = None
) -> tuple[Table, Seat]:
    """A new table with a seat for whoever asks, which is returned with it.

    With `friends` the other seats stay open until the game begins; otherwise it begins at once, against the computer.
    """
    if level not in players.names(game.name):
        raise Refused(f"{level} is not a computer player of {game.title}.", "level")
    seat = secrets.randbelow(game.seats) if chair is None else chair
    others = Seat.Kind.OPEN if friends else Seat.Kind.COMPUTER
    sitting: list[dict[str, Any]] = [{"kind": others, "level": level} for _ in range(game.seats)]
    sitting[seat] = {"kind": Seat.Kind.PERSON, "level": level, "name": person(user), "user": user, "host": True}
    with transaction.atomic():
        table = _create(game, secrets.token_hex(32), sitting)
        if not friends:
            begin(table_id=table.pk)
    table.refresh_from_db()
    return table, table.seats.get(number=seat)


def person(user: User | None, taken: Sequence[str] = ()) -> str:
    """An account's name, or one that is drawn."""
    return user.username if user else names.guests(1, taken)[0]


def _create(game: games.Game, seed: str, sitting: Sequence[Mapping[str, Any]], **fields: Any) -> Table:
    for _ in range(NAME_TRIES):
        try:
            with transaction.atomic():
                table = Table.objects.create(
                    name=names.table(), game=game.name, options=dict(game.options), seed=seed, **fields
                )
        except IntegrityError:
            continue  # the name is taken
        Seat.objects.bulk_create(
            Seat(table=table, number=number, salt=secrets.token_hex(8), **one) for number, one in enumerate(sitting)
        )
        return table
    raise Refused("No name for a new table could be found. Please try again.")


def take_seat(*, table: Table, user: User | None, name: str = "") -> Seat:
    """A free seat for one more person; `name` is one of those that were offered. The last one begins the game."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if locked.state != Table.State.WAITING:
            raise Refused("This game has begun. You can watch it.")
        free = locked.seats.filter(kind=Seat.Kind.OPEN).first()
        if free is None:
            raise Refused("All seats of this table are taken. You can watch it.")
        taken = list(locked.seats.exclude(name="").values_list("name", flat=True))
        if user is None and name and (name not in names.GUESTS or name in taken):
            raise Refused("Somebody else has this name now. Choose another one.", "name")
        free.name = user.username if user else name or names.guests(1, taken)[0]
        free.kind, free.user = Seat.Kind.PERSON, user
        free.save(update_fields=["name", "kind", "user"])
        if not locked.seats.filter(kind=Seat.Kind.OPEN).exists():
            begin(table_id=locked.pk)
        else:
            Table.objects.filter(pk=locked.pk).update(version=locked.version + 1, moved_at=Now())
    moves.announce(table.pk)
    return free


def begin(*, table_id: int) -> None:
    """Deal. The computer takes the seats that are still open. A table that plays already is left as it is."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if table.state != Table.State.WAITING:
            return
        table.seats.filter(kind=Seat.Kind.OPEN).update(kind=Seat.Kind.COMPUTER)
        Table.objects.filter(pk=table.pk).update(started_at=Now())
        table.refresh_from_db()
        moves.settle(table, list(table.seats.all()), [])


def turn(*, table: Table) -> Table:
    """The table that plays the same cards with everybody one seat further: there is one, whoever asks first."""
    if table.state != Table.State.OVER:
        raise Refused("The seats can be turned when the game is over.")
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        if found := Table.objects.filter(earlier=table).first():
            return found
        seats = list(table.seats.all())
        sitting: list[Mapping[str, Any]] = [
            {key: getattr(seats[number - 1], key) for key in ("kind", "level", "name", "user", "host")}
            for number in range(len(seats))
        ]
        new = _create(table.rules, table.seed, sitting, earlier=table, turned=table.turned + 1)
        begin(table_id=new.pk)
    new.refresh_from_db()
    return new
