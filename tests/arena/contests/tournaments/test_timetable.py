"""What happens by itself."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arena.contests.models import Contest
from arena.contests.tournaments import lifecycle, timetable
from arena.errors import Refused
from arena.submissions.services import change_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def soon():
    return timezone.now() + timedelta(hours=1)


def pass_by(contest, field):
    """Let the time of that field have come."""
    setattr(contest, field, timezone.now() - timedelta(seconds=1))
    contest.save()


def test_entries_open_when_their_time_has_come(make_contest, soon):
    contest = make_contest(start=False, entry="open", opens_at=soon)
    assert timetable.open_due() == 0
    pass_by(contest, "opens_at")
    assert timetable.open_due() == 1
    contest.refresh_from_db()
    assert contest.state == "open"
    assert contest.audit.get(action="open").actor is None


def test_a_contest_starts_when_its_time_has_come(make_contest, soon):
    contest = make_contest(start=False, starts_at=soon)
    assert timetable.start_due() == 0
    pass_by(contest, "starts_at")
    assert timetable.start_due() == 1
    contest.refresh_from_db()
    assert contest.state == "drawing"
    assert timetable.start_due() == 0


def test_what_cannot_start_is_cancelled_with_the_reason(make_contest, soon):
    contest = make_contest(bots=1, start=False, starts_at=soon)
    pass_by(contest, "starts_at")
    timetable.start_due()
    contest.refresh_from_db()
    assert contest.state == "cancelled"
    assert "needs at least 2" in contest.audit.get(action="cancel").detail


def test_a_bot_retired_meanwhile_does_not_keep_the_others_from_starting(make_contest, making, organiser, soon):
    contest = make_contest(bots=3, start=False, starts_at=soon)
    gone = contest.entries.select_related("bot__owner").first()
    change_bot(bot=gone.bot, retired=True)
    with pytest.raises(Refused, match="remove it first"):
        lifecycle.start(contest=contest, by=organiser)
    pass_by(contest, "starts_at")
    timetable.start_due()
    making.draw(contest)
    gone.refresh_from_db()
    assert (contest.state, contest.matches.count()) == ("running", 1)
    assert (gone.state, gone.name, gone.version) == ("removed", "", None)
    assert str(gone.bot) in contest.audit.get(action="remove").detail


BREAK = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE ON contests_contest
FOR EACH ROW WHEN (OLD.name = 'Broken' AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse();
"""


def test_a_contest_that_fails_does_not_hold_up_those_after_it(make_contest, caplog):
    opens, starts = (timezone.now() + timedelta(hours=hours) for hours in (1, 2))
    sound, broken = (
        make_contest(name=name, start=False, entry="open", opens_at=opens, starts_at=starts)
        for name in ("Sound", "Broken")
    )
    passed = {"opens_at": opens - timedelta(hours=3), "starts_at": starts - timedelta(hours=3)}
    Contest.objects.filter(pk__in=[sound.pk, broken.pk]).update(**passed)
    with connection.cursor() as cursor:
        cursor.execute(BREAK)
    for due, state in ((timetable.open_due, "open"), (timetable.start_due, "drawing")):
        caplog.clear()
        assert due() == 1
        sound.refresh_from_db()
        broken.refresh_from_db()
        assert (sound.state, broken.state) == (state, "draft")
        assert "a contest was left out" in caplog.text
    assert "failure of the platform" in broken.problem
    assert "broken" in broken.trouble
    assert timetable.start_due() == 0, "it waits before it is tried again"


def test_what_passes_with_time_lets_a_scheduled_contest_wait_and_says_why(make_contest, settings, soon):
    settings.MATCHES_PER_DAY = 4
    make_contest(bots=3)
    contest = make_contest(name="Later", bots=3, start=False, starts_at=soon)
    pass_by(contest, "starts_at")
    assert timetable.start_due() == 0
    contest.refresh_from_db()
    assert (contest.state, contest.failures) == ("draft", 1)
    assert "could not start at its time. That would be 3 matches" in contest.problem
    settings.MATCHES_PER_DAY = 100
    assert timetable.start_due() == 0, "not at once"
    type(contest).objects.filter(pk=contest.pk).update(failed_at=timezone.now() - timedelta(seconds=11))
    assert timetable.start_due() == 1
    contest.refresh_from_db()
    assert (contest.state, contest.problem) == ("drawing", "")


def test_more_matches_than_an_account_ever_may_draw_cancel_at_once(make_contest, settings, soon):
    contest = make_contest(bots=3, start=False, starts_at=soon)
    pass_by(contest, "starts_at")
    settings.MATCHES_PER_DAY = 2
    assert timetable.start_due() == 1
    contest.refresh_from_db()
    assert contest.state == "cancelled"
    assert "3 matches; 2 are the most" in contest.audit.get(action="cancel").detail
