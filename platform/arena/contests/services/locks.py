"""Rows are locked in one order everywhere, contest, match, pool, so that no two writers wait for each other."""

from arena.contests.models import Contest, Match, Pool


def contest(contest_id: int) -> Contest:
    """The contest, locked to the end of the transaction. New rows may still refer to it meanwhile."""
    return Contest.objects.select_for_update(no_key=True).get(pk=contest_id)


def match(match_id: int) -> Match:
    return Match.objects.select_for_update(no_key=True).get(pk=match_id)


def pool(*, game: str, preset: str) -> Pool:
    Pool.objects.get_or_create(game=game, preset=preset)
    return Pool.objects.select_for_update(no_key=True).get(game=game, preset=preset)
