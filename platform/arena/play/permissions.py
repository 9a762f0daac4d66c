"""Who sits where: a browser's session keeps the seats that it took, an account has those of its own."""

from collections.abc import Sequence

from django.http import HttpRequest

from arena.play.models import Seat, Table

SESSION = "play"
KEPT = 60  # tables, of one session


def remember(request: HttpRequest, seat: Seat) -> None:
    """Let this browser sit here."""
    tables = dict(request.session.get(SESSION, {}))
    numbers = tables.pop(str(seat.table_id), [])
    tables[str(seat.table_id)] = sorted({*numbers, seat.number})
    request.session[SESSION] = dict(list(tables.items())[-KEPT:])


def own_seats(request: HttpRequest, table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """The seats of this table on which whoever asks may play."""
    numbers = request.session.get(SESSION, {}).get(str(table.pk), [])
    user = request.user.pk if request.user.is_authenticated else None
    people = [seat for seat in seats if seat.kind == Seat.Kind.PERSON]
    return [seat for seat in people if seat.number in numbers or (user is not None and seat.user_id == user)]


def tables_of(request: HttpRequest) -> list[int]:
    """The tables that this browser remembers."""
    return [int(pk) for pk in request.session.get(SESSION, {})]
