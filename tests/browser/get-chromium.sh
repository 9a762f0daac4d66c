#!/bin/sh
# Sees to it that there is a Chromium for the browser tests. Where none can be had they are skipped (in CI they fail).
for name in "${SATTI_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$name" ] && command -v "$name" >/dev/null && exit 0
done
.venv/bin/python - <<'PYTHON' && exit 0
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not os.path.exists(playwright.chromium.executable_path))
PYTHON
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing Chromium with apt-get, for the browser tests"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null && exit 0
fi
echo "downloading Chromium with Playwright, for the browser tests"
.venv/bin/playwright install chromium >/dev/null 2>&1 && exit 0
echo "no Chromium: the browser tests will be skipped. To have one: apt-get install chromium (as root)"
exit 0
