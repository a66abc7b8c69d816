# Two virtual environments: .venv has the package as it stands in src/ (interpreted), .venv-fast has it compiled with
# mypyc. Everything sets itself up; `make help` lists what there is.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
FAST := .venv-fast
SOURCES := $(shell find src -name '*.py' -o -name '*.md' 2>/dev/null) pyproject.toml setup.py
PIP := -m pip install --quiet --disable-pip-version-check

# Tests of servers and pages wait a good deal: more workers than cores.
CORES := $(shell nproc 2>/dev/null || echo 2)
WORKERS := $(shell echo $$(( ($(CORES) * 3 + 1) / 2 )))
PYTEST := -m pytest -n $(WORKERS) --dist worksteal --durations 12
# Tests of the project that depend on the build.
BUILT := $(patsubst %,tests/project/test_%.py,compiled_build examples former_names public_api)
# Tests that read sources or run commands, and nothing else: once, interpreted.
ONCE := $(filter-out $(BUILT),$(wildcard tests/project/test_*.py)) $(patsubst %,tests/%.py,cli/test_commands \
	cli/test_play_command cli/test_rules_and_cards games/test_installed_game i18n/test_pseudo_locale \
	i18n/test_rulings lab/test_report play/test_card_list server/pages/test_game_files \
	server/pages/test_my_tables server/workers/test_replay_frames svg/test_art)
# What must come out the same is tested both ways.
BOTH := tests/record/test_golden_games.py tests/bots/test_golden_matches.py tests/record/test_scenarios.py
NO_SUITES := $(patsubst %,--ignore tests/%,browser postgres peers cluster deploy)
NO_SCREENS := --ignore tests/browser/board/test_screen_sizes.py

.PHONY: help play strings load cluster attack writer sim check short test interpreted lint unit unit-fast page browser postgres database test-service test-screens test-research test-cluster fast fuzz bench golden art docs wheel release lock test-deploy test-wheel clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

play: $(VENV)/play ## play in the browser: prints one address, and opens it where there is a browser
	@$(VENV)/bin/python tools/play.py

sim: $(VENV)/ready ## play a hundred games of bots and print statistics
	$(VENV)/bin/tobean sim --games 100

check: $(VENV)/ready ## while you work: format, style, types, layers, and the short tests, interpreted
	$(MAKE) -j 2 --output-sync=target lint short

short: $(VENV)/ready ## all but the long tests and suites, interpreted
	$(VENV)/bin/python $(PYTEST) -m 'not long' $(NO_SUITES)

test: ## all checks and all tests, interpreted and compiled, the page in a browser, and PostgreSQL
	$(MAKE) browser database $(VENV)/ready
	$(MAKE) -j 3 interpreted postgres fast  # the compiler works beside the first half
	$(MAKE) -j 2 WORKERS=$(CORES) page unit-fast  # pages wait, the others compute

interpreted: lint ## what needs no compiled package
	$(VENV)/bin/python $(PYTEST) $(ONCE) $(BOTH)

lint: $(VENV)/ready ## format, style, types, layers
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

unit: $(VENV)/ready ## all but the long suites, interpreted: nothing has to be compiled first
	$(VENV)/bin/python $(PYTEST) $(NO_SUITES)

fast: $(FAST)/ready ## build the compiled package, as it ships, into .venv-fast

unit-fast: $(FAST)/ready ## the same, compiled, but for the tests of the sources
	TOBEAN_EXPECT_COMPILED=1 $(FAST)/bin/python $(PYTEST) $(NO_SUITES) $(addprefix --ignore ,$(ONCE))

page: $(FAST)/ready browser ## the tests of the page, in a real Chromium
	$(FAST)/bin/python $(PYTEST) tests/browser $(NO_SCREENS)

test-screens: $(FAST)/ready browser ## every page and state of the table at four sizes in two languages
	$(FAST)/bin/python $(PYTEST) tests/browser/board/test_screen_sizes.py

browser: ## find Chromium's headless shell, or install Debian's; a whole Chromium works as well, but takes longer
	@command -v chromium-headless-shell || test -x "$$TOBEAN_CHROMIUM" \
	|| (command -v apt-get > /dev/null && apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium-headless-shell) \
	|| command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| (echo 'Please install Chromium, or name it in TOBEAN_CHROMIUM.' && exit 1)

test-research: $(FAST)/ready ## the suites of PettingZoo, Gymnasium and others on our environments, compiled
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[all,test,peers,textarena,mcp,rllib]'
	$(FAST)/bin/python -m pytest -n auto tests/peers

test-cluster: $(VENV)/ready ## a real Ray with several workers and nodes, some of which are killed; training there
	$(VENV)/bin/python $(PIP) -e '.[cluster,train]'
	$(VENV)/bin/python -m pytest --durations 12 tests/cluster tests/lab/test_ray_pool.py

postgres: $(VENV)/ready database ## the tests on a real PostgreSQL, which they start and stop themselves
	$(VENV)/bin/python -m pytest -n $(CORES) --dist worksteal tests/postgres

test-service: $(FAST)/ready database ## minutes of several servers on one PostgreSQL, with kills in between
	$(FAST)/bin/python -m tests.tools.chaos --servers 2 --minutes $(or $(MINUTES),6)
	$(FAST)/bin/python -m tests.tools.chaos --servers 3 --kills $(or $(KILLS),300)

database: ## find a PostgreSQL, or install Debian's
	@command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null || test -x "$$TOBEAN_POSTGRES/initdb" \
	|| (apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql) \
	|| (echo 'Please install PostgreSQL, or name the folder of its programs in TOBEAN_POSTGRES.' && exit 1)

fuzz: $(FAST)/ready ## minutes of random games and of damaged input with every check on, compiled
	$(FAST)/bin/python -m tests.tools.fuzz --minutes $(or $(MINUTES),5)
	TOBEAN_FUZZ=1 $(FAST)/bin/python -m pytest -n auto $(shell grep -rl --include='test_*.py' hypothesis tests)

bench: $(VENV)/ready $(FAST)/ready ## speed, interpreted and compiled, beside other libraries
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[all,test,peers]'
	$(FAST)/bin/python bench/engine.py --interpreted $(VENV)/bin/python
	$(FAST)/bin/python bench/research.py

golden: $(VENV)/ready ## write golden games and bot matches anew (review the difference before you commit it)
	$(VENV)/bin/python -m tests.tools.golden_games
	$(VENV)/bin/python -m tests.tools.golden_matches --write

art: $(VENV)/ready ## draw all pictures anew (the icons and contact sheets need chromium)
	$(VENV)/bin/python -m art.build --png
	$(VENV)/bin/python -m art.contact_sheets

docs: $(VENV)/docs ## the pages and the reference as a site in site/, every link checked
	$(VENV)/bin/python docs/site.py

wheel: $(VENV)/ready ## the source archive and, built from it, a wheel with the compiled modules, in dist/
	$(VENV)/bin/python $(PIP) 'build>=1.2,<2'
	rm -rf dist
	TOBEAN_COMPILE=1 $(VENV)/bin/python -m build

release: lock wheel ## the wheel with a list of all that is in it, every package looked up among known weaknesses
	$(VENV)/bin/python $(PIP) 'cyclonedx-bom>=5,<8' 'pip-audit>=2.7,<3'
	$(VENV)/bin/cyclonedx-py requirements deploy/requirements.lock --pyproject pyproject.toml --output-reproducible -o dist/sbom.json
	$(VENV)/bin/pip-audit --strict --require-hashes --disable-pip -r deploy/requirements.lock

lock: $(VENV)/ready ## bring deploy/requirements.lock up to date: what a server needs, by version and hash
	$(VENV)/bin/python $(PIP) 'uv>=0.5,<1'
	$(VENV)/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --extra play --extra postgres --no-header -o deploy/requirements.lock pyproject.toml

test-deploy: $(VENV)/ready ## a game through nginx, HAProxy and Caddy as deploy/ has them, the unit for systemd, the lock
	@(for each in /usr/sbin/nginx /usr/sbin/haproxy caddy systemd-analyze; do command -v $$each || exit 1; done) || (apt-get update -qq && apt-get install -qq -y --no-install-recommends nginx-light haproxy caddy systemd)
	$(VENV)/bin/python -m pytest tests/deploy

test-wheel: ## install the wheel of dist/ into an empty environment elsewhere, play a match and serve a page
	$(PYTHON) tests/tools/check_wheel.py dist/*.whl

clean: ## remove what was built
	rm -rf $(VENV) $(FAST) build dist site src/*.egg-info

# To play takes less than to develop: no tests, no linters.
$(VENV)/play: pyproject.toml setup.py
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) --upgrade pip 'setuptools>=77,<90'
	$(VENV)/bin/python $(PIP) -e '.[play]'
	touch $@

$(VENV)/docs: pyproject.toml setup.py
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) -e '.[docs]'
	touch $@

strings: $(VENV)/ready ## bring the catalogues up to date; a test fails until all is translated
	$(VENV)/bin/python -m tests.tools.catalogues

load: $(FAST)/ready ## how much the server carries, beside a bare broadcast
	$(FAST)/bin/python bench/server.py

cluster: $(FAST)/ready database ## several servers and processes: what an entry costs, who takes over and how soon
	PYTHONPATH=. $(FAST)/bin/python bench/cluster.py

writer: $(FAST)/ready ## how long visitors and operators hold the writer of SQLite, with two million entries
	$(FAST)/bin/python bench/write_lock.py

attack: $(FAST)/ready ## what an innocent player feels while somebody attacks the server
	$(FAST)/bin/python bench/attack.py

$(VENV)/ready: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) --upgrade pip 'setuptools>=77,<90'
	$(VENV)/bin/python $(PIP) -e '.[all,test,lint]'
	touch $@

$(FAST)/ready: $(SOURCES)
	$(PYTHON) -m venv $(FAST)
	$(FAST)/bin/python $(PIP) --upgrade pip
	$(FAST)/bin/python $(PIP) 'setuptools>=77,<90' 'mypy>=2.3,<3' 'msgspec>=0.19,<1'
	rm -rf build
	-$(FAST)/bin/python -m pip uninstall --quiet --yes tobean
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[all,test]'
	touch $@
