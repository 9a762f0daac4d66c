"""Which errors of the database mean that it is away."""

from django.db import InterfaceError, OperationalError

SHUTTING_DOWN = ("57P01", "57P02", "57P03", "53300")  # by an operator, by a crash, not up yet; too many connections
CONNECTION = "08"  # the class of connection exceptions


def is_away(error: BaseException) -> bool:
    """Whether the database does not answer. Deadlocks, timeouts of a statement or a lock and the like are answers: they
    concern the one who asked."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state in SHUTTING_DOWN or state.startswith(CONNECTION)
