# Two virtual environments: .venv has the package installed in place (interpreted), .venv-fast has it compiled with
# mypyc. Targets create what they need; `make help` lists them.

PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
VENV := .venv
FAST := .venv-fast
SOURCES := $(shell find src -name '*.py' -o -name '*.md' 2>/dev/null) pyproject.toml setup.py
PIP := -m pip install --quiet --disable-pip-version-check
ALL_PACKAGES := 'setuptools>=77,<90' -e '.[all,test,lint]'

# Tests start hundreds of processes. Without stored bytecode, each of them compiles what it imports.
unexport PYTHONDONTWRITEBYTECODE

# Tests of servers and pages wait a good deal: more workers than cores.
CORES := $(shell nproc 2>/dev/null || echo 2)
WORKERS := $(shell echo $$(( ($(CORES) * 3 + 1) / 2 )))
PYTEST := -m pytest -n $(WORKERS) --dist worksteal --durations 12
# Tests of the project that depend on the build.
BUILT := $(patsubst %,tests/project/test_%.py,compiled_build examples public_api)
# Tests that only read sources, run commands, or test the static site, which is interpreted: run once, interpreted.
ONCE := $(filter-out $(BUILT),$(wildcard tests/project/test_*.py)) $(patsubst %,tests/%.py,cli/test_commands \
	cli/test_play_command cli/test_rules_and_cards cli/test_words i18n/test_rulings research/arena/test_report session/page/test_card_list \
	server/pages/test_game_files server/pages/test_my_tables pictures/test_art) \
	tests/server/admin tests/server/assets tests/site
# Tests of results that must not depend on the build: run interpreted and compiled.
BOTH := tests/record/test_golden_games.py tests/bots/test_golden_matches.py tests/record/test_scenarios.py
NO_SUITES := $(patsubst %,--ignore tests/%,browser postgres peers cluster deploy static_site)
NO_SCREENS := --ignore tests/browser/board/test_screen_sizes.py

.PHONY: help play strings load cluster attack writer sim check short test interpreted lint unit unit-fast page page-site browser postgres database compiler test-service test-screens test-research test-cluster site test-site fast fuzz mutants bench baselines golden art docs wheel release releasable lock test-deploy test-wheel clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

play: $(VENV)/play ## start a server and open it in the browser
	@$(VENV)/bin/python tools/play.py

sim: $(VENV)/ready ## play a hundred games between bots and print statistics
	$(VENV)/bin/tobean sim --games 100

check: $(VENV)/ready ## quick checks while you work: format, style, types, layers, short tests
	$(MAKE) -j 2 --output-sync=target lint short

short: $(VENV)/ready ## tests that are not marked `long`, interpreted
	$(VENV)/bin/python $(PYTEST) -m 'not long' $(NO_SUITES)

test: ## all checks and tests: interpreted, compiled, in a browser, and on PostgreSQL
	$(MAKE) browser database compiler $(VENV)/ready
	$(MAKE) -j 3 BEHIND='nice -n 5' fast postgres interpreted page-site  # all wait for the compiler, so it goes first
	$(MAKE) -j 2 --output-sync=target BEHIND='nice -n 5' page unit-fast  # pages wait a good deal, so the others fill the gaps

interpreted: lint ## the part of the tests that needs no compiled package
	$(BEHIND) $(VENV)/bin/python $(PYTEST) $(ONCE) $(BOTH)

lint: $(VENV)/ready ## check format, style, types and import contracts
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(BEHIND) $(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

unit: $(VENV)/ready ## all tests but the long suites, interpreted, so without compiling
	$(VENV)/bin/python $(PYTEST) $(NO_SUITES)

fast: compiler $(FAST)/ready ## build the compiled package into .venv-fast

unit-fast: $(FAST)/ready ## the tests of `unit`, compiled, without those that only read sources
	TOBEAN_EXPECT_COMPILED=1 $(BEHIND) $(FAST)/bin/python $(PYTEST) $(NO_SUITES) $(addprefix --ignore ,$(ONCE))

page: $(FAST)/ready browser ## test the page in Chromium
	$(FAST)/bin/python $(PYTEST) -n $(CORES) tests/browser $(NO_SCREENS) --ignore tests/browser/site  # a browser has several processes

page-site: $(VENV)/ready browser ## test tables without a server in Chromium, interpreted as in the browser
	$(BEHIND) $(VENV)/bin/python -c 'from tests.support.browser import static_site; static_site.built_site()'  # on a busy machine it takes longer than a test may
	$(BEHIND) $(VENV)/bin/python $(PYTEST) -n $(CORES) tests/browser/site  # not beside tests that start event loops

test-screens: $(FAST)/ready browser ## test every page and table state at four screen sizes in every language
	$(FAST)/bin/python $(PYTEST) tests/browser/board/test_screen_sizes.py

site: $(VENV)/ready ## write the whole game as static files to build/site/
	$(VENV)/bin/tobean site build/site

test-site: $(VENV)/ready browser ## test the static site: whole games and bad circumstances in Chromium, golden games in Node
	@(for program in /usr/sbin/nginx caddy node; do command -v $$program || exit 1; done) || (apt-get update -qq && apt-get install -qq -y --no-install-recommends nginx-light caddy nodejs)
	$(VENV)/bin/python -m pytest -n 2 --durations 12 tests/static_site

browser: ## find Chromium's headless shell or install it from Debian (full Chromium works too, but is slower)
	@command -v chromium-headless-shell || test -x "$$TOBEAN_CHROMIUM" \
	|| (command -v apt-get > /dev/null && apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium-headless-shell) \
	|| command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| (echo 'Please install Chromium, or set TOBEAN_CHROMIUM to its path.' && exit 1)

test-research: $(FAST)/ready ## run the API test suites of PettingZoo, Gymnasium and others on the environments, compiled
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[all,test,peers,textarena,mcp,rllib,baselines,onnx]'
	$(FAST)/bin/python -m pytest -n auto tests/peers

test-cluster: $(VENV)/ready ## test measurements and training on Ray, with workers and nodes being killed
	$(VENV)/bin/python $(PIP) -e '.[cluster,train]'
	$(VENV)/bin/python -m pytest --durations 12 tests/cluster tests/research/arena/test_ray_pool.py

postgres: $(VENV)/ready database ## test on a PostgreSQL that the tests start and stop
	$(BEHIND) $(VENV)/bin/python -m pytest -n $(CORES) --dist worksteal tests/postgres

test-service: $(FAST)/ready database ## run several servers on one PostgreSQL for minutes while processes are killed
	$(FAST)/bin/python -m tests.tools.chaos --servers 2 --minutes $(or $(MINUTES),6)
	$(FAST)/bin/python -m tests.tools.chaos --servers 3 --kills $(or $(KILLS),300)

database: ## find PostgreSQL or install it from Debian
	@command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null || test -x "$$TOBEAN_POSTGRES/initdb" \
	|| (apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql) \
	|| (echo 'Please install PostgreSQL, or set TOBEAN_POSTGRES to the folder of its programs.' && exit 1)

compiler: ## find a C compiler and the headers of Python, or install them from Debian
	@PYTHONPATH=tools $(PYTHON) -c 'import play; exit(not play.can_compile())' \
	|| (apt-get update -qq && apt-get install -qq -y --no-install-recommends gcc libc6-dev python3-dev) \
	|| (echo 'Please install a C compiler and the headers of Python.' && exit 1)

fuzz: $(FAST)/ready ## play random games and send damaged input for minutes with all checks on, compiled
	$(FAST)/bin/python -m tests.tools.fuzz --minutes $(or $(MINUTES),5)
	TOBEAN_FUZZ=1 $(FAST)/bin/python -m pytest -n auto $(shell grep -rl --include='test_*.py' hypothesis tests)

mutants: $(VENV)/ready ## change 300 places of the source, one at a time, and count the changes that the short tests notice
	$(VENV)/bin/python -m tests.tools.mutants --count $(or $(COUNT),300) --seed $(or $(SEED),1)

bench: $(VENV)/ready $(FAST)/ready ## measure the speed, interpreted and compiled, and compare other libraries
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[all,test,peers]'
	$(FAST)/bin/python bench/engine.py --interpreted $(VENV)/bin/python
	$(FAST)/bin/python bench/research.py

baselines: $(FAST)/ready ## train and measure all baselines of docs/research/baselines.md and draw their curves in runs/
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation '.[baselines]'
	PYTHON=$(FAST)/bin/python examples/baselines/run_all.sh runs $(or $(MINUTES),8)
	$(FAST)/bin/python examples/baselines/exact.py --policies runs/tiny-*/policy.pt --out runs/exact
	$(FAST)/bin/python examples/baselines/plot.py runs --out runs

golden: $(VENV)/ready ## rewrite golden games and bot matches (review the difference before committing)
	$(VENV)/bin/python -m tests.tools.golden_games
	$(VENV)/bin/python -m tests.tools.golden_matches --write

art: $(VENV)/ready ## redraw all pictures (icons and contact sheets need Chromium)
	$(VENV)/bin/python -m art.build --png
	$(VENV)/bin/python -m art.contact_sheets

docs: $(VENV)/docs ## build the documentation in build/docs/ and check every link
	$(VENV)/bin/python docs/build.py

wheel: $(VENV)/ready ## build the source archive and a compiled wheel in dist/
	$(VENV)/bin/python $(PIP) 'build>=1.2,<2'
	rm -rf dist
	TOBEAN_COMPILE=1 $(VENV)/bin/python -m build

release: releasable lock wheel ## build the wheel and its SBOM, check dependencies for known vulnerabilities, and tag the version
	$(VENV)/bin/python $(PIP) 'cyclonedx-bom>=5,<8' 'pip-audit>=2.7,<3'
	$(VENV)/bin/cyclonedx-py requirements deploy/requirements.lock --pyproject pyproject.toml --output-reproducible -o dist/sbom.json
	$(VENV)/bin/pip-audit --strict --require-hashes --disable-pip -r deploy/requirements.lock
	$(VENV)/bin/python tools/release.py

releasable: $(VENV)/ready ## check that the version of pyproject.toml can be tagged
	$(VENV)/bin/python tools/release.py --check

lock: $(VENV)/ready ## update deploy/requirements.lock, the pinned dependencies of a server
	$(VENV)/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --extra play --extra postgres --no-header -o deploy/requirements.lock pyproject.toml

test-deploy: $(VENV)/ready ## test the files in deploy/: a game through nginx, HAProxy and Caddy, the systemd unit, the lock file
	@(for program in /usr/sbin/nginx /usr/sbin/haproxy caddy systemd-analyze; do command -v $$program || exit 1; done) || (apt-get update -qq && apt-get install -qq -y --no-install-recommends nginx-light haproxy caddy systemd)
	$(VENV)/bin/python -m pytest tests/deploy

test-wheel: ## install the wheel into an empty environment, play a match and serve a page
	$(PYTHON) tests/tools/check_wheel.py dist/*.whl

clean: ## remove everything that was built
	rm -rf $(VENV) $(FAST) build dist src/*.egg-info

# Playing needs neither the test tools nor the linters.
$(VENV)/play: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) --upgrade pip 'setuptools>=77,<90'
	$(VENV)/bin/python $(PIP) -e '.[play]'
	touch $@

$(VENV)/docs: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) -e '.[docs]'
	touch $@

strings: $(VENV)/ready ## update the translation catalogues; a test fails until all texts are translated
	$(VENV)/bin/python -m tests.tools.catalogues

load: $(FAST)/ready ## measure the load that a server can carry
	$(FAST)/bin/python bench/load/server.py

cluster: $(FAST)/ready database ## measure several servers and processes: cost of an append, time of a takeover
	PYTHONPATH=. $(FAST)/bin/python bench/load/cluster.py

writer: $(FAST)/ready ## measure how long requests hold SQLite's write lock, with two million entries
	$(FAST)/bin/python bench/load/write_lock.py

attack: $(FAST)/ready ## measure the latency of a player during attacks on the server
	$(FAST)/bin/python bench/load/attack.py

# uv takes a tenth of pip's time, but does not read pip's settings: pip is tried where only they name a mirror.
$(VENV)/ready: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python $(PIP) 'uv>=0.5,<1'
	$(VENV)/bin/uv pip install --quiet --python $(VENV) --upgrade pip $(ALL_PACKAGES) \
	|| $(VENV)/bin/python $(PIP) --upgrade pip $(ALL_PACKAGES)
	touch $@

# The compiled package uses the libraries of .venv: installing them twice takes longer than the tests of a game.
$(FAST)/ready: $(SOURCES) | $(VENV)/ready
	rm -rf build $(FAST)
	$(PYTHON) -m venv --without-pip $(FAST)
	$(VENV)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > $$($(FAST)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/libraries.pth
	TOBEAN_COMPILE=1 $(FAST)/bin/python $(PIP) --no-build-isolation --no-deps .
	touch $@
