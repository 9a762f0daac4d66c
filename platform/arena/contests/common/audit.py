from arena.accounts.models import User
from arena.contests.models import AuditEntry, Contest


def record(*, contest: Contest, by: User | None, action: str, detail: str = "") -> None:
    """Write down what was done, in the transaction that did it. `by` is None where the clock did it."""
    AuditEntry.objects.create(contest=contest, actor=by, action=action, detail=detail)
