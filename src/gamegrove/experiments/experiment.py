"""Experiments: what one is, and the plans that say how large it is."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from gamegrove.experiments.page import Page
from gamegrove.work import Finished, Task
from gamegrove.work.task import Data


@dataclass(frozen=True)
class Plan:
    """What an experiment is to do: its plan file, at one of its two sizes."""

    name: str
    """The experiment."""
    quick: bool
    """Whether it is the size that takes minutes, or the full one."""

    @cached_property
    def text(self) -> str:
        """The plan file."""
        return resources.files(__package__).joinpath("plans", f"{self.name}.toml").read_text(encoding="utf-8")

    @cached_property
    def file(self) -> Data:
        """Everything in the plan file: `title`, `question`, `source`, `published` figures, and the two sizes."""
        return tomllib.loads(self.text)

    @property
    def size(self) -> str:
        """The table of the plan file that counts: `quick` or `full`."""
        return "quick" if self.quick else "full"

    @property
    def published(self) -> Data:
        """The figures of the source."""
        figures: Data = self.file["published"]
        return figures

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - the plan file says what it is
        """A setting of the chosen size, or else one that both sizes share."""
        return self.settings[name]

    @cached_property
    def settings(self) -> Data:
        """Everything that decides the results."""
        return {**self.file.get("both", {}), **self.file[self.size]}


class Experiment(ABC):
    """A question of a source, asked again.

    Its tasks follow from the plan alone; its page is made of nothing but their results.
    """

    name: str
    """What people type."""

    @abstractmethod
    def tasks(self, plan: Plan) -> list[Task]:
        """Everything that is to be done. The labels tell the parts apart."""

    @abstractmethod
    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """Fill the page with tables, charts and what agrees with the source."""
