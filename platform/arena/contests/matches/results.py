"""Storing what a match brought: all of it in one transaction, and only while the claim is still held."""

import hashlib
import uuid
from collections import Counter
from decimal import Decimal

from django.db import transaction

import bots
from arena.contests.analysis import deals
from arena.contests.common import locks, states
from arena.contests.models import Match, Replay
from arena.contests.proof import chain, tries
from arena.contests.ratings import events
from games import replay as replays
from tournaments.results import from_replay, match_scores

MILLIONTH = Decimal("0.000001")


def store(*, match_id: int, token: uuid.UUID, outcome: bots.Outcome) -> bool:
    """Result, replay, logs and ratings. What follows for the contest is `schedule.advance`, after the commit. False,
    and nothing is changed, where the claim is no longer ours."""
    data = replays.dumps(outcome.replay)
    places = from_replay("", outcome.replay).places
    scores = match_scores(places, len(outcome.replay["players"]))
    faults = [Counter[str]() for _ in scores]
    for game in outcome.replay["games"]:
        for fault in game["faults"]:
            faults[fault["player"]][str(fault["kind"])] += 1

    with transaction.atomic():
        contest = locks.contest(Match.objects.values_list("contest_id", flat=True).get(pk=match_id))
        match = locks.match(match_id)
        if match.state != Match.State.RUNNING or match.claim != token:
            return False
        match.contest = contest
        players = list(match.players.select_related("bot__owner").defer("log", "log_marks"))
        for player in players:
            score = scores[player.number]
            player.score = (Decimal(score.numerator) / Decimal(score.denominator)).quantize(MILLIONTH)
            player.place = 1 + sum(other > score for other in scores)
            player.faults = dict(faults[player.number])
            if player.bot.owner.is_active:  # else it is nobody's any more
                player.log = outcome.logs[player.number]
                player.log_marks = [mark.to_json() for mark in outcome.marks[player.number]]
            player.cpu_seconds = outcome.cpu_seconds[player.number]
            player.save(update_fields=["score", "place", "faults", "log", "log_marks", "cpu_seconds"])
        match.places = places
        if match.rated:
            events.rate(match=match, players=players)
        states.move_matches(
            Match.objects.filter(pk=match_id),
            Match.State.DONE,
            places=places,
            progress=len(places),
            rating_sequence=match.rating_sequence,
        )
        digest = hashlib.sha256(data).hexdigest()
        Replay.objects.create(
            match=match,
            data=data,
            sha256=digest,
            deals=len(deals.complete(outcome.replay)),
            sampled=not deals.has_solver(contest.game),
        )
        tries.end(matches=[match.pk])
        chain.append(contest=contest, kind="result", match=match.number, replay_sha256=digest)
    return True
