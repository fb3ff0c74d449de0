# Two commands do everything: `make run` plays, `make test` checks. All else serves them.

PYTHON ?= $(or $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done),python3)
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := run
.PHONY: run test test-all check bench soak container deps locks clean

# With BOT_TOKEN it serves Telegram; without, it opens the sandbox: Telegram on this machine, its page on PORT if given.
run: $(VENV)/.run
	@none=$$(PYTHONIOENCODING=:backslashreplace $(BIN)/python -c 'from bot.settings import no_token; print(no_token())') || exit; \
	if [ -z "$$none" ]; then exec $(BIN)/python -m bot; fi; \
	echo "$$none"; exec env -u PORT $(BIN)/python -m sandbox --open $(if $(PORT),--port $(PORT)) -- $(BIN)/python -m bot

# Hundreds of processes import the same modules: let them be compiled once, whatever the environment says.
test test-all: export PYTHONDONTWRITEBYTECODE =
test test-all: PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

# What one waits for: all but what takes long, and PostgreSQL where SQLite says the same; fewer examples by chance.
test: check
	$(PYTEST) -m "not costly and not again" --hypothesis-profile few

# All there is.
test-all: check
	$(PYTEST)

check: $(VENV)/.dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# Examples that nobody has tried, where `make test` tries the same each time; then people play and things break, for as
# long as you like: make soak MINUTES=60 DATABASE=postgres
MINUTES ?= 60
DATABASE ?= sqlite
soak: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses auto -m hypothesis --hypothesis-profile fresh
	$(BIN)/python -m faults --minutes $(MINUTES) --database $(DATABASE)

# The image of deploy/, built with whichever of these works here; OPTIONS are what it takes besides. Without a word the
# last two drop the health check, unless the format is docker's.
ENGINES ?= docker podman buildah
container:
	@for engine in $(ENGINES); do if $$engine info >/dev/null 2>&1; then \
	exec env BUILDAH_FORMAT=docker $$engine build $(OPTIONS) --file deploy/Dockerfile --tag bulls-and-cows .; fi; done; \
	echo "none of these works here: $(ENGINES); make deps brings buildah"; exit 1

# What the tests need besides Python, on Debian and its kin.
deps:
	@command -v apt-get >/dev/null || { echo "make deps knows Debian only; install chromium, an emoji font, postgresql, prometheus, systemd-analyze, buildah, debootstrap and docker-compose yourself"; exit 1; }
	@set -e; need=""; \
	compose=$$(docker compose version >/dev/null 2>&1 || echo docker-compose); \
	for package in chromium-headless-shell fontconfig fonts-liberation fonts-dejavu-core fonts-noto-color-emoji postgresql prometheus \
	systemd buildah debootstrap $$compose; do \
	dpkg -s $$package >/dev/null 2>&1 || need="$$need $$package"; done; \
	$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || need="$$need python3-venv"; \
	if [ -n "$$need" ]; then sudo=""; [ "$$(id -u)" = 0 ] || sudo="sudo"; \
	$$sudo apt-get update -q; DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $$need; fi

# Anew from pyproject.toml; needs uv.
locks:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra postgres pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra postgres --group dev pyproject.toml -c requirements.lock -o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra search pyproject.toml -c requirements-dev.lock -o requirements-search.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# An environment whose Python is gone or too old, or which lacks what was installed or what installs, is made anew if it
# was made here, as a file in it says from the first moment.
WORKS := import sys; from importlib.metadata import distribution as found; assert sys.version_info >= (3, 11); \
	[found(each.partition("==")[0]) for lock in sys.argv[1:] for each in open(lock) if each[0].isalnum() and ";" not in each] \
	or found("pip")
ifneq ($(filter-out clean container deps locks,$(or $(MAKECMDGOALS),run)),)
BROKEN := $(shell if [ -e $(VENV) ] || [ -L $(VENV) ]; then { \
	locks=$$(find requirements.lock ! -newer $(VENV)/.run; find requirements-dev.lock ! -newer $(VENV)/.dev); \
	$(BIN)/python -c '$(WORKS)' $$locks || echo broken >&3; } 3>&1 >/dev/null 2>&1; fi)
endif
ifdef BROKEN
.PHONY: $(VENV)/bin/python $(VENV)/.run $(VENV)/.dev
endif

$(VENV)/bin/python:
	@[ -z "$(BROKEN)" ] || [ -e $(VENV)/.made ] || { echo "$(VENV) does not work, and was not made here: make clean removes it, and the next make sets up another"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; point to it with: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing; on Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once)…"
	@rm -rf $(VENV) && mkdir $(VENV) && touch $(VENV)/.made && $(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

# The locks name all that is needed. pip would resolve it anew, and refuse what pyproject.toml says about aiogram.
$(VENV)/.dev: requirements-dev.lock requirements-search.lock | $(VENV)/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock -r requirements-search.lock
	@touch $@ $(VENV)/.run
