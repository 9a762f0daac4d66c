"""The sign-up form: allauth's, in this site's words; and one that asks for the password again."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html

from arena.accounts.models import User


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = "E-mail"
        self.fields[
            "email"
        ].help_text = "Seen by the operators alone, who may write to you. The site itself sends no mail."
        self.fields["password1"].help_text = password_validators_help_text_html()
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class PasswordForm(forms.Form):
    password = forms.CharField(
        max_length=1000, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
