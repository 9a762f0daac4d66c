"""Contests that have begun keep the rule and the K of before; entries of the others have their owners' consent."""

from django.db import migrations

BUILTIN, K = "builtin", 32


def name_the_rule(apps, schema_editor):
    """K was this constant when these contests started, whatever it is when this runs."""
    apps.get_model("contests", "Contest").objects.filter(started_at__isnull=False, rating_rule="").update(
        rating_rule="elo/1", k=K
    )


def ask_the_audit_log(apps, schema_editor):
    """Of contests that have not started: whose owners entered them agree to be rated, as do the house's bots."""
    entries = apps.get_model("contests", "Entry").objects.filter(contest__started_at=None, consent="")
    entered = apps.get_model("contests", "AuditEntry").objects.filter(action="enter")
    entries.filter(bot__owner__username=BUILTIN).update(consent="house")
    for entry in entries.exclude(bot__owner__username=BUILTIN).select_related("bot__owner", "contest"):
        owner, label = entry.bot.owner_id, f"{entry.bot.owner.username}/{entry.bot.name}"
        by_owner = entered.filter(contest=entry.contest_id, actor=owner, detail=label).exists()
        if owner == entry.contest.organiser_id or by_owner:
            entry.consent = "owner"
            entry.save(update_fields=["consent"])


class Migration(migrations.Migration):
    dependencies = [("contests", "0008_rating_events")]
    operations = [
        migrations.RunPython(name_the_rule, migrations.RunPython.noop),
        migrations.RunPython(ask_the_audit_log, migrations.RunPython.noop),
    ]
