# Two commands do everything: `make serve` opens the app, `make test` runs every check. Both install what is missing first.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PORT ?= 8080
# NO_COLOR=1 as some shells set it is not understood by trunk, which wants a word.
unexport NO_COLOR
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/.tools/node_modules/.bin:$(PATH)
SOURCES := $(shell find src www index.html Cargo.toml Cargo.lock Trunk.toml tools/versions -type f)
WASM := --target wasm32-unknown-unknown --no-default-features
# Runs the tests of a wasm target in the browser; they are compiled before, for however long that takes.
CHROMIUM = CHROMEDRIVER=$$(command -v chromedriver) WASM_BINDGEN_TEST_TIMEOUT=120 timeout 300

say = @printf '\n== %s\n' "$(1)"

.PHONY: help serve build test fuzz bench limits accuracy coverage screenshot clean

help: ## what there is to make
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

serve: build ## set up, build and serve the app
	$(call say,serving the page)
	@node tools/serve.mjs $(PORT)

build: ## set up and build the page into dist/
	@tools/setup build
	@$(MAKE) --no-print-directory dist/index.html

dist/index.html: $(SOURCES)
	$(call say,building the page)
	@trunk build --release
	@touch dist/index.html

test: ## set up and run every check
	@tools/setup test
	$(call say,formatting)
	@cargo fmt --check
	$(call say,clippy natively)
	@cargo clippy --all-targets -- -D warnings
	$(call say,clippy for wasm)
	@cargo clippy $(WASM) --lib --test web --test web_speed -- -D warnings
	$(call say,documentation)
	@RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --lib
	$(call say,native tests)
	@cargo test
	$(call say,wasm tests in Chromium)
	@cargo test $(WASM) --test web --no-run
	@$(CHROMIUM) cargo test $(WASM) --test web
	@$(MAKE) --no-print-directory dist/index.html
	$(call say,weight of the page)
	@tools/weigh
	$(call say,the page in Chromium)
	@node --test --test-reporter=spec tests/e2e/*.test.mjs

# FUZZ multiplies the usual cases of each property.
fuzz: ## try a million links, 100,000 scenarios, kept results, and the models at twenty times the usual cases
	$(call say,links - JSON - kept results)
	@FUZZ=100 cargo test --profile fuzz --test all -- --nocapture links:: hostile_
	$(call say,models)
	@FUZZ=20 cargo test --profile fuzz --test all -- torus_broadcast:: kary_ncube:: hypercube banyan_multicast::

bench: ## measure the solvers, the animation and the simulators, natively and in Chromium
	@tools/setup test
	$(call say,benchmarks)
	@cargo bench
	$(call say,the wormhole simulator in Chromium)
	@cargo test --release $(WASM) --test web_speed --no-run
	@$(CHROMIUM) cargo test --release $(WASM) --test web_speed -- --nocapture
	$(call say,the page while it simulates)
	@cargo build --release
	@$(MAKE) --no-print-directory dist/index.html
	@node --test --test-reporter=spec --test-name-pattern="leaves to the page" tests/e2e/speed.test.mjs

# A quarter of an hour on two cores.
accuracy: ## simulate all figures and write docs/accuracy.md, by how much each model is off
	$(call say,models against simulators)
	@mkdir -p target
	@cargo run --release --example accuracy > target/accuracy.md
	@mv target/accuracy.md docs/accuracy.md
	@$(MAKE) --no-print-directory coverage

# Half an hour on two cores.
coverage: ## count how often the intervals of the simulators hold the true mean, for docs/accuracy.md
	$(call say,intervals against long runs)
	@mkdir -p target
	@cargo run --release --example coverage > target/coverage.md
	@sed -i '/^## The intervals/,$$d' docs/accuracy.md
	@cat target/coverage.md >> docs/accuracy.md

limits: ## measure the memory of overloaded runs, and how long a signal waits for its answer
	$(call say,limits)
	@cargo build --release
	@node tools/limits.mjs

screenshot: build ## take the pictures of the README
	@tools/setup test
	@node tests/e2e/screenshots.mjs

clean: ## remove what was built, keep the tools
	@rm -rf target dist
