"""Examples in the README, the docs, the docstrings and examples/ do what they show; pictures are up to date."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import gamegrove
from paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def name(page: object) -> str:
    return str(page.relative_to(ROOT)) if isinstance(page, Path) else str(page)


@pytest.mark.parametrize("page", with_blocks("python"), ids=name)
def test_python_examples_of_a_page_run(page: Path) -> None:
    text = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, str(page), str(page), 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0


def commands(block: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"


@pytest.mark.parametrize("page", with_blocks("console"), ids=name)
def test_shell_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    """In a folder of their own, as some write files; it looks like the project's otherwise."""
    for folder in ("docs", "examples", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    for block in blocks(page, "console"):
        for command, expected in commands(block):
            program, *arguments = shlex.split(command)
            assert program == "gamegrove"
            done = subprocess.run(
                [sys.executable, "-m", "gamegrove", *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
                check=False,
                cwd=tmp_path,
            )
            assert doctest.OutputChecker().check_output(tidy(expected), tidy(done.stdout), doctest.ELLIPSIS), (
                f"{command}\n{done.stdout}"
            )


PACKAGE = [module.name for module in pkgutil.walk_packages(gamegrove.__path__, "gamegrove.")]
MODULES = [module for module in PACKAGE if "__main__" not in module and "cpu_" not in module]


@pytest.mark.parametrize("module", ["gamegrove", *MODULES])
def test_docstring_examples_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_an_example_runs(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_pictures_are_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pictures" / "make.py"))["pictures"]()
    for file, picture in made.items():
        assert (ROOT / "docs" / "pictures" / file).read_text(encoding="utf-8") == picture


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
