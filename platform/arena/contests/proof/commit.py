"""What a contest consists of, committed to when it starts."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac

from arena.accounts.models import BUILTIN, User
from arena.contests.models import Commitment, Contest, Entry
from arena.contests.standings.table import tie_breaks
from arena.errors import Missing
from tournaments import draws, seeds
from tournaments.bundle import commitment
from tournaments.bundle.records import HOUSE
from tournaments.ratings import elo


def commit(*, contest: Contest, entries: Sequence[Entry], matches: int | None) -> str:
    """Choose the secret of a contest that starts, and write down what it consists of. Returns the SHA-256 to publish.

    `entries` have their names, versions and consents; `matches` is how many its rounds hold, None for a ladder, whose
    month is that of its start. The contest is saved and has `started_at`; its new fields are saved here.
    """
    contest.secret = seeds.new_secret()
    contest.secret_sha256 = seeds.commitment(contest.secret)
    started = contest.started_at
    if started is None:
        raise ValueError(f"{contest.slug} has not started")
    contest.rating_rule, contest.k, contest.house_boards = commitment.RATING_RULE, elo.K, settings.HOUSE_RATED_BOARDS
    ladder = contest.format == Contest.Format.LADDER
    text = commitment.document(
        commitment.Commitment(
            contest=contest.slug,
            name=contest.name,
            game=contest.game,
            options=dict(contest.options),
            preset=contest.preset,
            format=contest.format,
            schedule=draws.OF_FORMAT[contest.format],
            seats=contest.seats,
            rounds=contest.rounds,
            boards=contest.boards,
            matches=matches,
            action_seconds=contest.action_seconds,
            memory_mb=contest.memory_mb,
            k=elo.K,
            rating_rule=contest.rating_rule,
            unrated=contest.unrated,
            ranking=contest.ranking,
            tie_breaks=tie_breaks(contest),
            secret_sha256=contest.secret_sha256,
            entries=tuple(map(_committed, entries)),
            started_at=started.isoformat(),
            house_boards=contest.house_boards,
            month=f"{started:%Y-%m}" if ladder else None,
        )
    )
    contest.commitment_sha256 = commitment.hash_of(text)
    fields = ["secret", "secret_sha256", "commitment_sha256", "rating_rule", "k", "house_boards"]
    contest.save(update_fields=fields)
    Commitment.objects.create(contest=contest, text=text.decode())
    return contest.commitment_sha256


def published_text(contest: Contest) -> str:
    """The document, whose SHA-256 is the contest's `commitment_sha256`. Raises Missing where there is none."""
    text = Commitment.objects.filter(contest=contest).values_list("text", flat=True).first()
    if text is None:
        raise Missing(f"{contest.name} has no commitment: it has not started, or it did before there were any.")
    return text


def owner_token(owner: User) -> str:
    """Equal for the bots of one owner, whatever they are called later, and says nothing else."""
    if owner.username == BUILTIN:
        return HOUSE
    return salted_hmac("satti.owner", str(owner.pk), algorithm="sha256").hexdigest()[:16]


def _committed(entry: Entry) -> commitment.Committed:
    version = entry.version
    if version is None:
        raise ValueError(f"{entry.name} has no version")
    return commitment.Committed(
        number=entry.number,
        bot=entry.name,
        version=f"{entry.name}@{version.number}",
        source_sha256=version.sha256,
        owner=owner_token(entry.bot.owner),
        consent=entry.consent,
    )
