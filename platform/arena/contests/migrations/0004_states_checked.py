"""The database checks what the states of contests and matches say about their other columns; indexes for turns."""

from django.db import migrations, models
from django.db.models import Q

OVER = ["finished", "cancelled"]


class Migration(migrations.Migration):
    dependencies = [("contests", "0003_turns_and_heartbeats")]
    operations = [
        migrations.AddIndex("contest", models.Index(fields=["served", "id"], name="contest_by_turn", condition=Q(state="running"))),
        migrations.AddIndex("match", models.Index(fields=["created_at"], name="match_created")),
        migrations.AddConstraint(
            "contest",
            models.CheckConstraint(
                name="contest_state",
                condition=Q(state__in=["draft", "open", "drawing", "running", "paused", "finished", "cancelled"]),
            ),
        ),
        migrations.AddConstraint(
            "contest",
            models.CheckConstraint(
                name="contest_started_when_under_way",
                condition=~Q(state__in=["drawing", "running", "paused", "finished"]) | Q(started_at__isnull=False),
            ),
        ),
        migrations.AddConstraint(
            "contest",
            models.CheckConstraint(
                name="contest_finished_when_over",
                condition=Q(state__in=OVER, finished_at__isnull=False)
                | (~Q(state__in=OVER) & Q(finished_at__isnull=True)),
            ),
        ),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                name="match_void_with_its_time", condition=~Q(state="void") | Q(finished_at__isnull=False)
            ),
        ),
    ]
