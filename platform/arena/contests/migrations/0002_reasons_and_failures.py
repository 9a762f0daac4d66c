"""Why a match is void and what failed on our side were one text; so far matches were void after ten attempts."""

from django.db import migrations, models
from django.db.models import F


def separate(apps, schema_editor):
    void = apps.get_model("contests", "Match").objects.filter(state="void")
    void.filter(attempts__lt=10).update(void_reason=F("trouble"), trouble="")
    void.filter(attempts__gte=10).update(void_reason="The platform failed 10 times.")


class Migration(migrations.Migration):
    dependencies = [("contests", "0001_initial")]
    operations = [
        migrations.AddField("match", "failures", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("match", "void_reason", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.RunPython(separate, migrations.RunPython.noop),
    ]
