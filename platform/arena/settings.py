"""Settings of the site. Every value an operator may choose is an environment variable, read here and nowhere else;
docs/operating.md lists them. What is required and missing stops the start."""

from pathlib import Path

import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from arena import console, env

HERE = Path(__file__).resolve().parent

console.forgive()  # here, because every way to start one of the site's commands comes by

# --- who may ask, and over what -------------------------------------------------------------------------------------
DEBUG = env.flag("DEBUG")
SECRET_KEY = env.text("SECRET_KEY")
if len(SECRET_KEY) < 32:
    raise ImproperlyConfigured(f"SECRET_KEY has {len(SECRET_KEY)} characters; use at least 32 random ones.")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
HTTPS = env.flag("HTTPS")  # the site is reached by https only: secure cookies, HSTS, redirects
TRUSTED_PROXIES = env.integer("TRUSTED_PROXIES", 0, most=9)  # so many entries of X-Forwarded-For are our own
PRIVATE_NETWORKS = "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7"
TRUSTED_PROXY_NETWORKS = env.networks("TRUSTED_PROXY_NETWORKS", PRIVATE_NETWORKS)  # from elsewhere they do not count

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = ("__Host-session", "__Host-csrf") if HTTPS else ("session", "csrf")
SESSION_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REDIRECT_EXEMPT = [r"^health/$"]  # asked for by the host itself, without a proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# --- the parts ------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "arena.broadcast",
    "arena.play",
    "arena.contests",
    "arena.submissions",
    "arena.accounts",
    "allauth",
    "allauth.account",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django_htmx",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "arena.proxies.ignore_forged_headers",
    "corsheaders.middleware.CorsMiddleware",
    "arena.middleware.release_database",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "arena.middleware.Compress",
    "arena.middleware.refuse_what_no_page_can_take",
    "arena.middleware.serve_without_the_last_slash",
    "arena.middleware.Conditional",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "arena.middleware.keep_private_answers_out_of_caches",
    "arena.middleware.Pages",
    "arena.middleware.Collisions",
    "arena.middleware.MissingGames",
]
ROOT_URLCONF = "arena.urls"
CSRF_FAILURE_VIEW = "arena.errors.csrf_failure"
ASGI_APPLICATION = "arena.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATICFILES_DIRS = [HERE / "static"]
# Where the web server collects them when it starts, under names that hold their hashes; without it they are served by
# the development server and the tests as they lie in the packages.
STATIC_ROOT = env.text("STATIC_ROOT", "") or None
if STATIC_ROOT:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "arena.static_files.Storage"},
    }
SERVESTATIC_SKIP_COMPRESS_EXTENSIONS = ("map", "woff2", "png", "jpg", "gz")  # nobody loads them, or they are small

# --- stores ---------------------------------------------------------------------------------------------------------
DATABASES = {"default": env.database("DATABASE_URL")}
DATABASE_POOL = env.integer("DATABASE_POOL", 0, most=1000)  # of a web process: it has so many connections at the most
if DATABASE_POOL:  # a request that waits longer than the timeout, or behind too many others, is a 503
    wait = env.integer("DATABASE_POOL_SECONDS", 5, least=1, most=60)
    pool = {"min_size": 1, "max_size": DATABASE_POOL, "timeout": wait, "max_waiting": 200, "max_idle": 60}
    DATABASES["default"]["OPTIONS"] |= {"pool": pool}
    DATABASES["default"] |= {"CONN_HEALTH_CHECKS": True}
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
REDIS_URL, CELERY_BROKER_URL = env.redis("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "arena.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "arena",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

# --- tasks ----------------------------------------------------------------------------------------------------------
# Tasks are idempotent and every one of them is found again by a sweep, so a message may come twice, late or never.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.integer("TASK_VISIBILITY_SECONDS", 1800, least=1),  # a longer match comes twice
    "queue_order_strategy": "priority",  # as the worker names them: in turns, each sweep would wait for a match
    "unacked_restore_interval": 2,  # with kombu's defaults (10 x 10) a killed worker's tasks return after 93 s
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "health_check_interval": 10,
    "connect_retries_timeout": 1,  # so long a web request waits for a broker that is away; a worker tries for ever
    "interval_start": 0.2,
    "interval_step": 0.2,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
CELERY_TASK_PUBLISH_RETRY = False  # a web request does not wait for a broker that is away; the sweep queues again
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "arena.submissions.tasks.check_version": {"queue": "checks"},
    "arena.contests.tasks.play_match": {"queue": "matches"},
    "arena.contests.tasks.analyse": {"queue": "analysis"},
    "arena.play.tasks.play_computers": {"queue": "play"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False  # a match goes on; its claim keeps it single
CELERY_BEAT_SCHEDULER = "arena.beat:MonotonicScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
SWEEP_SECONDS = env.integer("SWEEP_SECONDS", 10, least=1, most=3600)
CELERY_BEAT_SCHEDULE = {
    "submissions: queue lost checks again": {"task": "arena.submissions.tasks.sweep", "schedule": SWEEP_SECONDS},
    "contests: find lost matches, start what is due": {"task": "arena.contests.tasks.sweep", "schedule": SWEEP_SECONDS},
    "contests: remove old replays of ladders": {"task": "arena.contests.tasks.prune_ladders", "schedule": 3600},
    "broadcast: begin the next match": {"task": "arena.broadcast.tasks.schedule", "schedule": 3},
    "play: move where nobody does": {"task": "arena.play.tasks.sweep", "schedule": SWEEP_SECONDS},
    "play: remove old tables": {"task": "arena.play.tasks.prune", "schedule": 3600},
    "accounts: delete expired sessions": {"task": "arena.accounts.tasks.clear_sessions", "schedule": 24 * 3600},
}

# --- accounts -------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "arena.accounts.passwords.RepeatsTheName"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "arena.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "arena.accounts.forms.LoginForm",
    "signup": "arena.accounts.forms.SignupForm",
    "change_password": "arena.accounts.forms.ChangePasswordForm",
    "reauthenticate": "arena.accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "arena.accounts.models.USERNAME_VALIDATORS"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = False  # RATE_LIMITS below has ours: allauth's own do not count requests of the same moment
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"  # the site sends no mail

# --- limits ---------------------------------------------------------------------------------------------------------
REQUEST_MAX_BYTES = 5_000_000  # a bot above its own limit (bots.Limits) and below this one gets a proper verdict
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000  # of a request, its files not counted
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = REQUEST_MAX_BYTES  # nothing of an upload is ever written to a disk
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
BOTS_PER_ACCOUNT = env.integer("BOTS_PER_ACCOUNT", 50, least=1)
UPLOADS_PER_DAY = env.integer("UPLOADS_PER_DAY", 200, least=1)
CHECK_TRIES = 3  # of a version, before the site says that it could not check it
CHECK_LEASE_SECONDS = env.integer("CHECK_LEASE_SECONDS", 900, least=1)  # longer than one step of a check

# A folder that the web processes share, with the keys that sign bundles: docs/operating.md
SIGNING_KEYS = env.text("SIGNING_KEYS", "data/signing-keys")

# --- contests -------------------------------------------------------------------------------------------------------
CONTESTS_PER_DAY = env.integer("CONTESTS_PER_DAY", 50, least=1)  # of an account, cancelled ones too
CONTESTS_PER_ACCOUNT = env.integer("CONTESTS_PER_ACCOUNT", 10, least=1)  # that are not over
MAX_ENTRIES = env.integer("MAX_ENTRIES", 500, least=2)  # of a contest
MAX_MATCHES = env.integer("MAX_MATCHES", 25_000, least=1)  # that one start or extension may draw
MATCHES_PER_DAY = env.integer("MATCHES_PER_DAY", 50_000, least=1)  # drawn in the contests of one organiser
MAX_ROUNDS = env.integer("MAX_ROUNDS", 1000, least=1, most=1000)
MAX_BOARDS = env.integer("MAX_BOARDS", 200, least=1, most=1000)  # of a match
MAX_ACTION_SECONDS = env.integer("MAX_ACTION_SECONDS", 10, least=1, most=10)
MAX_MEMORY_MB = env.integer("MAX_MEMORY_MB", 2048, least=64, most=2048)
MATCH_TRIES = 3  # of a match that fails on our side, before it is void
MATCH_LOSSES = 10  # of its workers; that says little about the match, and an unlucky one loses several in a row
MATCH_LEASE_SECONDS = env.integer("MATCH_LEASE_SECONDS", 30, least=1)  # renewed four times as often
# For each player of a match; one that lasts longer hangs, and is freed. No bot may bring that about, or it could have
# its losses played again: this is more than bots.Limits().longest_seconds, and a test sees to it.
MATCH_SECONDS = env.integer("MATCH_SECONDS", 1800, least=1)
MATCH_QUEUE_LENGTH = env.integer("MATCH_QUEUE_LENGTH", 16, least=2)  # tasks in the broker; the others wait in line
LADDER_MATCHES = env.integer("LADDER_MATCHES", 1)  # at a time, over all ladders; 0: there are no ladders
LADDER_BOARDS = env.integer("LADDER_BOARDS", 5, least=1, most=1000)
LADDER_SETTLED = 30  # matches of a version, after which it is no newcomer
LADDER_KEEP_MATCHES = env.integer("LADDER_KEEP_MATCHES", 0)  # of each ladder; older ones lose replay and logs; 0: none
LADDER_KEEP_DAYS = env.integer("LADDER_KEEP_DAYS", 0, most=36_500)  # likewise; 0: for ever
LADDER_PAUSE_SECONDS = env.integer("LADDER_PAUSE_SECONDS", 60)  # between a ladder's matches when nobody is a newcomer
LADDER_HOUSE_MATCHES = env.integer("LADDER_HOUSE_MATCHES", 6)  # an hour, over all ladders, among house bots only
# Rated ones per bot and day against house bots, in contests whose organisers chose these.
HOUSE_RATED_BOARDS = env.integer("HOUSE_RATED_BOARDS", 100)
ANALYSIS_CPU_PERCENT = env.integer("ANALYSIS_CPU_PERCENT", 5, most=100)  # of one core, over an hour; 0: none at all
ANALYSIS_DEALS = env.integer("ANALYSIS_DEALS", 4, most=1000)  # chosen by chance in each match; 0: just those asked for
ANALYSIS_LEASE_SECONDS = env.integer("ANALYSIS_LEASE_SECONDS", 30, least=1)  # renewed four times as often

# --- broadcasts -----------------------------------------------------------------------------------------------------
BROADCAST_PACE = env.integer("BROADCAST_PACE_PERCENT", 100, least=10, most=1000) / 100  # 200: cards stay twice as long
BROADCAST_GAMES = env.integer("BROADCAST_GAMES", 4, least=1, most=1000)  # of a match; then comes the next one
BROADCAST_CONTESTS = env.integer("BROADCAST_CONTESTS", 20)  # running tournaments with a channel of their own

# --- play -----------------------------------------------------------------------------------------------------------
PLAY_AWAY_SECONDS = env.integer("PLAY_AWAY_SECONDS", 60, least=1)  # then the computer plays a person's seat
PLAY_WATCH_SECONDS = env.integer("PLAY_WATCH_SECONDS", 30)  # so far behind are those who watch
PLAY_KEEP_DAYS = env.integer("PLAY_KEEP_DAYS", 30, least=1)  # of tables at which nobody has moved since
PLAY_TABLES_PER_HOUR = env.integer("PLAY_TABLES_PER_HOUR", 60, least=1)  # that one account or address may open

# --- REST API -------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "arena.accounts.tokens.TokenAuthentication",  # first: its challenge makes "not logged in" a 401
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "arena.api.parsers.StrictJSONParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "arena.api.pages.Pages",
    "DEFAULT_SCHEMA_CLASS": "arena.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": ["arena.api.limits.RateLimits"],
    "URL_FORMAT_OVERRIDE": None,  # ?format= is a filter of tournaments
    "EXCEPTION_HANDLER": "arena.api.errors.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
RATE_LIMITS = {  # of an account, or of an address that has not logged in; pages' forms count like the API's requests
    "anon": f"{env.integer('API_ANONYMOUS_PER_MINUTE', 300, least=1)}/minute",
    "user": f"{env.integer('API_ACCOUNT_PER_MINUTE', 1200, least=1)}/minute",
    "token": f"{env.integer('API_TOKEN_PER_MINUTE', 10, least=1)}/minute",
    "upload": f"{env.integer('API_UPLOADS_PER_MINUTE', 30, least=1)}/minute",
    "create": f"{env.integer('API_CREATIONS_PER_MINUTE', 30, least=1)}/minute",  # of bots and tournaments
    "solver": f"{env.integer('API_SOLVER_PER_MINUTE', 30, least=1)}/minute",  # a new one costs a worker a second or two
    "bundle": "20/minute",
    "table": f"{PLAY_TABLES_PER_HOUR}/hour",
    "signup": f"{env.integer('SIGNUPS_PER_HOUR', 20, least=1)}/hour",
    "password": "5/minute",  # changes of it, which ask for the old one
    "login-address": f"{env.integer('LOGINS_PER_MINUTE', 30, least=1)}/minute",  # tries from one address
    "login-pair": f"{env.integer('WRONG_PASSWORDS_PER_5_MINUTES', 5, least=1)}/5 minutes",  # of one account
}
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True  # for reading; cookies are never sent along, so nothing is done in a visitor's name
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_EXPOSE_HEADERS = ("ETag", "Retry-After", "Content-Disposition")
REST_KNOX = {"TOKEN_TTL": None}  # a token works until it is revoked; the database has its hash alone
TOKENS_PER_ACCOUNT = 20  # of more the oldest goes

SPECTACULAR_SETTINGS = {
    "TITLE": "Satti Arena",
    "DESCRIPTION": "Upload bots, watch their matches, run tournaments of Saat-Aath and Badam Satti. Reading is open; "
    "writing needs a token (`Authorization: Token ...`, made by `POST /api/v1/token/`) or a session.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PARSER_WHITELIST": ["arena.api.parsers.StrictJSONParser", "rest_framework.parsers.MultiPartParser"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "TournamentState": "arena.contests.models.Contest.State",
        "MatchState": "arena.contests.models.Match.State",
        "EntryState": "arena.contests.models.Entry.State",
        "VersionStatus": "arena.submissions.models.Version.Status",
    },
}

# --- logs: one JSON object a line, or readable ones in development ---------------------------------------------------
LOG_STEPS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": [*LOG_STEPS, structlog.stdlib.ExtraAdder()],
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.dev.ConsoleRenderer(colors=False) if DEBUG else structlog.processors.JSONRenderer(),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
structlog.configure(
    processors=[*LOG_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
