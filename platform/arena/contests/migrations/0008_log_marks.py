"""What of a bot's output was printed during which move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0007_analyses")]
    operations = [migrations.AddField("matchplayer", "log_marks", models.JSONField(default=list))]
