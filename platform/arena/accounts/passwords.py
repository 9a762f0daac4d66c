"""What a password may not be, besides what Django's own validators refuse."""

from typing import Any

from django.core.exceptions import ValidationError

REMAINS = 4  # characters at least besides the name


class RepeatsTheName:
    """Refuses a username written several times over, or with a few characters added."""

    def validate(self, password: str, user: Any = None) -> None:
        name = str(getattr(user, "username", "") or "").lower()
        rest = password.lower()
        if len(name) < 2 or name not in rest:
            return
        for form in (name, name[::-1]):
            rest = rest.replace(form, "")
        if len(rest) < REMAINS:
            raise ValidationError("The password only repeats the username.", code="password_repeats_name")

    def get_help_text(self) -> str:
        return "Your password can not only repeat your username."
