# `make` lists the targets. Nothing is needed before `make demo` or `make test` but Python 3.11+, Git and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
DEMO   := tests/fixtures/synthetic_py2_repo
DEMO_WORKSPACE ?= $(CURDIR)/.demo

.DEFAULT_GOAL := help
.PHONY: help demo test test-all lint bench-medium bench-loop migrate clean docker-build docker-test docker-test-cov docker-migrate docker-shell bench-corpus bench-again bench-tokens bench-probes bench-verification bench-faults bench-engine bench-report bench-view experiment

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $(STAMP)

demo: $(STAMP) ## migrate the bundled Python 2 sample and show what happened
	@mkdir -p $(DEMO_WORKSPACE)
	$(BIN)/python main.py --repo $(DEMO) --workspace $(DEMO_WORKSPACE)

test: $(STAMP) ## install and run the tests (under ten minutes on two cores)
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(PYTEST_ARGS)

test-all: $(STAMP) ## the tests and the slow ones
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not e2e"

lint: $(STAMP) ## style, types, and who may import whom
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench-engine: $(STAMP) ## throughput of the rules beside 2to3, and what of a library compiles afterwards
	$(BIN)/python benchmarks/engine.py

bench-corpus: $(STAMP) ## real packages: tests kept by the rules alone, by the full harness, by 2to3 (hours)
	$(BIN)/python benchmarks/corpus.py --all

bench-again: $(STAMP) ## packages on record measured again by the rules alone: which tests were lost since (ARGS=N, 40)
	$(BIN)/python benchmarks/corpus_again.py $(ARGS)

bench-probes: $(STAMP) ## small programs whose output on Python 2.7 is known, beside 2to3 (PROBES=FILE)
	$(BIN)/python benchmarks/probes.py $(if $(PROBES),--probes "$(PROBES)")

bench-tokens: $(STAMP) ## what rules, hybrid and llm cost and keep, with stand-ins for a model (an hour)
	$(BIN)/python benchmarks/tokens.py $(ARGS)

bench-verification: $(STAMP) ## what one tick's verification costs against pytest once per file
	$(BIN)/python benchmarks/verification_cost.py

bench-faults: $(STAMP) ## how many planted faults are let through as validated (an hour)
	$(BIN)/python benchmarks/false_validation.py

experiment: $(STAMP) ## five ways to coordinate, compared; writes documentation/results.md (83 minutes on two cores with other work beside)
	$(BIN)/python benchmarks/experiment.py $(ARGS)

bench-medium: $(STAMP) ## what the medium costs a file, beside a LangGraph ring (15 minutes)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python benchmarks/medium.py $(ARGS)

bench-report: $(STAMP) ## size of the HTML report and time to open it in Chromium, at 20, 500 and 2,000 files
	$(BIN)/python benchmarks/report_size.py $(ARGS)

bench-view: $(STAMP) ## what the live view costs a run
	$(BIN)/python benchmarks/live_view.py $(ARGS)

bench-loop: $(STAMP) ## what a whole run costs a file, for 1,000 and 10,000 files
	$(BIN)/python benchmarks/loop_scale.py $(ARGS)

migrate: $(STAMP) ## migrate a repository: make migrate REPO=… [REPO_REF=…] [ARGS="…"]
	@test -n $(call quoted,REPO) || { echo "name the repository: make migrate REPO=/path/or/url"; exit 2; }
	@exec $(BIN)/python main.py --repo=$(call quoted,REPO) $(if $(value REPO_REF),--repo-ref=$(call quoted,REPO_REF)) $(ARGS)

# Values given on make's command line are one word each, whatever is in them: neither make nor the shell reads them.
# Without unexport, make would expand a $(shell …) inside them on their way into the environment.
quoted = '$(subst ','\'',$(value $(1)))'
unexport REPO REPO_REF

docker-build: ## build the image (PYTHON2=2.7.18 make docker-build: with a Python 2.7)
	docker compose build

docker-test: ## run the tests in a container
	docker compose run --rm test

docker-test-cov: ## run the tests with coverage in a container
	docker compose run --rm test-cov

docker-migrate: ## migrate in a container: make docker-migrate REPO=… [REPO_REF=…] [ARGS="…"]
	@exec bash scripts/docker_migrate.sh $(call quoted,REPO) $(call quoted,REPO_REF) $(ARGS)

docker-shell: ## a shell in a container
	docker compose run --rm shell

.PHONY: documents lock audit newcomer

documents: $(STAMP) ## write the documents that are generated from the code
	$(BIN)/python scripts/generate_documents.py

lock: $(STAMP) ## resolve the dependency ranges anew into requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[release]'
	bash scripts/lock.sh $(BIN)/uv

audit: $(STAMP) ## look for known vulnerabilities in what requirements.lock names, and say how much could be looked up
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[release]'
	$(BIN)/python scripts/audit_dependencies.py

newcomer: ## from a clone of this commit to the first verified migration, step by step, with the seconds each took
	bash scripts/newcomer_path.sh

clean: ## remove what runs and tests leave behind, but not the virtual environment
	rm -rf .demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage htmlcov
