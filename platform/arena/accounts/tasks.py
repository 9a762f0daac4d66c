"""What is done for all accounts by the clock."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_sessions() -> None:
    """Delete the sessions that have expired: Django itself leaves them in the database for ever."""
    call_command("clearsessions")
