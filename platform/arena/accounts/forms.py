"""allauth's forms in this site's words, strict like all of its forms; and one that asks for the password again."""

from typing import Any

from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ReauthenticateForm as AllauthReauthenticateForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html

from arena.accounts import services
from arena.accounts.models import User
from arena.strict_forms import Strict, StrictForm


class LoginForm(Strict, AllauthLoginForm):  # type: ignore[misc]  # allauth has no types
    also = ("remember",)


class ReauthenticateForm(Strict, AllauthReauthenticateForm):  # type: ignore[misc]
    pass


class SignupForm(Strict, AllauthSignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = "E-mail"
        email_help = "Only the operators see it, who may write to you. The site itself sends no mail."
        self.fields["email"].help_text = email_help
        self.fields["password1"].help_text = password_validators_help_text_html()
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ChangePasswordForm(Strict, AllauthChangePasswordForm):  # type: ignore[misc]
    """Other sessions of the account end with the old password; its tokens do where that is wanted."""

    revoke_tokens = forms.BooleanField(
        required=False,
        label="Revoke all API tokens too",
        help_text="Changing the password logs you out everywhere else. API tokens go on working unless you tick this.",
    )

    def save(self) -> None:
        super().save()
        if self.cleaned_data["revoke_tokens"]:
            services.revoke_all_tokens(user=self.user)


class PasswordForm(StrictForm):
    password = forms.CharField(
        max_length=1000, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )


class RevokeForm(StrictForm):
    start = forms.CharField(max_length=64, help_text="the first characters of a token")
