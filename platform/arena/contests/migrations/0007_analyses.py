"""Best play of deals, in a table of its own. Of replays that are stored the deals are counted here, in the database."""

from typing import Any

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

COUNT_DEALS = """
UPDATE contests_replay SET
  deals = (
    SELECT count(*) FROM jsonb_path_query(
      convert_from(contests_replay.data, 'UTF8')::jsonb, '$.games[*].deals[*] ? (exists(@.scores))'
    )
  ),
  sampled = contests_contest.game <> 'saat-aath'
FROM contests_match JOIN contests_contest ON contests_contest.id = contests_match.contest_id
WHERE contests_match.id = contests_replay.match_id
"""


def count_deals(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(COUNT_DEALS)


class Migration(migrations.Migration):
    dependencies = [("contests", "0006_proof")]
    operations = [
        migrations.AddField("replay", "deals", models.PositiveIntegerField(default=0)),
        migrations.AddField("replay", "sampled", models.BooleanField(default=False)),
        migrations.AddIndex(
            "replay", models.Index(fields=["match"], name="replay_unsampled", condition=Q(sampled=False))
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveIntegerField()),
                ("deal", models.PositiveIntegerField()),
                ("sampled", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("claim", models.UUIDField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("requested_at", models.DateTimeField()),
                ("asked_at", models.DateTimeField(null=True)),
                ("computed_at", models.DateTimeField(null=True)),
                ("cpu_seconds", models.FloatField(default=0)),
                ("trouble", models.TextField(blank=True)),
                ("solver", models.CharField(blank=True, max_length=40)),
                ("values", models.TextField(blank=True)),
                (
                    "lost",
                    django.contrib.postgres.fields.ArrayField(models.PositiveSmallIntegerField(), null=True),
                ),
                (
                    "replay",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="contests.replay"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        F("asked_at").desc(nulls_last=True), "id", name="analysis_line", condition=Q(state="waiting")
                    ),
                    models.Index(fields=["computed_at"], name="analysis_computed"),
                ],
                "constraints": [
                    models.UniqueConstraint(name="analysis_deal", fields=["replay", "game", "deal"]),
                    models.UniqueConstraint(
                        name="analysis_one_at_a_time", fields=["state"], condition=Q(state="running")
                    ),
                    models.CheckConstraint(
                        name="analysis_state", condition=Q(state__in=["waiting", "running", "done", "failed"])
                    ),
                    models.CheckConstraint(
                        name="analysis_claimed_while_running",
                        condition=Q(state="running", claim__isnull=False, lease_until__isnull=False)
                        | (~Q(state="running") & Q(claim__isnull=True, lease_until__isnull=True)),
                    ),
                    models.CheckConstraint(
                        name="analysis_done_with_values",
                        condition=(Q(state="done", lost__isnull=False, computed_at__isnull=False) & ~Q(values=""))
                        | (~Q(state="done") & Q(lost__isnull=True, values="")),
                    ),
                ],
            },
        ),
        migrations.RunPython(count_deals, migrations.RunPython.noop),
    ]
