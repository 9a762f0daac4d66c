"""Pages that try the table component at which somebody sits, with the real engine behind them. They are not shipped.

`live_server` has them with `settings.ROOT_URLCONF = "tests.browser.demo.urls"`.
"""
