# Every command a developer types. `make` alone prints this list.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --constraint requirements.lock
export UV_PYTHON_DOWNLOADS := never
export UV_COMPILE_BYTECODE := 1
export VIRTUAL_ENV := $(CURDIR)/.venv

.PHONY: help
help: ## print this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

$(BIN)/uv:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint requirements.lock uv

.venv/.setup: $(BIN)/uv pyproject.toml requirements.lock $(wildcard locale/*/*)
	$(INSTALL) --editable '.[server,arena]'
	@touch $@

.venv/.dev: .venv/.setup
	$(INSTALL) --editable '.[server,arena,rl,openspiel,ray]' --group check --group docs --group test
	@touch $@

.PHONY: setup
setup: .venv/.setup ## install the game into .venv: leaves a working .venv/bin/siam

.PHONY: dev
dev: .venv/.dev ## install everything that checks and tests need

.PHONY: play
play: setup web ## build the client and host tables on PORT (8000); HOST=0.0.0.0 lets your network in
	$(BIN)/siam serve --host $(HOST) --port $(PORT)

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

STATIC := src/siam/server/static/index.html
CLIENT := web/node_modules/.installed web/index.html web/worker.js web/release.ts web/site.ts web/vite.config.ts \
  $(shell find web/src web/public src/siam/engine/portable/siam.wasm src/siam/engine/evaluation/weights locale/*/rules.md \
    src/siam/puzzles/puzzles.txt -type f 2>/dev/null)
$(STATIC): $(CLIENT)
	cd web && npm run --silent build -- --logLevel warn

.PHONY: web
web: $(STATIC) ## build the browser client into the package (needs Node)

SITE ?= build/site
.PHONY: site
site: setup web/node_modules/.installed ## write a site of files into SITE (build/site): the game without a server, for any host of files
	cd web && SITE=$(abspath $(SITE)) npm run --silent site -- --logLevel warn
	@echo "$(SITE) holds the site: try it with  python3 -m http.server --directory $(SITE)"

.PHONY: web-check
web-check: web/node_modules/.installed ## types, lint and layout of the browser client's sources
	cd web && npm run --silent check && npm run --silent lint

.PHONY: web-format
web-format: web/node_modules/.installed ## lay the browser client's sources out
	cd web && npm run --silent format

.PHONY: web-test
web-test: web/node_modules/.installed ## tests of the browser client's own logic, without a browser
	cd web && npm run --silent test

.PHONY: schema
schema: dev ## write the client's types from the server's schema
	$(BIN)/python web/schema.py

.PHONY: wasm
wasm: dev ## compile the engine's kernels to the WebAssembly module that ships, and write the client's types for it
	$(INSTALL) --group wasm
	$(BIN)/python web/engine/build.py

.PHONY: screenshots
screenshots: dev web ## take the README's pictures into docs/pictures
	PYTHONPATH=. $(BIN)/python web/screenshots.py

.PHONY: check
check: dev web-check web-test docs ## lint, types, layers, and the client's own tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: docs
docs: dev ## build the documentation site into build/docs; a warning fails
	$(BIN)/sphinx-build --quiet --fail-on-warning --jobs 2 --conf-dir docs/site . build/docs

.PHONY: test
test: check web browser ## every check and every test
	$(BIN)/python -m siam.engine.precompile
	$(BIN)/pytest --numprocesses 2 --dist loadfile --ignore tests/e2e
	$(BIN)/pytest --numprocesses 2 --dist loadfile tests/e2e

.PHONY: browser
browser: dev ## find the Chromium or Chrome that the browser tests drive, or install one
	$(BIN)/python -m tests.browsers

GAMES ?= 100000
.PHONY: data
data: dev ## the data set of docs/rl/datasheet.md: GAMES (100000) with chances in build/data; goes on where it stopped
	$(BIN)/siam selfplay 'champion[nodes=30]' --games $(GAMES) --players 2 --chances 30 --seed 20261118 --processes 2 \
	  --out build/data/games --rows build/data/siam-$(GAMES).parquet

MINUTES ?= 10
SEED ?= 1
.PHONY: monkey
monkey: dev web browser ## browsers that do anything at random for MINUTES (10), beginning with SEED (1)
	$(BIN)/python -m tests.e2e.monkey --minutes $(MINUTES) --seed $(SEED)

.PHONY: chaos
chaos: dev ## people at servers that are killed, frozen and cut off for MINUTES (10), from SEED (1): every history checked
	$(BIN)/python -m bench.chaos --minutes $(MINUTES) --seed $(SEED)

.PHONY: coverage
coverage: dev ## every line of rules and notation is tested, or this fails
	$(BIN)/coverage run -m pytest tests/rules tests/notation tests/properties tests/golden tests/fuzz
	$(BIN)/coverage report --show-missing --skip-covered --fail-under 100

.PHONY: bench
bench: dev web browser ## speed of rules, engine, environments, server and client, as ratios measured in one run
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/rl.py
	for what in start closed paced; do $(BIN)/python bench/load.py $$what; done
	PYTHONPATH=. $(BIN)/python bench/web.py

.PHONY: messages
messages: dev ## collect every sentence of the sources into the catalogues
	$(BIN)/python locale/catalogues.py messages

.PHONY: catalogues
catalogues: dev ## compile the catalogues for the program and the browser
	$(BIN)/python locale/catalogues.py build

.PHONY: release-check
release-check: dev web ## build wheel and sdist, install the wheel alone, play a game through its server
	$(BIN)/python tests/release.py

.PHONY: lock
lock: $(BIN)/uv ## pin every dependency anew in requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group check --group docs --group test --group wasm \
	  --no-emit-index-url --no-header --upgrade pyproject.toml --output-file requirements.lock
	echo "uv==$$($(BIN)/uv --version | cut -d' ' -f2)" >> requirements.lock

.PHONY: clean
clean: ## remove what was built or installed
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache web/node_modules src/siam/server/static src/siam/locale web/public/catalogues
