from django.db import migrations


def hash_tokens(apps, schema_editor):
    """What rest_framework.authtoken kept as it is, knox keeps as a hash: every token goes on working, and none can be
    read any more."""
    connection = schema_editor.connection
    if "authtoken_token" not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO knox_authtoken (digest, token_key, user_id, created, expiry) "
            "SELECT encode(sha512(convert_to(key, 'UTF8')), 'hex'), left(key, 15), user_id, created, NULL "
            "FROM authtoken_token"
        )
        cursor.execute("DROP TABLE authtoken_token")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'authtoken'")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("knox", "0009_extend_authtoken_field")]

    operations = [migrations.RunPython(hash_tokens, migrations.RunPython.noop)]
