"""Turns in the queue, rounds drawn by a task, failures kept with their contest; heartbeats instead of beat's tables."""

from django.db import migrations, models
from django.db.models import Max

BEAT_TABLES = ("periodictask", "periodictasks", "intervalschedule", "crontabschedule", "solarschedule", "clockedschedule")
DROP = "".join(f"DROP TABLE IF EXISTS django_celery_beat_{table} CASCADE; " for table in BEAT_TABLES)


def count_drawn_rounds(apps, schema_editor):
    tournaments = apps.get_model("contests", "Contest").objects.exclude(format="ladder").exclude(started_at=None)
    for contest in tournaments.annotate(last=Max("matches__round")).exclude(last=None).only("pk").iterator():
        tournaments.filter(pk=contest.pk).update(rounds_drawn=contest.last)


def forget_beat(apps, schema_editor):
    """Its schedule is a setting now. What Django remembers of the app would only confuse a later one of that name."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(DROP)
        cursor.execute("DELETE FROM django_migrations WHERE app = 'django_celery_beat'")


class Migration(migrations.Migration):
    dependencies = [("contests", "0002_reasons_and_failures")]
    operations = [
        migrations.RenameModel("Pulse", "Heartbeat"),
        migrations.AddField("contest", "rounds_drawn", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("contest", "served", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("contest", "failures", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("contest", "failed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("contest", "problem", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("contest", "trouble", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AlterField(
            "contest",
            "state",
            models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("open", "Open for entries"),
                    ("drawing", "Drawing its matches"),
                    ("running", "Running"),
                    ("paused", "Paused"),
                    ("finished", "Finished"),
                    ("cancelled", "Cancelled"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.RunPython(count_drawn_rounds, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(forget_beat, migrations.RunPython.noop, elidable=True),
    ]
