"""Loads the copy of the compiled core that suits this processor.

The core is compiled several times, for plain x86-64 and for newer instruction sets. The
environment variable GAMEGROVE_CPU (baseline, v3 or v4) chooses a lower one, for comparison.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from gamegrove import _cpu

LEVELS = ("baseline", "v3", "v4")
"""The levels of instruction set, each containing the ones before it."""


def built_levels() -> list[str]:
    """The levels for which this installation has a core, lowest first."""
    return [level for level in LEVELS if _library(level) is not None]


def usable_levels() -> list[str]:
    """The levels that are built and that this processor can run, lowest first."""
    best = LEVELS.index(_cpu.level())
    return [level for level in built_levels() if LEVELS.index(level) <= best]


def _library(level: str) -> Path | None:
    folder = Path(__file__).parent / f"cpu_{level}"
    candidates = (folder / f"_core{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES)
    return next((path for path in candidates if path.exists()), None)


def _chosen_level() -> str:
    usable = usable_levels()
    wanted = os.environ.get("GAMEGROVE_CPU", "")
    if not usable:
        raise ImportError("gamegrove's compiled core is missing; install the package again with pip")
    if wanted and wanted not in usable:
        raise ImportError(f"GAMEGROVE_CPU={wanted} cannot be used here; choose one of {', '.join(usable)}")
    return wanted or usable[-1]


def load_core() -> ModuleType:
    """Import the chosen core as gamegrove._core."""
    name = "gamegrove._core"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, _library(_chosen_level()))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


core = load_core()
"""The chosen core; importing this module is enough to make gamegrove._core importable."""
