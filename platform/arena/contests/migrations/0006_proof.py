"""Commitments, chains and tries. Contests that have started keep their secret and their old bundles."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0005_contest_ranking")]
    operations = [
        migrations.AlterField("contest", "secret", models.CharField(blank=True, max_length=80)),
        migrations.AddField(
            "contest", "commitment_sha256", models.CharField(blank=True, default="", max_length=64), preserve_default=False
        ),
        migrations.CreateModel(
            name="Commitment",
            fields=[
                (
                    "contest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="commitment",
                        serialize=False,
                        to="contests.contest",
                    ),
                ),
                ("text", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="ChainRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("sha256", models.CharField(max_length=64)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chain", to="contests.contest"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("contest", "number"), name="chain_number")],
            },
        ),
        migrations.CreateModel(
            name="Try",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=100)),
                ("worker", models.CharField(max_length=40)),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="contests.contest"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="contests.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("contest", "base", "number"), name="try_number")
                ],
            },
        ),
    ]
