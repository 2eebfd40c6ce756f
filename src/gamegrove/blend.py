"""Blends: evaluations made of weighted features, which may change with the number of stones on the board.

>>> blend = Blend.read("0.6*corners% + 0.4*mobility%")
>>> blend == 0.6 * feature("corners", percent=True) + 0.4 * feature("mobility", percent=True)
True
>>> Blend.read("..20: mobility - 0.5*frontier; 21..50: 3*corners + mobility; 51..: score").terms_at(52)
(Term(feature='score', percent=False, weight=1.0, last_weight=None),)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from gamegrove.errors import GamegroveError, InvalidTextError
from gamegrove.textbook.values import WIN

LEAST_WEIGHT, MOST_WEIGHT = 1e-9, 1e9
"""The weights between which products and sums stay exact enough; 0 is a weight, too."""
MOST_VALUE = WIN - 1
"""The largest value of a blend: beyond it begin the wins."""
MOST_STONES = 1_000_000
"""More stones than any board holds: the end of the last stage, in numbers."""

CoreTerm = tuple[str, bool, float, float, int, int]
"""A term as the core takes it: feature, percent, weights on the empty and the full board, first and last stones."""


@dataclass(frozen=True)
class Term:
    """A feature and its weight."""

    feature: str
    """The name of the feature."""
    percent: bool = False
    """Whether its two numbers are compared as 100 * (mine - theirs) / (mine + theirs), not by their difference."""
    weight: float = 1.0
    """The weight; where it grows, that on an empty board."""
    last_weight: float | None = None
    """The weight on a full board, between which and the other it grows geometrically; None for one that stays."""

    def __post_init__(self) -> None:
        for weight in (self.weight, 0 if self.last_weight is None else self.last_weight):
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise GamegroveError(f"the weight of {self.feature} must be a number, not {weight!r}")
            if weight != 0 and not LEAST_WEIGHT <= abs(weight) <= MOST_WEIGHT:
                raise GamegroveError(
                    f"the weight {weight} of {self.feature} must be 0, or without its sign "
                    f"from {_number(LEAST_WEIGHT)} to {_number(MOST_WEIGHT)}"
                )
        if self.last_weight is not None and not self.weight * self.last_weight > 0:
            raise GamegroveError(
                f"the weight of {self.feature} cannot grow from {_number(self.weight)} to {_number(self.last_weight)}: "
                "it grows by a factor, so that both must have the same sign, and neither may be 0"
            )

    def weight_at(self, fullness: float) -> float:
        """The weight when so large a part of the board is full, from 0 to 1."""
        if self.last_weight is None:
            return float(self.weight)
        return float(self.weight * (self.last_weight / self.weight) ** fullness)

    def times(self, factor: float) -> Term:
        """The term with its weight multiplied."""
        last = None if self.last_weight is None else self.last_weight * factor
        return replace(self, weight=self.weight * factor, last_weight=last)

    @property
    def sign(self) -> str:
        """The sign of the weight."""
        return "-" if self.weight < 0 else "+"

    def unsigned(self) -> str:
        """The text of the term without its sign."""
        weight = _number(abs(self.weight))
        if self.last_weight is not None:
            weight += f"..{_number(abs(self.last_weight))}"
        return ("" if weight == "1" else f"{weight}*") + self.feature + ("%" if self.percent else "")

    def __str__(self) -> str:
        return self.sign.removeprefix("+") + self.unsigned()


@dataclass(frozen=True)
class Stage:
    """What a blend is made of while the number of stones on the board is in a range."""

    first: int
    """The fewest stones."""
    last: int | None
    """The most stones; None for as many as there may be."""
    terms: tuple[Term, ...]
    """The features with their weights; they are added in this order."""

    def __post_init__(self) -> None:
        if not self.terms:
            raise GamegroveError("a blend needs at least one feature, such as mobility or 0.5*corners")
        if self.first < 0 or (self.last is not None and self.last < self.first):
            raise GamegroveError(f"the stage {self.range_text} is not possible: it must begin at 0 or later, then end")

    @property
    def range_text(self) -> str:
        """The range as it is written: `..20`, `21..50` or `51..`."""
        return f"{self.first or ''}..{'' if self.last is None else self.last}"

    def __str__(self) -> str:
        first, *others = self.terms
        return str(first) + "".join(f" {term.sign} {term.unsigned()}" for term in others)


@dataclass(frozen=True, repr=False)
class Blend:
    """Weighted features by stage of the game. Blends can be added, subtracted and multiplied by numbers."""

    stages: tuple[Stage, ...]
    """What it is made of, from the fewest stones to the most; every number of stones belongs to one stage."""
    name: str = ""
    """What reports call it; without one they show its text."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "stages", tuple(sorted(self.stages, key=lambda stage: stage.first)))
        _check_that_all_is_covered(self.stages)
        if self.name != self.name.strip() or set(self.name) & set("#;") or not self.name.isprintable():
            raise GamegroveError(f"the name {self.name!r} of a blend must be one line without # and ;")

    @classmethod
    def read(cls, text: str) -> Blend:
        """A blend from its text: one line with ; between the stages, or a line for each, with # before comments."""
        return _read(text)

    @classmethod
    def load(cls, path: Path | str) -> Blend:
        """A blend from a file."""
        try:
            return cls.read(Path(path).read_text(encoding="utf-8-sig"))
        except InvalidTextError as error:
            raise InvalidTextError(f"{path}: {error}") from None
        except UnicodeDecodeError:
            raise GamegroveError(f"{path} is not a text file") from None
        except OSError as error:
            raise GamegroveError(f"cannot read the blend {path}: {error.strerror}") from None

    @classmethod
    def by_stage(cls, blends: Mapping[tuple[int, int | None], Blend]) -> Blend:
        """A blend for each range of stones, such as {(0, 20): opening, (21, None): the_rest}."""
        for blend in blends.values():
            if len(blend.stages) > 1:
                raise GamegroveError(f"the blend '{blend}' has stages already; a stage cannot have stages itself")
        return cls(tuple(Stage(*range_, blend.stages[0].terms) for range_, blend in blends.items()))

    @property
    def title(self) -> str:
        """What reports call it: its name, or its text."""
        return self.name or str(self)

    @property
    def features(self) -> list[str]:
        """The names of its features, each once, in the order of the text."""
        return list(dict.fromkeys(term.feature for stage in self.stages for term in stage.terms))

    @property
    def needs_stones(self) -> bool:
        """Whether its value depends on how many stones are on the board."""
        return len(self.stages) > 1 or any(term.last_weight is not None for term in self.stages[0].terms)

    def terms_at(self, stones: int) -> tuple[Term, ...]:
        """What it is made of with so many stones on the board."""
        return next(stage.terms for stage in reversed(self.stages) if stage.first <= stones)

    def core_terms(self) -> list[CoreTerm]:
        """The blend as the core takes it."""
        return [
            (
                term.feature,
                term.percent,
                float(term.weight),
                float(term.weight if term.last_weight is None else term.last_weight),
                stage.first,
                MOST_STONES if stage.last is None else stage.last,
            )
            for stage in self.stages
            for term in stage.terms
        ]

    def __add__(self, other: Blend) -> Blend:
        if not isinstance(other, Blend):
            return NotImplemented
        firsts = sorted({stage.first for stage in self.stages + other.stages})
        lasts = [*(first - 1 for first in firsts[1:]), None]
        return Blend(
            tuple(
                Stage(first, last, self.terms_at(first) + other.terms_at(first))
                for first, last in zip(firsts, lasts, strict=True)
            )
        )

    def __mul__(self, factor: float) -> Blend:
        if not isinstance(factor, int | float):
            return NotImplemented
        return Blend(
            tuple(replace(stage, terms=tuple(term.times(factor) for term in stage.terms)) for stage in self.stages)
        )

    __rmul__ = __mul__

    def __neg__(self) -> Blend:
        return self * -1

    def __sub__(self, other: Blend) -> Blend:
        return self + -other if isinstance(other, Blend) else NotImplemented

    def __str__(self) -> str:
        stages = [str(stage) for stage in self.stages]
        if len(stages) > 1:
            stages = [f"{stage.range_text}: {text}" for stage, text in zip(self.stages, stages, strict=True)]
        return "; ".join([f"name: {self.name}", *stages] if self.name else stages)

    def __repr__(self) -> str:
        return f"Blend.read({str(self)!r})"


def feature(name: str, *, percent: bool = False, weight: float = 1.0, last_weight: float | None = None) -> Blend:
    """A blend of one feature, from which others can be made by adding and multiplying."""
    return Blend((Stage(0, None, (Term(name, percent, weight, last_weight),)),))


def rounded(value: float) -> int:
    """The value of a blend as a search takes it: the nearest whole number, halves away from 0, less than a win."""
    whole = int(abs(value))
    whole += abs(value) - whole >= 0.5  # adding a half first would round 0.49999999999999994 up
    return min(whole, MOST_VALUE) * (-1 if value < 0 else 1)


def _number(value: float) -> str:
    """A number as people write it: no exponent, and no point without need."""
    return format(Decimal(repr(float(value))), "f").removesuffix(".0")


def _check_that_all_is_covered(stages: Sequence[Stage]) -> None:
    """Every number of stones must belong to one stage."""
    if not stages:
        raise GamegroveError("a blend needs at least one stage")
    expected = 0
    for before, stage in zip((None, *stages), stages, strict=False):
        if stage.first > expected:
            raise GamegroveError(f"no stage is for {_stones(expected, stage.first - 1)}; stages must leave no gap")
        if before is not None and stage.first < expected:
            raise GamegroveError(
                f"{_stones(stage.first, stage.first)} belong to two stages, {before.range_text} and {stage.range_text}"
            )
        expected = MOST_STONES if stage.last is None else stage.last + 1
    if stages[-1].last is not None:
        raise GamegroveError(
            f"no stage is for {expected} stones and more; write {stages[-1].first or ''}.. to let the last one go on"
        )


def _stones(first: int, last: int) -> str:
    return f"{first} stones" if first == last else f"{first} to {last} stones"


EXAMPLE = "0.6*corners% + 0.4*mobility%"
TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<dots>\.\.)|(?P<name>[^\W\d]\w*)|(?P<sign>[-+*%:])|(?P<unknown>\S)"
)


class _Token(NamedTuple):
    """A piece of a text, and where it stands."""

    kind: str
    text: str
    line: int
    column: int

    def error(self, message: str) -> InvalidTextError:
        return InvalidTextError(message, self.line, self.column)


class _Part(NamedTuple):
    """The text of one stage, and where it stands."""

    text: str
    line: int
    column: int

    def tokens(self) -> list[_Token]:
        """The pieces of the text, and one for its end."""
        tokens = []
        for match in TOKEN.finditer(self.text):
            token = _Token(str(match.lastgroup), match.group(), self.line, self.column + match.start())
            if token.kind == "unknown":
                raise token.error(f"'{token.text}' does not belong here; a blend is written like {EXAMPLE}")
            tokens.append(token)
        return [*tokens, _Token("end", "the end", self.line, self.column + len(self.text.rstrip()))]

    def error(self, message: str) -> InvalidTextError:
        """An error at the begin of the text."""
        return InvalidTextError(message, self.line, self.column + len(self.text) - len(self.text.lstrip()))


def _read(text: str) -> Blend:
    parts = _parts(text)
    name = ""
    if parts and (named := re.fullmatch(r"\s*name\s*:(.*)", parts[0].text)):
        name = named[1].strip()
        del parts[0]
    if not parts:
        raise InvalidTextError(f"there is no blend in this text; write one like {EXAMPLE}")
    for part in parts:
        if len(parts) > 1 and ":" not in part.text:
            raise part.error("each of several stages needs a range of stones before it, such as 21..50:")
    stages = [_StageReader(part).read() for part in parts]
    try:
        return Blend(tuple(stages), name)
    except GamegroveError as error:
        raise InvalidTextError(str(error)) from None  # it is about the text as a whole


def _parts(text: str) -> list[_Part]:
    """The text cut at ends of lines and at semicolons, without comments and what is empty."""
    parts = []
    for number, line in enumerate(text.split("\n"), 1):
        column = 1
        for part in line.partition("#")[0].split(";"):
            if part.strip():
                parts.append(_Part(part, number, column))
            column += len(part) + 1
    return parts


class _StageReader:
    """Reads the text of one stage: a range, unless there is only one stage, and terms with signs between them."""

    def __init__(self, part: _Part) -> None:
        self.tokens = part.tokens()
        self.at = 0

    def read(self) -> Stage:
        first, last = self._range() if any(token.text == ":" for token in self.tokens) else (0, None)
        begin = self.tokens[self.at]
        terms = [self._term(-1 if self._take("-") else 1)]
        while self.tokens[self.at].kind != "end":
            if not (self._take("+") or self._take("-")):
                raise self._unexpected("a + or - and another feature")
            terms.append(self._term(-1 if self.tokens[self.at - 1].text == "-" else 1))
        try:
            return Stage(first, last, tuple(terms))
        except GamegroveError as error:
            raise begin.error(str(error)) from None

    def _range(self) -> tuple[int, int | None]:
        first = self._whole_number() if self.tokens[self.at].kind == "number" else 0
        self._expect("..", "a range of stones such as 21..50, with .. in it")
        last = self._whole_number() if self.tokens[self.at].kind == "number" else None
        self._expect(":", "a : after the range of stones")
        return first, last

    def _whole_number(self) -> int:
        token = self.tokens[self.at]
        if not token.text.isdecimal():
            raise token.error(f"a number of stones must be whole, not {token.text}")
        if len(token.text) > len(str(MOST_STONES)) or int(token.text) >= MOST_STONES:
            raise token.error(f"a number of stones must be below {MOST_STONES:,}")
        self.at += 1
        return int(token.text)

    def _term(self, sign: int) -> Term:
        begin = self.tokens[self.at]
        weight, last_weight = 1.0, None
        if begin.kind == "number":
            weight = self._weight()
            last_weight = self._weight() if self._take("..") else None
            self._expect("*", "a * and the name of a feature after the weight")
        name = self.tokens[self.at]
        if name.kind != "name":
            raise self._unexpected("the name of a feature")
        self.at += 1
        try:
            return Term(name.text, self._take("%"), weight, last_weight).times(sign)
        except GamegroveError as error:
            raise begin.error(str(error)) from None

    def _weight(self) -> float:
        token = self.tokens[self.at]
        if token.kind != "number":
            raise self._unexpected("a number; the sign before the first weight is for both, as in - 0.01..0.3*score")
        self.at += 1
        return float(token.text)

    def _take(self, text: str) -> bool:
        """Whether the next piece is that one; then it is done with."""
        found = self.tokens[self.at].text == text
        self.at += found
        return found

    def _expect(self, text: str, wanted: str) -> None:
        if not self._take(text):
            raise self._unexpected(wanted)

    def _unexpected(self, wanted: str) -> InvalidTextError:
        token = self.tokens[self.at]
        found = token.text if token.kind == "end" else f"'{token.text}'"
        return token.error(f"{found} stands where there should be {wanted}")
