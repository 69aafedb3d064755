# The front door. Every target gets what it needs, then hands over to meson or to a script of the same name.
# Nothing here knows how Ochre is compiled; that is in meson.build.

V ?= 0
GAME ?=
TIME ?= 600
STREAMS ?= 1000000
TRIALS ?= 300000
FAULTS ?= 200
DESTDIR ?=
PORT ?= 8080
SERVERS ?= 3
DATA ?=
SITE ?= site
export V

# OCHRE_PAGE=no builds without the page, and without what it is made with.
PAGE = $(if $(filter no,$(OCHRE_PAGE)),,page module)

# A test that fails says so in its last line, "N passed, N failed". make would add one of its own; it ends without a word
# when a pipe breaks, so that is what it is told.
FAIL_QUIETLY = { kill -PIPE $$PPID; exit 1; }

.DEFAULT_GOAL := build
.PHONY: build python bench-api play site terminal test test-long quick bench bench-wire bench-servers bench-page screenshots chaos crash soak deb cluster fuzz check coverage laws stock install uninstall clean help

build: ## compile build/ochre
	@scripts/need build $(PAGE)
	@scripts/build release

play: build ## open the tables in the browser, at http://localhost:8080; PORT=9000 for another port
	@build/ochre serve --port $(PORT) --log-level warning

site: ## the page as files for any web host, without a server, into site/; SITE=folder for another place
	@scripts/need build $(PAGE)
	@scripts/page site "$(SITE)"

terminal: ## play in the terminal against the computer; GAME=dice names the game
	@scripts/need build
	@OCHRE_PAGE=no scripts/build release
	@build/ochre play $(GAME)

python: ## the Python package as source distribution and wheel, in build/dist
	@scripts/need build python
	@mkdir -p build
	@scripts/python-package $(CURDIR)/build/dist

test: ## run every test; the last line is "N passed, N failed"
	@scripts/need build page module test check coverage mpi deb
	@scripts/test || $(FAIL_QUIETLY)

test-long: ## the same questions with more seeds, deeper and for longer (an hour and more)
	@scripts/need build page module test check fuzz coverage mpi deb stock
	@scripts/test long asan-long fuzz || $(FAIL_QUIETLY)

check: ## format, layers, purity, clang-tidy and cppcheck alone
	@scripts/need build page module test check
	@scripts/test check || $(FAIL_QUIETLY)

quick: ## laws, unit tests, cases and golden plays, with assertions, in seconds while you work; GAME=dice for one game
	@scripts/need build test
	@GAME=$(GAME) scripts/test quick || $(FAIL_QUIETLY)

laws: ## the laws of the games alone; GAME=dice for one game
	@scripts/need build test
	@GAME=$(GAME) scripts/test laws || $(FAIL_QUIETLY)

bench: build ## speeds and the behaviour signature (and of the page, where chromium is); GAME=dice for one game
	@build/ochre bench $(GAME)
	@if [ -x /usr/bin/chromium-headless-shell ] && [ -f web/dist/index.html ]; then scripts/page-test bench; fi

bench-page: build ## how fast the page is: first screen, every step drawn; and WebAssembly beside the program
	@scripts/need web module
	@scripts/build bare
	@ninja -C build --quiet tests/module/player
	@scripts/module tests
	@bench/module.py build/tests/module/player build-module/tests/module/player web/src/gen/ochre.wasm
	@scripts/page-test bench

screenshots: build ## pictures of every page and board into docs/images
	@scripts/need web
	@scripts/page-test shots

bench-wire: build ## how fast tables are served: moves, idle connections, start (about three minutes)
	@ninja -C build --quiet bench/wire/load bench/wire/commits
	@cd bench && ../scripts/with-node npm ci --silent --no-audit --no-fund
	@scripts/with-node bench/wire/run.py build

bench-servers: build ## several servers around one PostgreSQL: beside SQLite, beside one, a move across, 10,000 listeners (two minutes)
	@scripts/need cluster
	@ninja -C build --quiet bench/wire/load bench/wire/commits
	@bench/wire/servers.py build

bench-api: ## what the C interface and the Python package cost, as shares of the rules alone
	@scripts/need build test
	@scripts/build bare
	@ninja -C build --quiet bench/api/measure_api python-tree
	@scripts/python-venv build/python-venv
	@bench/api/run.py build

chaos: build ## FAULTS (200) random faults around three servers and their database, under play: is anything lost? SEED=7 for the same ones again
	@scripts/need test
	@tests/wire/chaos.py build/ochre --faults $(FAULTS) $(if $(SEED),--seed $(SEED))

crash: build ## kill a server 200 times under load: is anything lost?
	@scripts/need test
	@tests/wire/crash.py build/ochre --rounds 200

soak: build ## half an hour of a mixed crowd: does memory stay flat?
	@scripts/need test
	@tests/wire/soak.py build/ochre --minutes 30

fuzz: ## hostile input at every door for TIME seconds (600), STREAMS (1000000) streams, the dearest message in TRIALS (300000)
	@scripts/need build test fuzz
	@scripts/build fuzz
	@scripts/fuzz --seconds $(TIME)
	@scripts/fuzz --streams $(STREAMS)
	@scripts/build bare
	@scripts/fuzz --dearest $(TRIALS)

coverage: ## which lines of the rules do the tests reach?
	@scripts/need build test coverage
	@scripts/test asan || $(FAIL_QUIETLY)

stock: build ## front doors, container and Debian package on a fresh Debian 12 (as root; minutes); TEST=1 runs make test there too
	@scripts/need stock deb
	@scripts/stock $(if $(TEST),--test)

deb: build ## a Debian package of the program, in build/deb
	@scripts/need deb
	@scripts/deb

cluster: build ## PostgreSQL, three servers and HAProxy on this machine, at http://localhost:8080; SERVERS=5 PORT=9000 DATA=folder
	@scripts/need cluster
	@scripts/cluster --servers "$(SERVERS)" --port "$(PORT)" $(if $(DATA),--data "$(DATA)")

install: build ## install under /usr/local (or DESTDIR)
	@DESTDIR="$(DESTDIR)" scripts/install

uninstall: ## remove exactly what make install put down (tables stay)
	@DESTDIR="$(DESTDIR)" scripts/install --remove

clean: ## remove everything that was built
	@rm -rf build build-*
	@echo "clean  build directories removed"

help: ## this list
	@echo "Ochre: a table for four prehistoric board games. Targets:"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	    while IFS='|' read -r target about; do printf '%-16s %s\n' "$$target" "$$about"; done
	@echo
	@echo "V=1 shows every command. What a target needs is installed first (as root, Debian 12)."
