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
    assert contest.state == "running"
    assert timetable.start_due() == 0


def test_what_cannot_start_is_cancelled_with_the_reason(make_contest, soon):
    contest = make_contest(bots=1, start=False, starts_at=soon)
    pass_by(contest, "starts_at")
    timetable.start_due()
    contest.refresh_from_db()
    assert contest.state == "cancelled"
    assert "needs at least 2" in contest.audit.get(action="cancel").detail


def test_a_bot_retired_meanwhile_does_not_keep_the_others_from_starting(make_contest, organiser, soon):
    contest = make_contest(bots=3, start=False, starts_at=soon)
    gone = contest.entries.select_related("bot__owner").first()
    change_bot(bot=gone.bot, retired=True)
    with pytest.raises(Refused, match="remove it first"):
        lifecycle.start(contest=contest, by=organiser)
    pass_by(contest, "starts_at")
    timetable.start_due()
    contest.refresh_from_db()
    gone.refresh_from_db()
    assert (contest.state, contest.matches.count()) == ("running", 1)
    assert (gone.state, gone.name, gone.version) == ("removed", "", None)
    assert str(gone.bot) in contest.audit.get(action="remove").detail


def test_a_contest_with_nothing_left_to_play_is_finished(make_contest):
    contest = make_contest()
    contest.matches.update(state="void", finished_at=timezone.now())
    assert timetable.advance_idle() == 1
    contest.refresh_from_db()
    assert contest.state == "finished"
    assert timetable.advance_idle() == 0


BREAK = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE ON contests_contest
FOR EACH ROW WHEN (OLD.name = 'Broken') EXECUTE FUNCTION refuse();
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
    for due, state in ((timetable.open_due, "open"), (timetable.start_due, "running")):
        caplog.clear()
        assert due() == 1
        sound.refresh_from_db()
        broken.refresh_from_db()
        assert (sound.state, broken.state) == (state, "draft")
        assert "a contest was left out" in caplog.text
