"""allauth's pages that this site uses. There are none for e-mail: the site sends no mail."""

from allauth.account import views as allauth
from django.urls import path

from arena.accounts import web
from arena.inputs import throttled

urlpatterns = [
    path("", web.account, name="account"),
    path("token/", web.make_token, name="make-token"),
    path("token/revoke/", web.revoke_token, name="revoke-token"),
    path("login/", allauth.login, name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("signup/", throttled("signup")(allauth.signup), name="account_signup"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("password/", throttled("password")(allauth.password_change), name="account_change_password"),
    path("reauthenticate/", allauth.reauthenticate, name="account_reauthenticate"),
]
