# make tour   everything from nothing to a verified 8×8 tour
# make test   everything from nothing to all checks: format, lint, types, documentation, tests
# make docs   the documentation as a site, in English and Spanish: build/docs
# make bench  side by side with the peers; the table goes to benchmarks/RESULTS.md
# make verify-counts  our counts against all published ones that take less than a minute each
# make install, make clean

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
CATALOGUES := $(wildcard src/caballero/locale/*/LC_MESSAGES/*.po)

.PHONY: tour test browser docs bench verify-counts install clean
.DELETE_ON_ERROR:

tour: $(VENV)/installed
	@$(RUN)/caballero tour 8

test: $(VENV)/installed-dev browser
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	$(RUN)/python -m pytest -q

bench: $(VENV)/installed-bench
	$(RUN)/python -m benchmarks.bench --output benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.peers --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.counting --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.listing --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.runs --add-to benchmarks/RESULTS.md

docs: $(VENV)/installed-dev
	$(RUN)/python docs/build.py

LONGEST ?= 60

verify-counts: $(VENV)/installed-dev
	$(RUN)/python -m benchmarks.verify_counts --longest $(LONGEST)

install: $(VENV)/installed-dev

clean:
	rm -rf $(VENV) build benchmarks/build

# The tests of the page need Chromium; without it they are skipped, and in CI they fail.
browser:
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { echo "Installing chromium, which the tests of the page need"; \
	    apt-get -o DPkg::Lock::Timeout=400 update -q && \
	    apt-get -o DPkg::Lock::Timeout=400 install -qy chromium; } || \
  echo "There is no browser: the tests of the page will say so" >&2

# Debian keeps the module that makes environments in a package of its own.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Caballero needs Python 3.11 or newer; try: make PYTHON=python3.12 tour" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Installing python3-venv, which makes environments"; \
	    SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	    $$SUDO apt-get update -q && $$SUDO apt-get install -qy python3-venv; } || \
	  { echo "Please install the package python3-venv, then try again" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml build_catalogues.py $(CATALOGUES)
	$(RUN)/pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(RUN)/pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed-dev
	$(RUN)/pip install -q --disable-pip-version-check -e '.[dev,bench]'
	@touch $@
