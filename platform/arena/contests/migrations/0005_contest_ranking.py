"""Contests name the rule of their standings. Tournaments that have begun keep the one from before it had a name."""

from django.db import migrations, models


def rank_ladders_by_rating(apps, schema_editor):
    ladders = apps.get_model("contests", "Contest").objects.filter(format="ladder")
    ladders.exclude(state__in=["finished", "cancelled"]).update(ranking="rating/1")


class Migration(migrations.Migration):
    dependencies = [("contests", "0004_states_checked")]
    operations = [
        migrations.AddField(
            "contest", "ranking", models.CharField(max_length=20, blank=True, default=""), preserve_default=False
        ),
        migrations.RunPython(rank_ladders_by_rating, migrations.RunPython.noop),
    ]
