"""What the site's own pages show of contests."""

from django import template

from arena.submissions.models import Bot

register = template.Library()


@register.simple_tag
def whats_on() -> str:
    return ""


@register.simple_tag
def bot_record(bot: Bot) -> str:
    return ""
