from arena.accounts.models import User
from arena.contests.models import Contest, Match
from arena.errors import NotAllowed


def may_organise(*, user: User | None, contest: Contest) -> bool:
    """The organiser and the operators; nobody else, and of a ladder only the operators."""
    return user is not None and user.is_active and (user.is_staff or user.pk == contest.organiser_id)


def require_organiser(*, by: User | None, contest: Contest) -> None:
    """`by` None is the clock, which acts for the organiser."""
    if by is not None and not may_organise(user=by, contest=contest):
        raise NotAllowed(f"Only the organiser of {contest.name} may do that.")


def may_judge(*, user: User | None, match: Match) -> bool:
    """Who may declare a match void or have it played again: who organises the contest and has no bot in it; and the
    operators. Otherwise an organiser could reverse what a result did to the rating of a bot of their own."""
    if user is None or not may_organise(user=user, contest=match.contest):
        return False
    return user.is_staff or not match.players.filter(bot__owner=user).exists()
