"""Rating events with their K, rule and pairs, and who agreed to be rated in a contest."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("contests", "0007_analyses"),
        ("submissions", "0002_bot_accepts_rated"),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseBoards",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("boards", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="RatingEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveBigIntegerField()),
                ("rule", models.CharField(max_length=20)),
                ("k", models.PositiveSmallIntegerField()),
                ("players", models.JSONField()),
                ("pairs", models.JSONField()),
            ],
            options={
                "ordering": ["sequence"],
            },
        ),
        migrations.AddField(
            model_name="contest",
            name="house_boards",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="contest",
            name="k",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="contest",
            name="rating_rule",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="entry",
            name="consent",
            field=models.CharField(blank=True, choices=[("owner", "Its owner entered it"), ("setting", "By its setting for contests of others"), ("house", "The house's, for some boards a day")], max_length=8),
        ),
        migrations.AddField(
            model_name="match",
            name="pairs",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="unrated",
            field=models.TextField(blank=True),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("consent__in", ["", "owner", "setting", "house"])), name="entry_consent"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(condition=models.Q(("pairs__isnull", True), models.Q(("pairs", []), ("rated", False)), models.Q(("rated", True), models.Q(("pairs", []), _negated=True)), _connector="OR"), name="match_rated_by_pairs"),
        ),
        migrations.AddField(
            model_name="houseboards",
            name="bot",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="submissions.bot"),
        ),
        migrations.AddField(
            model_name="ratingevent",
            name="pool",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="events", to="contests.pool"),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="event",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="contests.ratingevent"),
        ),
        migrations.AddConstraint(
            model_name="houseboards",
            constraint=models.UniqueConstraint(fields=("bot", "day"), name="house_boards_once"),
        ),
        migrations.AddConstraint(
            model_name="ratingevent",
            constraint=models.UniqueConstraint(fields=("pool", "sequence"), name="event_once"),
        ),
        migrations.AddConstraint(
            model_name="ratingevent",
            constraint=models.CheckConstraint(condition=models.Q(("k__range", (1, 1000))), name="event_k"),
        ),
    ]
