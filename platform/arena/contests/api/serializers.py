"""The API's words for contests, matches and ratings. Serializers read and check shapes; writes are in services."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from arena.contests import conf
from arena.contests.common.permissions import may_organise
from arena.contests.models import AuditEntry, Contest, Entry, Match, MatchPlayer, Rating, RatingChange

MILLI = "in Elo points, exact to three decimals"


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
        help_text="why nothing is rated: options of no preset, or limits below the standard; else empty", read_only=True
    )
    secret = serializers.CharField(
        source="revealed_secret", help_text="empty until the contest is over", read_only=True
    )
    entries = serializers.IntegerField(source="entry_count", read_only=True)
    matches = serializers.SerializerMethodField()
    invite_url = serializers.SerializerMethodField(help_text="for the organiser alone")
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Contest
        fields = [
            "id", "slug", "name", "kind", "format", "organiser", "state",
            "game", "preset", "options", "seats", "rounds", "boards", "action_seconds", "memory_mb", "unrated",
            "entry", "entries_per_account", "invite_url", "opens_at", "closes_at", "starts_at",
            "entries", "matches", "secret_sha256", "secret", "created_at", "started_at", "finished_at", "url",
        ]  # fmt: skip
        read_only_fields = fields

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


class CreateTournament(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=conf.NAME_LENGTH)
    game = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=40, required=False, allow_blank=True)
    options = serializers.DictField(required=False, help_text="what differs from the preset; see /games/")
    format = serializers.ChoiceField(["round-robin", "tables", "swiss"], required=False)
    rounds = serializers.IntegerField(min_value=1, max_value=conf.MAX_ROUNDS, required=False)
    boards = serializers.IntegerField(min_value=1, max_value=conf.MAX_BOARDS, required=False, help_text="of a match")
    action_seconds = serializers.FloatField(min_value=conf.SHORTEST_ACTION, max_value=10, required=False)
    memory_mb = serializers.IntegerField(min_value=conf.SMALLEST_MEMORY, max_value=2048, required=False)
    entry = serializers.ChoiceField(Contest.EntryMode.choices, required=False)
    entries_per_account = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    opens_at = serializers.DateTimeField(required=False, allow_null=True)
    closes_at = serializers.DateTimeField(required=False, allow_null=True)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    bots = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=500,
        help_text="bots to enter at once: ids, or owner/name",
    )  # fmt: skip


class AddEntry(serializers.Serializer[Any]):
    bot = serializers.CharField(max_length=100, help_text="its id, or owner/name")
    invite = serializers.CharField(max_length=64, required=False, default="", help_text="of the invitation link")


class Extension(serializers.Serializer[Any]):
    rounds = serializers.IntegerField(min_value=1, max_value=conf.MAX_ROUNDS)
    boards = serializers.IntegerField(
        min_value=1, max_value=conf.MAX_BOARDS, required=False, help_text="of each new match"
    )


class Reason(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class EntrySerializer(serializers.ModelSerializer[Entry]):
    bot = serializers.CharField(source="bot.__str__", help_text="owner/name", read_only=True)
    bot_id = serializers.IntegerField(read_only=True)
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True, read_only=True)

    class Meta:
        model = Entry
        fields = ["number", "bot", "bot_id", "version", "state", "entered_at"]
        read_only_fields = fields


class StandingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    bot = serializers.CharField(source="entry.bot.__str__", help_text="owner/name")
    bot_id = serializers.IntegerField(source="entry.bot_id")
    version = serializers.IntegerField(source="entry.version.number", default=None, allow_null=True)
    state = serializers.ChoiceField(Entry.State.choices, source="entry.state")
    matches = serializers.IntegerField()
    points = serializers.FloatField(help_text="sum of match scores")
    score = serializers.FloatField(allow_null=True, help_text="mean match score, 0 to 1")
    matches_with_faults = serializers.IntegerField(source="faulty")
    fit = serializers.DictField(
        allow_null=True, help_text="the fitted Elo with its 95 % interval, of the last snapshot"
    )


class AuditSerializer(serializers.ModelSerializer[AuditEntry]):
    actor = serializers.CharField(source="actor.username", default=None, allow_null=True, read_only=True)

    class Meta:
        model = AuditEntry
        fields = ["at", "actor", "action", "detail"]
        read_only_fields = fields


class PlayerSerializer(serializers.ModelSerializer[MatchPlayer]):
    bot = serializers.CharField(source="bot.__str__", help_text="owner/name", read_only=True)
    version = serializers.CharField(source="version.label", help_text="owner/name@number", read_only=True)
    score = serializers.FloatField(allow_null=True, read_only=True)
    faults = serializers.DictField(child=serializers.IntegerField(), help_text="how many of each kind", read_only=True)

    class Meta:
        model = MatchPlayer
        fields = ["number", "bot", "bot_id", "version", "score", "place", "faults", "cpu_seconds"]
        read_only_fields = fields


class MatchSerializer(serializers.ModelSerializer[Match]):
    tournament = serializers.IntegerField(source="contest_id", read_only=True)
    game = serializers.CharField(source="contest.game", read_only=True)
    preset = serializers.CharField(source="contest.preset", read_only=True)
    seed = serializers.SerializerMethodField(help_text="null until the match is over")
    games = serializers.SerializerMethodField(help_text="how many are played in all")
    trouble = serializers.SerializerMethodField(help_text="the platform's last failure, for operators alone")
    players = PlayerSerializer(many=True, read_only=True)
    replay = serializers.SerializerMethodField(help_text="where the replay is; null while there is none")
    replay_removed = serializers.BooleanField(
        source="lost_replay", help_text="there was one; a ladder's old matches may lose theirs", read_only=True
    )
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Match
        fields = [
            "id", "tournament", "game", "preset", "round", "number", "key", "seed", "boards", "games", "rated",
            "state", "attempts", "failures", "progress", "void_reason", "trouble", "queued_at", "started_at",
            "finished_at", "players", "replay", "replay_removed", "url",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, match: Any) -> str | None:
        return match.seed if match.has_replay or match.lost_replay or match.contest.is_over else None

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
