# Two commands for everybody: `make run` and `make test`. Both make a virtual environment in .venv and build what they
# need. The others are for developers.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core bindings src -type f -not -name '*.so' -not -path '*/__pycache__/*') CMakeLists.txt pyproject.toml README.md
CPP := $(shell find core bindings tests/core benchmarks -name '*.h' -not -path '*/doctest/*' -o -name '*.cpp' -o -name '*.c')

.PHONY: run test test-core test-python test-sanitized check format stubs perft-data bench clean

run: $(VENV)/installed
	@$(BIN)/gamegrove play

test: check test-core test-python

# With the build's tools in the environment itself a second build compiles only what has changed.
$(VENV)/created: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja
	touch $@

$(VENV)/installed: $(VENV)/created $(SOURCES)
	@echo "Building gamegrove for every instruction set; the first time this takes some minutes."
	$(BIN)/python -m pip install --quiet --no-build-isolation .
	touch $@

$(VENV)/test-installed: $(VENV)/created $(SOURCES)
	@echo "Building gamegrove for every instruction set; the first time this takes some minutes."
	$(BIN)/python -m pip install --quiet --no-build-isolation '.[test]'
	touch $(VENV)/installed $@

# Style and types.
check: $(VENV)/test-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy src tests/python examples benchmarks docs

test-core: $(VENV)/test-installed
	$(BIN)/cmake -S . -B build/core-tests -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DGAMEGROVE_BUILD_TESTS=ON
	$(BIN)/cmake --build build/core-tests
	$(BIN)/ctest --test-dir build/core-tests --output-on-failure

test-python: $(VENV)/test-installed
	$(BIN)/python -m pytest -n auto

# The core's tests again, with the address and undefined-behaviour sanitizers, and those with threads with the thread
# sanitizer.
test-sanitized: $(VENV)/test-installed
	$(BIN)/cmake -S . -B build/sanitized -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	    -DGAMEGROVE_BUILD_TESTS=ON -DGAMEGROVE_SANITIZE=address,undefined
	$(BIN)/cmake --build build/sanitized
	$(BIN)/ctest --test-dir build/sanitized --output-on-failure
	$(BIN)/cmake -S . -B build/threads -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	    -DGAMEGROVE_BUILD_TESTS=ON -DGAMEGROVE_SANITIZE=thread
	$(BIN)/cmake --build build/threads --target core_tests_v3
	build/threads/core_tests_v3 --test-suite=threads

format: $(VENV)/test-installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# The types of the compiled module, for editors and mypy; a test checks that they are up to date.
stubs: $(VENV)/test-installed
	$(BIN)/python -m nanobind.stubgen -q -P --exclude-values -m gamegrove._core -o src/gamegrove/_core.pyi

# The leaf counts in tests/perft, from the slow reference rules.
perft-data:
	$(PYTHON) tests/perft/make.py

# Speed against OpenSpiel and easyAI, what observers and evaluations cost, whether players are in time, and how work
# spreads over workers.
bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/games.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/observers.py
	$(BIN)/python benchmarks/evaluations.py
	$(BIN)/python benchmarks/moves_in_time.py
	$(BIN)/python benchmarks/workers.py

clean:
	rm -rf build $(VENV)
