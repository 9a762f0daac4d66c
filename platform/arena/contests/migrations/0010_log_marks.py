"""What of a bot's output was printed during which move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0009_rules_of_contests")]
    operations = [migrations.AddField("matchplayer", "log_marks", models.JSONField(default=list))]
