"""Which deals are analysed: those that somebody looks at, and some of each match, chosen by chance."""

import json
import random
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from arena.contests.analysis import line
from arena.contests.analysis.deals import Where, complete, exists, has_solver
from arena.contests.models import Analysis, Match, Replay
from arena.errors import Missing
from arena.stored_times import passed
from games import solver

ASKED_AGAIN_SECONDS = 2  # sooner is the same question


def ask(*, match: Match, where: Where) -> Analysis:
    """The analysis of a deal, as it is. Where it is not done the deal moves to the front of the line.

    Computes nothing. Raises Missing where the game has no solver, the replay no such deal, or the solver failed at it.
    """
    if not has_solver(match.contest.game):
        raise Missing(f"Best play is computed for Saat-Aath alone; this match is of {match.contest.rules.title}.")
    found = Analysis.objects.filter(replay=match.pk, game=where.game, deal=where.deal)
    analysis = found.first() or _make(match, where)
    if analysis.state in (Analysis.State.DONE, Analysis.State.FAILED) and analysis.solver != solver.VERSION:
        renewed = found.filter(state=analysis.state).exclude(solver=solver.VERSION)
        waiting = {"state": Analysis.State.WAITING, "values": "", "lost": None, "trouble": ""}
        renewed.update(**waiting, attempts=0, failures=0, cpu_seconds=0)
        analysis.refresh_from_db()
    if analysis.state != Analysis.State.DONE and not settings.ANALYSIS_CPU_PERCENT:
        raise Missing("This site computes no best play.")
    if analysis.state == Analysis.State.FAILED:
        raise Missing("Best play of this deal could not be computed.")
    if analysis.state == Analysis.State.WAITING:
        earlier = Q(asked_at=None) | passed("asked_at", ASKED_AGAIN_SECONDS)
        if found.filter(earlier, state=Analysis.State.WAITING).update(asked_at=Now()):
            transaction.on_commit(line.send, robust=True)
    return analysis


def retry_after(analysis: Analysis) -> int:
    """The seconds after which it makes sense to ask again."""
    if line.seconds_left() <= 0:
        return 60
    return 1 if analysis.asked_at is None else 3


def sample_next() -> int:
    """Put some deals of the newest match into the line of which none were chosen yet. Returns how many matches there
    were: 1 or 0. The choice is by the match's seed, so that twice at once chooses the same deals."""
    if not settings.ANALYSIS_DEALS:
        return 0
    replays = Replay.objects.filter(sampled=False, match__state=Match.State.DONE, match__contest__game=solver.GAME)
    stored = replays.select_related("match").order_by(F("match__finished_at").desc(), "-pk").first()
    if stored is None:
        return 0
    deals = complete(json.loads(bytes(stored.data)))
    chance = random.Random(f"{stored.match.seed}/analysis")  # noqa: S311  # a fair choice, not a secret
    chosen = chance.sample(deals, min(settings.ANALYSIS_DEALS, len(deals)))
    with transaction.atomic():
        rows = [Analysis(replay=stored, game=game, deal=deal, requested_at=Now()) for game, deal in chosen]
        Analysis.objects.bulk_create(rows, ignore_conflicts=True)
        for game, deal in chosen:
            Analysis.objects.filter(replay=stored, game=game, deal=deal).update(sampled=True)
        Replay.objects.filter(pk=stored.pk).update(sampled=True)
    return 1


def _make(match: Match, where: Where) -> Analysis:
    data = Replay.objects.values_list("data", flat=True).get(match=match)
    if not exists(json.loads(bytes(data)), where):
        raise Missing(f"There is no deal {where.deal} in a game {where.game} of this match.")
    make = partial(Analysis.objects.get_or_create, replay_id=match.pk, game=where.game, deal=where.deal)
    return make(defaults={"requested_at": Now()})[0]
