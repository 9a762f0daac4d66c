"""A bot may be rated in contests that others enter it in, if its owner says so."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("submissions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="bot",
            name="accepts_rated",
            field=models.BooleanField(default=False, verbose_name="rated in contests that others enter it in"),
        ),
    ]
