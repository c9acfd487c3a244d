# Two commands do everything: `make serve` opens the app, `make test` runs every check. Both install what is missing first.
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
PORT ?= 8080
# Some shells set NO_COLOR=1; trunk expects a word there, and fails.
unexport NO_COLOR
# On Windows make finds a shell by the name of its program, and a path has semicolons. Only the native tests run there; they need no file of .tools.
ifeq ($(OS),Windows_NT)
SHELL := sh.exe
else
SHELL := /bin/bash
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/.tools/node_modules/.bin:$(PATH)
endif
# The parts of `make test`, one after the other: two browsers fill two cores, and native tests beside them make the whole slower.
PARTS := unit lint docs wasm size firefox e2e
SOURCES := $(shell find src crates lessons texts www index.html Cargo.toml Cargo.lock Trunk.toml .cargo tools/versions tools/finish.mjs tools/guide.mjs tools/published.mjs docs/guide examples/lesson.md -type f)
# The inputs of the unit tests of the core and of `crates/show`; with the folders, so that a removed file counts as a change.
CORE := $(shell find src lessons texts crates/show tests/golden tests/regression tests/common proptest-regressions .cargo Cargo.toml Cargo.lock)
WASM32 := --target wasm32-unknown-unknown
WASM := -p flitscope $(WASM32) --no-default-features
# Runs the tests of a wasm target in the browser. They are compiled before, because the time limit is for the tests alone.
CHROMIUM = CHROMEDRIVER=$$(command -v chromedriver) WASM_BINDGEN_TEST_TIMEOUT=600 timeout 900

say = @printf '\n== %s\n' "$(1)"
# Makes another target at this point of the recipe.
also = @$(MAKE) --no-print-directory $(1)

.NOTPARALLEL:
.PHONY: help serve single-file build lint check unit docs wasm size e2e firefox test verify native-verify fuzz bench wheel notebook accuracy coverage recorded site page-archives archives package readme guide-pictures audit screenshot clean

help: ## list all targets
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/' | expand -t 20

serve: build ## set up, build and serve the app
	$(call say,serving the page)
	@node tools/serve.mjs $(PORT)

single-file: build ## the page as one file that opens without a server, target/flitscope.html
	$(call say,the page as one file)
	@node tools/single-file.mjs target/flitscope.html

build: ## set up and build the page into dist/
	@tools/setup build
	$(call also,dist/index.html)

dist/index.html: $(SOURCES)
	$(call say,building the page)
	@trunk build --release
	@touch dist/index.html

lint: ## formatting, clippy natively, and the words of every text
	@tools/setup lint
	$(call say,formatting)
	@cargo fmt --all --check
	$(call say,clippy natively)
	@cargo clippy --all-targets -- -D warnings
	$(call say,words)
	@node tools/words.mjs
	@node tools/words.mjs --sentences

check: lint ## the short loop: formatting, clippy, words, and the unit tests that take less than half a second
	$(call also,target/core-passed)
	$(call say,unit tests of the page)
	@node tools/native.mjs flitscope-page

# The unit tests of the core and of `crates/show` run only after a change of their files; `make unit` always runs them.
target/core-passed: $(CORE)
	$(call say,unit tests of the core and of crates/show)
	@node tools/native.mjs flitscope flitscope-show
	@touch $@

unit: ## every native test; a single one: cargo test NAME
	@tools/setup native
	$(call say,native tests)
	@node tools/native.mjs

wasm: ## clippy for wasm, and the tests of core and crates/show in Chromium
	@tools/setup test
	$(call say,clippy for wasm)
	@cargo clippy -p flitscope-web -p flitscope-writing -p flitscope-show $(WASM) --lib --test web --test web_speed -- -D warnings
	$(call say,wasm tests in Chromium)
	@cargo test -p flitscope-show $(WASM) --test web --no-run
	@$(CHROMIUM) cargo test -p flitscope-show $(WASM) --test web

docs: ## the documentation, with every warning an error
	@tools/setup native
	$(call say,documentation)
	@RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --lib

size: build ## the bytes that a browser transfers to open the page in four ways, compared with the budgets
	@tools/setup test
	$(call say,size of the page)
	@node tools/size.mjs

e2e: ## the built page in Chromium; FILE=page runs tests/e2e/page.test.mjs alone
	@tools/setup test
	$(call also,dist/index.html)
	$(call say,the page in Chromium)
	@# The page is compared with the command line, which every native test builds.
	@cargo test --no-run
	@node tests/e2e/run.mjs $(FILE)

firefox: ## the built page in Firefox: every system, without a server, as one file
	@tools/setup firefox
	$(call also,dist/index.html)
	$(call say,the page in Firefox)
	@cargo test --no-run
	@node --test --test-reporter=spec tests/firefox/

test: ## set up and run every check
	@tools/setup test
	@tools/setup firefox
	$(call also,dist/index.html)
	$(call say,compiling the tests)
	@cargo test --no-run
	@node tools/parts.mjs $(PARTS)

# The strongest evidence; takes minutes.
verify: native-verify ## every point of independent simulations and oracles, with the numbers of both sides; every answer of every lesson in Chromium
	@WHOLE=1 $(MAKE) --no-print-directory e2e FILE=lessons

# These are the tests with `#[ignore]` in Rust.
native-verify: ## the part of make verify that needs no browser
	@tools/setup native
	$(call say,independent simulators and oracles)
	@cargo test -p flitscope --release --lib --test all --example accuracy -- --ignored --show-output

# FUZZ multiplies the usual cases of each property.
fuzz: ## try a million links, 100,000 scenarios, kept results, models, and 1,000 questions of each system
	$(call say,links - JSON - kept results)
	@FUZZ=100 cargo test -p flitscope --profile fuzz --test all -- --nocapture links:: hostile_
	@FUZZ=100 cargo test -p flitscope-page --profile fuzz --test all -- --nocapture links:: hostile_
	$(call say,models)
	@FUZZ=20 cargo test -p flitscope --profile fuzz --test all -- torus_broadcast:: kary_ncube:: hypercube banyan_multicast::
	$(call say,questions: answers verified forwards - elasticities against differences)
	@FUZZ=500 cargo test -p flitscope --profile fuzz --test all -- --nocapture explore::forwards::
	@FUZZ=100 cargo test -p flitscope --profile fuzz --test all -- --nocapture explore::sensitivities::

bench: ## measure the solvers, the animation and the simulators, natively and in Chromium
	@tools/setup test
	$(call say,benchmarks)
	@cargo bench -p flitscope
	@cargo bench -p flitscope-show
	$(call say,the wormhole simulator in Chromium)
	@cargo test --profile page $(WASM) --test web_speed --no-run
	@$(CHROMIUM) cargo test --profile page $(WASM) --test web_speed -- --nocapture
	@cargo build --release -p flitscope
	$(call also,dist/index.html)
	$(call say,the page in Chromium: opening - a slider - the animation - while it simulates)
	@node benches/page.mjs

# A quarter of an hour on two cores.
accuracy: ## simulate all figures and write docs/accuracy.md, the errors of each model
	$(call say,models against simulators)
	@mkdir -p target
	@SOURCE="$$(git show -s --format='%h of %cs')" cargo run --release -p flitscope --example accuracy > target/accuracy.md
	@mv target/accuracy.md docs/accuracy.md
	$(call also,coverage)

# Half an hour on two cores.
coverage: ## count how often the intervals of the simulators hold the true mean, for docs/accuracy.md
	$(call say,intervals against long runs)
	@mkdir -p target
	@cargo run --release -p flitscope --example coverage > target/coverage.md
	@sed -i '/^## The intervals/,$$d' docs/accuracy.md
	@cat target/coverage.md >> docs/accuracy.md

# SITE is the future address of the page, ending with a slash.
site: build docs ## everything to publish: page, documentation, one file, and a page for each scene, in target/site
	@tools/setup test
	@cargo build --release -p flitscope
	$(call say,the site)
	@node tools/site.mjs $(SITE)

wheel: ## the command line as a wheel for Python, in target/wheels, compared with the program bit by bit
	@tools/setup wheel
	$(call say,the wheel)
	@tools/wheel

notebook: wheel ## one figure of each paper drawn in Python, into target/notebook, and a campaign with Dask
	$(call say,the notebook)
	@tools/notebook

page-archives: single-file ## the page for a release, in target/archives
	$(call say,archives of the page)
	@mkdir -p target/archives
	@tar -czf target/archives/flitscope-page.tar.gz --transform 's,^dist,flitscope,' dist
	@cp target/flitscope.html target/archives/

archives: page-archives wheel ## the files of a release for this machine, with checksums, in target/archives
	$(call say,archives)
	@tools/archive
	@cp target/wheels/*.whl target/archives/
	@cd target/archives && rm -f SHA256SUMS && sha256sum * > SHA256SUMS && cat SHA256SUMS

readme: ## run every command of the README in a fresh clone of the last commit, and compare the answers
	@tools/setup build
	$(call say,the README)
	@node tools/readme.mjs

guide-pictures: build ## take the pictures of the guide's figures, of one: FIGURE=fold
	@tools/setup test
	$(call say,pictures of the guide)
	@node tools/guide-pictures.mjs $(FIGURE)

package: ## check that the crate can be published
	$(call say,the crate as a package)
	@cargo publish -p flitscope --dry-run

audit: ## licences and advisories of dependencies and build tools, and the workflows
	@tools/setup audit
	$(call say,licences - advisories - workflows)
	@tools/audit

recorded: ## repeat the recorded runs of the lessons and of the opening scenes, and write them into lessons/*.md and www/runs.txt
	$(call say,recorded runs)
	@cargo run --release -p flitscope -- lessons record lessons/*.md
	@cargo test --release -p flitscope-page --test all recorded -- --ignored

screenshot: build ## take the pictures of the README
	@tools/setup test
	$(call say,pictures of the README)
	@node tools/screenshots.mjs

clean: ## remove all build results, keep the tools
	$(call say,removing build results)
	@rm -rf target dist
