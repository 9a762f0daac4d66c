"""Rows are locked in one order everywhere: contest, account, match, pool. So no two writers wait for each other."""

from arena.accounts.models import User
from arena.contests.models import Contest, Match, Pool


def contest(contest_id: int) -> Contest:
    """The contest, locked to the end of the transaction. New rows may still refer to it meanwhile."""
    return Contest.objects.select_for_update(no_key=True).get(pk=contest_id)


def account(user_id: int) -> None:
    """So that a count over all contests of an account holds until the commit."""
    User.objects.select_for_update(no_key=True).filter(pk=user_id).first()


def match(match_id: int) -> Match:
    return Match.objects.select_for_update(no_key=True).get(pk=match_id)


def pool(*, game: str, preset: str) -> Pool:
    Pool.objects.get_or_create(game=game, preset=preset)
    return Pool.objects.select_for_update(no_key=True).get(game=game, preset=preset)
