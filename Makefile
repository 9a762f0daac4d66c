# make run    the arena with its demo: everything it needs goes into .venv and data/
# make test   the test suite
# make test-long  the campaigns that `make test` leaves out
# make check  linters, types, layers, migrations, API schema
# make bench  measurements
# make screenshots  pictures of every page of a running arena (make run), in screenshots/
# make clean  remove what these made, but not data/

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1
DATA ?= data
# the first Python from 3.11 on, or PYTHON=... on make's command line
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
# Django's own checks load the site and connect to nothing
MANAGE := DJANGO_SETTINGS_MODULE=tests.settings_for_mypy $(BIN)/python -W ignore::RuntimeWarning manage.py

.PHONY: run test test-long check bench screenshots clean

run: $(VENV)/.run
	@exec $(BIN)/satti serve --host $(HOST) --port $(PORT) --data $(DATA)

test: $(VENV)/.dev
	@sh tests/browser/get-chromium.sh
	$(BIN)/pytest -n 2 --dist loadfile $(ARGS) || { \
		echo "once more, one at a time: what failed may have met a busy moment of the machine"; \
		$(BIN)/pytest --last-failed --last-failed-no-failures none $(ARGS); }

test-long: $(VENV)/.dev
	@sh tests/browser/get-chromium.sh
	$(BIN)/pytest -m long --timeout 3600 $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) spectacular --validate --fail-on-warn --file /dev/null

bench: $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]" || echo "measured without OpenSpiel, which cannot be installed here"
	$(BIN)/python -m bench $(ARGS)

screenshots: $(VENV)/.dev
	@sh tests/browser/get-chromium.sh
	$(BIN)/python scripts/screenshots.py http://$(HOST):$(PORT) screenshots $(ARGS)

clean:
	rm -rf $(VENV) build dist test-artifacts screenshots .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: install it, or say where: make run PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "no virtual environment can be made: on Debian and Ubuntu, apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.run: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing into $(VENV) (once; about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing into $(VENV), with what the tests need (once; about two minutes)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.run
