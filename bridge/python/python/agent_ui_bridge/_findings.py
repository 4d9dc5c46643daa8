"""Findings about messages, and notes about the fields of translations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]
RefusalKind = Literal["decode", "context", "rule", "limit", "loss"]
Verdict = Literal["copied", "renamed", "encoded", "derived", "defaulted", "carried", "lost", "quarantined"]


class Record:
    """Rebuilds a frozen dataclass from its fields, as ``pickle`` and ``copy`` cannot set attributes of one."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        fields: dict[str, Any] = getattr(self, "__dataclass_fields__")
        return type(self), tuple(getattr(self, name) for name in fields)


@dataclass(frozen=True)
class Finding(Record):
    """A problem or a notice about one value of a message.

    >>> from agent_ui_bridge import check
    >>> finding = check('{"version":"v0.9","deleteSurface":{"surfaceId":7}}', "a2ui")[0]
    >>> finding.severity, finding.line, finding.pointer
    ('error', 1, '/deleteSurface/surfaceId')
    """

    __slots__ = ("line", "column", "severity", "kind", "rule", "pointer", "message", "hint")

    line: int | None
    """The line in the text, from 1. ``None`` for a message that is an object, and for a wrong argument."""
    column: int | None
    """The column in bytes, from 1. ``None`` if there is no line."""
    severity: Severity
    """``error``, ``warning`` or ``info``."""
    kind: RefusalKind | None
    """The kind of a refusal: ``decode``, ``context``, ``rule``, ``limit`` or ``loss``. Otherwise ``None``."""
    rule: str
    """The stable name of the broken rule."""
    pointer: str
    """The JSON Pointer of the value. It is empty for the whole text."""
    message: str
    """A sentence that describes the problem."""
    hint: str
    """An instruction for correcting the problem."""

    def __str__(self) -> str:
        start = "" if self.line is None else f"{self.line}:{self.column}: "
        place = f" at {self.pointer}" if self.pointer else ""
        hint = f"\n  help: {self.hint}" if self.hint else ""
        return f"{start}{self.severity}[{self.rule}]: {self.message}{place}{hint}"


class Findings(list[Finding]):
    """The findings of a check: a list, which is empty if the messages are right.

    >>> from agent_ui_bridge import check
    >>> found = check('{"version":"v0.9","deleteSurface":{"surfaceID":"menu"}}')
    >>> len(found)
    1
    >>> print(found.for_model())
    line 1, /deleteSurface/surfaceID: `surfaceID` is read as `surfaceId`; rename it to "surfaceId"
    """

    __slots__ = ("_lines",)
    _lines: str

    def __init__(self, findings: Iterable[Finding] = (), lines: str = "") -> None:
        """Used by the package. A list that you create yourself has no lines for a model."""
        super().__init__(findings)
        self._lines = lines

    def for_model(self) -> str:
        """Returns the findings of the check as text for the model that wrote the messages; empty without errors and warnings.

        Each line has at most 160 characters: the place, the problem, and the exact replacement if there is only one. The same
        problem at several places is one line. Notices are left out.
        """
        return self._lines


@dataclass(frozen=True)
class Note(Record):
    """The outcome for one field of a translation.

    >>> from agent_ui_bridge import translate
    >>> record = {"id": "7", "timestamp": "2026-05-18T15:30:00.000Z", "canvasFile": "a.html", "action": "click",
    ...           "element": None, "summary": "A click"}
    >>> notes = translate(record, "aap", "a2ui@0.9").messages[0].notes
    >>> next(note.verdict for note in notes if note.from_ == "/id")
    'carried'
    """

    __slots__ = ("input", "verdict", "rule", "from_", "to", "remark")

    input: int
    """The number of the source among the messages of this call or session, from 0."""
    verdict: Verdict
    """``copied``, ``renamed``, ``encoded``, ``derived``, ``defaulted``, ``carried``, ``lost`` or ``quarantined``."""
    rule: str
    """The rule of the mapping that was applied."""
    from_: str
    """The JSON Pointer of the field in the source."""
    to: str | None
    """The JSON Pointer of the value in the target, if the target shows it."""
    remark: str | None
    """An explanation, if there is one."""

    @property
    def is_lost(self) -> bool:
        """Returns ``True`` if the field does not come back from the target without the carry."""
        return self.verdict in ("carried", "lost", "quarantined")


def read_check(parts: tuple[str, str], has_places: bool) -> Findings:
    """Reads the findings of a check, and their lines for a model."""
    findings, lines = parts
    return Findings(read_findings(findings, has_places), lines)


def read_findings(text: str, has_places: bool) -> list[Finding]:
    """Reads a JSON list of report lines. Without ``has_places``, the message was an object, so it has no lines."""
    if text == "[]":
        return []
    return [read_finding(members, has_places) for members in json.loads(text)]


def read_finding(members: dict[str, Any], has_place: bool) -> Finding:
    """Reads the members of one report line."""
    return Finding(
        members["line"] if has_place else None,
        members["column"] if has_place else None,
        members["severity"],
        members.get("error"),
        members["rule"],
        members["pointer"],
        members["message"],
        members["hint"],
    )


def read_notes(text: str) -> list[Note]:
    """Reads a JSON list of notes."""
    if text == "[]":
        return []
    return [_note(members) for members in json.loads(text)]


def _note(members: dict[str, Any]) -> Note:
    get = members.get
    return Note(members["input"], members["verdict"], members["rule"], members["from"], get("to"), get("remark"))
