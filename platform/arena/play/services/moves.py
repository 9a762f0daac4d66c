"""Cards are played: by people, by the computer, and by the computer for people who are away."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from arena import broker
from arena.errors import Refused
from arena.play import live
from arena.play.models import Seat, Table
from arena.play.state import state_of
from games import IllegalAction, InvalidAction, State, players

SLOW = ("hard",)  # levels that think longer than a request should take: a task plays them
TASK = "arena.play.tasks.play_computers"


class Behind(Exception):
    """The table has changed since the version that the request is about."""


def act(*, table: Table, seats: Sequence[Seat], seat: int, action: str, version: int) -> None:
    """Play `action` for the person on `seat`, and what quick computers answer. Raises Behind, or Refused."""
    if table.version != version:
        raise Behind
    state = state_of(table)
    if table.state != Table.State.PLAYING or state.to_act is None:
        raise Refused("The game is over." if table.state == Table.State.OVER else "The game has not begun.", "action")
    if state.to_act != seat:
        raise Refused("It is not your turn.", "action")
    try:
        state.apply(action)
    except (IllegalAction, InvalidAction) as error:
        raise Refused(f"You may not do that: {error}", "action") from None
    settle(table, seats, [action], state)


def settle(table: Table, seats: Sequence[Seat], new: list[str], state: State | None = None) -> None:
    """Store these actions, which `state` has, and those of quick computers after them. Raises Behind where somebody
    else was first; nothing is stored then."""
    state = state or state_of(table)
    actions = [*table.actions, *new]
    while state.to_act is not None and seats[state.to_act].automatic and _level(table, seats[state.to_act]) not in SLOW:
        actions.append(_choose(table, seats[state.to_act], state, len(actions)))
        state.apply(actions[-1])
    _store(table, seats, actions, state)


def play_computers(*, table_id: int) -> None:
    """Play on for as long as it is the computer's turn, and store each action by itself. Doing this twice, or late,
    changes nothing: who is second finds a newer version."""
    while True:
        table = Table.objects.get(pk=table_id)
        seats = list(table.seats.all())
        state = state_of(table)
        if table.state != Table.State.PLAYING or state.to_act is None or not seats[state.to_act].automatic:
            return
        action = _choose(table, seats[state.to_act], state, len(table.actions))
        state.apply(action)
        try:
            _store(table, seats, [*table.actions, action], state, queue=False)
        except Behind:
            return


def _level(table: Table, seat: Seat) -> str:
    if seat.kind == Seat.Kind.COMPUTER:
        return seat.level
    return "normal" if "normal" in players.names(table.game) else "random"


def _choose(table: Table, seat: Seat, state: State, number: int) -> str:
    """The computer's choice. It is given this seat's view alone, and chance that nobody can know before the end."""
    player = players.load(_level(table, seat), table.rules, seed=f"{table.seed}/{number}")
    player.start_game(0, seat.number)
    return player.act(state.view(seat.number))


def _store(table: Table, seats: Sequence[Seat], actions: list[str], state: State, *, queue: bool = True) -> None:
    """Compare and set: only the version that was read is replaced."""
    started = table.started_at or timezone.now()
    now = max([0, *table.times[-1:], int((timezone.now() - started).total_seconds() * 1000)])
    due = state.to_act is not None and seats[state.to_act].automatic
    changed = Table.objects.filter(pk=table.pk, version=table.version).update(
        actions=actions,
        times=[*table.times, *[now] * (len(actions) - len(table.times))],
        version=table.version + 1,
        state=Table.State.PLAYING if state.to_act is not None else Table.State.OVER,
        to_act=state.to_act,
        computer_due=due,
        moved_at=Now(),
    )
    if not changed:
        raise Behind
    announce(table.pk)
    if due and queue:
        transaction.on_commit(lambda: broker.send_all(TASK, [table.pk]), robust=True)  # the sweep finds a lost one


def announce(table_id: int) -> None:
    """Tell those who listen, when the change is committed, that there is something new."""
    live.announce_on_commit(table_id)
