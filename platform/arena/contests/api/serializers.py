"""The API's words for contests, matches and ratings. Serializers read and check shapes; writes are in services."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

import games
from arena.api.fields import Choice, Moment, Named, Number, Text, Whole
from arena.api.pages import PageQuery
from arena.api.serializers import Input, Query
from arena.contests import conf
from arena.contests.common import consent
from arena.contests.common.permissions import may_organise
from arena.contests.models import AuditEntry, Contest, Entry, Match, MatchPlayer, Rating, RatingChange, Try
from arena.contests.tournaments import lookup as tournaments
from arena.contests.tournaments.filters import KINDS
from arena.submissions import lookup
from tournaments.ratings.rated import all_pairs

MILLI = "in Elo points, exact to three decimals"
MOST_STEPS = 10**6  # a bound for numbers of games and deals; whether they exist is another question


class Rules(Query):
    """A game, a preset, and whether they go together."""

    game = Choice(games.names, required=False)
    preset = Named(lookup.preset, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if given.get("game") and given.get("preset"):
            lookup.preset(given["preset"], given["game"])
        return given


class TournamentQuery(Rules, PageQuery):
    kind = Choice(KINDS, required=False)
    state = Choice(Contest.State.values, required=False)
    format = Choice(Contest.Format.values, required=False)  # type: ignore[assignment]
    organiser = Named(lambda name: lookup.account(name, "organiser"), required=False, help_text="a username")


class MatchQuery(Rules, PageQuery):
    tournament = Named(tournaments.contest, required=False, help_text="id or slug of a tournament or ladder")
    round = Whole(min_value=1, max_value=MOST_STEPS, required=False)
    state = Choice(Match.State.values, required=False)
    bot = Named(lookup.bot, required=False, help_text="id or owner/name of a bot that plays")


class RatingQuery(Rules, PageQuery):
    bot = Named(lookup.bot, required=False, help_text="id or owner/name")


class LogQuery(Query):
    player = Whole(min_value=0, max_value=5, required=False, help_text="a player, from 0: what that bot printed")


class MovesLogQuery(Query):
    game = Whole(min_value=0, max_value=MOST_STEPS, default=0, help_text="its number, from 0")


class FramesQuery(Query):
    game = Whole(min_value=0, max_value=MOST_STEPS, default=0, help_text="its number, from 0")
    view = Whole(
        min_value=0, max_value=5, required=False, help_text="a seat, from 0: without the cards it could not see"
    )


class ValuesQuery(Query):
    game = Whole(min_value=0, max_value=MOST_STEPS, default=0, help_text="its number, from 0")
    deal = Whole(min_value=0, max_value=MOST_STEPS, default=0, help_text="its number in the game, from 0")


class StatisticsQuery(Query):
    entry = Whole(
        min_value=0, max_value=MOST_STEPS, required=False, help_text="its number: only its cells of the cross table"
    )


class CountsSerializer(serializers.Serializer[Any]):
    waiting = serializers.IntegerField()
    running = serializers.IntegerField()
    done = serializers.IntegerField()
    void = serializers.IntegerField()


class TournamentSerializer(serializers.ModelSerializer[Contest]):
    kind = serializers.ChoiceField(["tournament", "ladder"], read_only=True)
    organiser = serializers.CharField(source="organiser.username", default=None, allow_null=True, read_only=True)
    options = serializers.DictField(help_text="every option of the game", read_only=True)
    preset = serializers.CharField(help_text="empty where the options are no preset's", read_only=True)
    unrated = serializers.CharField(
        help_text="why nothing is rated: options of no preset, or limits below the standard; else empty. Of the rest "
        "each match says what is rated: see `consent` of entries",
        read_only=True,
    )
    secret = serializers.CharField(
        source="revealed_secret", help_text="empty until the contest is over", read_only=True
    )
    commitment_sha256 = serializers.CharField(
        help_text="of the document at `commitment/`; empty before the start, or where it started before there were any",
        read_only=True,
    )
    chain_head = serializers.SerializerMethodField(help_text="hash of the last record of what happened, at `chain/`")
    entries = serializers.IntegerField(source="entry_count", read_only=True)
    matches = serializers.SerializerMethodField()
    drawing = serializers.BooleanField(help_text="whether matches are still being drawn by a worker", read_only=True)
    problem = serializers.CharField(help_text="why it does not start or go on; empty where it does", read_only=True)
    invite_url = serializers.SerializerMethodField(help_text="for the organiser alone")
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Contest
        fields = [
            "id", "slug", "name", "kind", "format", "organiser", "state", "drawing", "problem",
            "game", "preset", "options", "seats", "rounds", "boards", "action_seconds", "memory_mb", "unrated",
            "entry", "entries_per_account", "invite_url", "opens_at", "closes_at", "starts_at",
            "entries", "matches", "commitment_sha256", "chain_head", "secret_sha256", "secret",
            "created_at", "started_at", "finished_at", "url",
        ]  # fmt: skip
        read_only_fields = fields

    def get_chain_head(self, contest: Any) -> str:
        return contest.last_record or contest.commitment_sha256

    @extend_schema_field(CountsSerializer)
    def get_matches(self, contest: Any) -> dict[str, int]:
        return {state: getattr(contest, f"{state}_count") or 0 for state in Match.State.values}

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_invite_url(self, contest: Contest) -> str | None:
        request = self.context["request"]
        if not contest.invite_token or not may_organise(user=request.user, contest=contest):
            return None
        return str(request.build_absolute_uri(f"{contest.get_absolute_url()}?invite={contest.invite_token}"))

    @extend_schema_field(serializers.URLField())
    def get_url(self, contest: Contest) -> str:
        return str(self.context["request"].build_absolute_uri(contest.get_absolute_url()))


class CreateTournament(Input):
    name = Text(max_length=conf.NAME_LENGTH * 4, help_text=f"up to {conf.NAME_LENGTH} characters")
    game = Text(max_length=40)
    preset = Text(max_length=40, required=False, allow_blank=True)
    options = serializers.DictField(required=False, help_text="what differs from the preset; see /games/")
    format = Choice(["round-robin", "tables", "swiss"], required=False)
    rounds = Whole(min_value=1, max_value=conf.MAX_ROUNDS, required=False)
    boards = Whole(min_value=1, max_value=conf.MAX_BOARDS, required=False, help_text="of a match")
    action_seconds = Number(min_value=conf.SHORTEST_ACTION, max_value=10, required=False)
    memory_mb = Whole(min_value=conf.SMALLEST_MEMORY, max_value=2048, required=False)
    entry = Choice(Contest.EntryMode.values, required=False)
    entries_per_account = Whole(min_value=1, max_value=1000, required=False)
    opens_at = Moment(required=False, allow_null=True)
    closes_at = Moment(required=False, allow_null=True)
    starts_at = Moment(required=False, allow_null=True)
    bots = serializers.ListField(
        child=Named(lookup.bot), required=False, max_length=500, help_text="bots to enter at once: ids, or owner/name"
    )


class AddEntry(Input):
    bot = Named(lookup.bot, help_text="its id, or owner/name")
    invite = Text(max_length=64, required=False, default="", allow_blank=True, help_text="of the invitation link")


class Extension(Input):
    rounds = Whole(min_value=1, max_value=conf.MAX_ROUNDS)
    boards = Whole(min_value=1, max_value=conf.MAX_BOARDS, required=False, help_text="of each new match")


class Reason(Input):
    reason = Text(max_length=conf.REASON_LENGTH * 4, required=False, default="", allow_blank=True)


class EntrySerializer(serializers.ModelSerializer[Entry]):
    bot = serializers.CharField(source="bot.__str__", help_text="owner/name", read_only=True)
    bot_id = serializers.IntegerField(read_only=True)
    version = serializers.IntegerField(
        source="version.number", default=None, allow_null=True, read_only=True, help_text="its number, from 1"
    )
    consent = serializers.SerializerMethodField(
        help_text="how its owner agreed to be rated here: `owner` (entered it), `setting` (of the bot), `house`; "
        "empty where it is not rated, since the owner did not agree, or the contest is older than that question"
    )

    class Meta:
        model = Entry
        fields = ["number", "bot", "bot_id", "version", "state", "consent", "entered_at"]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(["", *Entry.Consent.values]))
    def get_consent(self, entry: Entry) -> str:
        return consent.now(entry)


class StandingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(
        allow_null=True, help_text="level bots share it; null while nothing that counts has been played"
    )
    bot = serializers.CharField(source="entry.bot.__str__", help_text="owner/name")
    bot_id = serializers.IntegerField(source="entry.bot_id")
    version = serializers.IntegerField(source="entry.version.number", default=None, allow_null=True)
    state = serializers.ChoiceField(Entry.State.choices, source="entry.state")
    matches = serializers.IntegerField(help_text="done")
    byes = serializers.IntegerField(help_text="complete rounds without a match")
    void = serializers.IntegerField(source="voids", help_text="void matches that count 1/2")
    points = serializers.FloatField(help_text="sum of match scores, byes and void matches counting 1/2")
    counted_points = serializers.FloatField(
        source="counted", help_text="those of complete rounds, from which the place of a tournament follows"
    )
    score = serializers.FloatField(allow_null=True, help_text="points over all that they are made of, 0 to 1")
    rating = serializers.SerializerMethodField(help_text=f"of a ladder: after the bot's last match in it, {MILLI}")
    matches_with_faults = serializers.IntegerField(source="faulty")
    fit = serializers.DictField(
        allow_null=True, help_text="the fitted Elo with its 95 % interval, of the last snapshot"
    )

    def get_rating(self, row: Any) -> float | None:
        return None if row.rating is None else row.rating / 1000


class AuditSerializer(serializers.ModelSerializer[AuditEntry]):
    actor = serializers.CharField(source="actor.username", default=None, allow_null=True, read_only=True)

    class Meta:
        model = AuditEntry
        fields = ["at", "actor", "action", "detail"]
        read_only_fields = fields


class PlayerSerializer(serializers.ModelSerializer[MatchPlayer]):
    bot = serializers.CharField(source="bot.__str__", help_text="owner/name", read_only=True)
    version = serializers.IntegerField(source="version.number", help_text="its number, from 1", read_only=True)
    label = serializers.CharField(source="version.label", help_text="owner/name@version", read_only=True)  # type: ignore[assignment]
    score = serializers.FloatField(allow_null=True, read_only=True)
    faults = serializers.DictField(child=serializers.IntegerField(), help_text="how many of each kind", read_only=True)
    tricks_lost = serializers.IntegerField(
        allow_null=True,
        read_only=True,
        help_text="by mistakes, with all cards known, in the deals analysed so far; null while there are none",
    )
    deals_analysed = serializers.IntegerField(read_only=True, help_text="so far; 0 for games without a solver")

    class Meta:
        model = MatchPlayer
        fields = [
            "number", "bot", "bot_id", "version", "label", "score", "place", "faults", "cpu_seconds",
            "tricks_lost", "deals_analysed",
        ]  # fmt: skip
        read_only_fields = fields


class TrySerializer(serializers.ModelSerializer[Try]):
    class Meta:
        model = Try
        fields = ["number", "key", "worker", "started_at", "ended_at", "reason"]
        read_only_fields = fields


class MatchSerializer(serializers.ModelSerializer[Match]):
    tournament = serializers.IntegerField(source="contest_id", read_only=True)
    game = serializers.CharField(source="contest.game", read_only=True)
    preset = serializers.CharField(source="contest.preset", read_only=True)
    seed = serializers.SerializerMethodField(help_text="null until the match is over")
    games = serializers.SerializerMethodField(help_text="how many are played in all")
    rated = serializers.BooleanField(help_text="whether any pair of its players is", read_only=True)
    rated_pairs = serializers.SerializerMethodField(help_text="the pairs of players that are rated, by `number`")
    unrated = serializers.CharField(help_text="why the other pairs are not; empty where all are", read_only=True)
    trouble = serializers.SerializerMethodField(help_text="the platform's last failure, for operators alone")
    players = PlayerSerializer(many=True, read_only=True)
    tries = TrySerializer(many=True, read_only=True, help_text="each with deals of its own, recorded when it started")
    replay = serializers.SerializerMethodField(help_text="where the replay is; null while there is none")
    replay_removed = serializers.BooleanField(
        source="lost_replay", help_text="there was one; a ladder's old matches may lose theirs", read_only=True
    )
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Match
        fields = [
            "id", "tournament", "game", "preset", "round", "number", "key", "seed", "boards", "games", "rated",
            "rated_pairs", "unrated", "state", "attempts", "failures", "progress", "void_reason", "trouble",
            "queued_at", "started_at", "finished_at", "players", "tries", "replay", "replay_removed", "url",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, match: Any) -> str | None:
        return match.seed if match.has_replay or match.lost_replay or match.contest.is_over else None

    @extend_schema_field(serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())))
    def get_rated_pairs(self, match: Match) -> list[list[int]]:
        if match.pairs is None:
            return [list(pair) for pair in all_pairs(match.contest.seats)] if match.rated else []
        return [list(pair) for pair in match.pairs]

    def get_games(self, match: Match) -> int:
        return match.boards * match.contest.seats

    def get_trouble(self, match: Match) -> str:
        return match.trouble if self.context["request"].user.is_staff else ""

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_replay(self, match: Any) -> str | None:
        if not match.has_replay:
            return None
        return reverse("api:match-replay", args=[match.pk], request=self.context["request"])

    @extend_schema_field(serializers.URLField())
    def get_url(self, match: Match) -> str:
        return str(self.context["request"].build_absolute_uri(match.get_absolute_url()))


class RatingSerializer(serializers.ModelSerializer[Rating]):
    game = serializers.CharField(source="pool.game", read_only=True)
    preset = serializers.CharField(source="pool.preset", read_only=True)
    bot = serializers.CharField(source="bot.__str__", help_text="owner/name", read_only=True)
    rating = serializers.SerializerMethodField(help_text=MILLI)

    class Meta:
        model = Rating
        fields = ["id", "game", "preset", "bot", "bot_id", "rating", "matches"]
        read_only_fields = fields

    def get_rating(self, rating: Rating) -> float:
        return rating.value / 1000


class RatingChangeSerializer(serializers.ModelSerializer[RatingChange]):
    match = serializers.IntegerField(source="match_id", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True)
    old = serializers.SerializerMethodField(help_text=MILLI)
    change = serializers.SerializerMethodField(help_text=MILLI)
    new = serializers.SerializerMethodField(help_text=MILLI)

    class Meta:
        model = RatingChange
        fields = ["sequence", "match", "version", "reversal", "old", "change", "new", "at"]
        read_only_fields = fields

    def get_old(self, change: RatingChange) -> float:
        return change.old / 1000

    def get_change(self, change: RatingChange) -> float:
        return change.change / 1000

    def get_new(self, change: RatingChange) -> float:
        return change.new / 1000
