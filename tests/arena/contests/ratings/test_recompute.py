"""manage.py recompute_ratings: leaves alone what is right, finds and repairs what is not."""

import pytest
from django.core.management import CommandError, call_command

from arena.contests.matches import adjudication
from arena.contests.models import Match, Rating, RatingChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(make_contest, play_all, organiser):
    """A finished contest, one of whose matches was declared void afterwards."""
    contest = make_contest(bots=4, boards=2)
    play_all(contest)
    adjudication.void(match=contest.matches.all()[1], by=organiser, reason="for the test")
    return contest


def rows():
    return list(Rating.objects.order_by("pk").values()), list(RatingChange.objects.order_by("pk").values())


def test_what_is_right_is_not_changed(played, capsys):
    before = rows()
    call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    assert rows() == before
    assert "0 problems" in capsys.readouterr().out


def test_a_voided_match_is_taken_back_exactly(played):
    void = played.matches.get(state="void")
    result, reversal = (
        RatingChange.objects.filter(match=void, reversal=False),
        RatingChange.objects.filter(match=void, reversal=True),
    )
    taken = {change.bot_id: change.change for change in result}
    assert {change.bot_id: -change.change for change in reversal} == taken
    assert sum(Rating.objects.values_list("value", flat=True)) == 4 * 1_500_000
    assert sorted(Rating.objects.values_list("matches", flat=True)) == [2, 2, 3, 3]


@pytest.mark.parametrize("spoil", ["change", "rating", "count"])
def test_what_is_wrong_is_found_and_mended(played, spoil, capsys):
    before = rows()
    if spoil == "change":
        change = RatingChange.objects.order_by("sequence").first()
        RatingChange.objects.filter(pk=change.pk).update(change=change.change + 5, new=change.new + 5)
    elif spoil == "rating":
        Rating.objects.filter(pk=Rating.objects.first().pk).update(value=1)
    else:
        Rating.objects.filter(pk=Rating.objects.first().pk).update(matches=99)
    with pytest.raises(CommandError, match="problems"):
        call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    assert rows() == before
    call_command("recompute_ratings", "--check")


def test_a_rating_that_is_gone_is_found_and_made_again(played):
    gone = Rating.objects.first()
    Rating.objects.filter(pk=gone.pk).delete()
    with pytest.raises(CommandError, match="1 problems"):
        call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    again = Rating.objects.get(pool=gone.pool_id, bot=gone.bot_id)
    assert (again.value, again.matches) == (gone.value, gone.matches)


def test_a_match_that_was_never_rated_is_found(played):
    match = played.matches.filter(state="done").first()
    RatingChange.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(rating_sequence=None)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check")
