"""The results of the calls: immutable, comparable, and with support for ``pickle`` and ``copy``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Message = TypeVar("Message")


class _Record:
    """Rebuilds a frozen dataclass from its fields, as ``pickle`` and ``copy`` cannot set attributes of one."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        fields: dict[str, Any] = getattr(self, "__dataclass_fields__")
        return type(self), tuple(getattr(self, name) for name in fields)


@dataclass(frozen=True)
class Finding(_Record):
    """A problem or a notice about one value of a message.

    >>> from agent_ui_bridge import check
    >>> finding = check('{"version":"v0.9","deleteSurface":{"surfaceId":7}}', "a2ui")[0]
    >>> finding.severity, finding.pointer
    ('error', '/deleteSurface/surfaceId')
    """

    __slots__ = ("line", "column", "severity", "kind", "rule", "pointer", "message", "hint")

    line: int
    """The line in the text, from 1. For an object: the line in its JSON text, which is always 1."""
    column: int
    """The column in bytes, from 1."""
    severity: str
    """``error``, ``warning`` or ``info``."""
    kind: str | None
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
        place = f" at {self.pointer}" if self.pointer else ""
        hint = f"\n  help: {self.hint}" if self.hint else ""
        return f"{self.line}:{self.column}: {self.severity}[{self.rule}]: {self.message}{place}{hint}"


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
class Note(_Record):
    """The outcome for one field of a translation.

    >>> from agent_ui_bridge import translate
    >>> record = {"id": "7", "timestamp": "2026-05-18T15:30:00.000Z", "canvasFile": "a.html", "action": "click",
    ...           "element": None, "summary": "A click"}
    >>> notes = translate(record, "aap", "a2ui@0.9").notes
    >>> next(note.verdict for note in notes if note.from_ == "/id")
    'carried'
    """

    __slots__ = ("message", "input", "verdict", "rule", "from_", "to", "remark")

    message: int | None
    """The index of the target in ``Translation.messages``, if there is one."""
    input: int
    """The number of the source among the messages of this call or translator, from 0."""
    verdict: str
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


@dataclass(frozen=True, repr=False)
class Translation(_Record, Generic[Message]):
    """Translated messages, and everything that restores and explains them."""

    __slots__ = ("messages", "carry", "findings", "_notes_text", "_notes")

    messages: list[Message]
    """The messages in the target dialect."""
    carry: str
    """The fields that the target cannot hold, as an opaque text. Pass it back together with the messages."""
    findings: list[Finding]
    """The repairs and warnings that do not prevent a translation."""
    _notes_text: str

    @property
    def notes(self) -> list[Note]:
        """The outcome for each field, as one :class:`Note` each. The list is built when it is first read."""
        notes: list[Note] | None = getattr(self, "_notes", None)
        if notes is None:
            notes = [_note(members) for members in json.loads(self._notes_text)]
            object.__setattr__(self, "_notes", notes)
        return notes

    def __repr__(self) -> str:
        return f"Translation(messages={self.messages!r}, carry={self.carry!r}, findings={self.findings!r})"


@dataclass(frozen=True)
class Decoded(_Record, Generic[Message]):
    """Messages that were read and written again."""

    __slots__ = ("messages", "findings")

    messages: list[Message]
    """The messages. Free-form values keep the text that they had."""
    findings: list[Finding]
    """The repairs and warnings."""


@dataclass(frozen=True)
class Folded(_Record, Generic[Message]):
    """The states that a stream of messages leads to."""

    __slots__ = ("states", "findings")

    states: list[Message]
    """The states: a surface, a canvas or a site each."""
    findings: list[Finding]
    """The repairs and warnings."""


@dataclass(frozen=True)
class Repaired(_Record):
    """A text in which every problem with exactly one safe correction is corrected."""

    __slots__ = ("text", "changes", "findings")

    text: str
    """The corrected text."""
    changes: list[Finding]
    """The corrections."""
    findings: list[Finding]
    """The problems that remain."""


@dataclass(frozen=True)
class Checked(_Record):
    """The findings about a text of a session.

    >>> from agent_ui_bridge import Checker
    >>> Checker("a2ui@0.9").push({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}})
    Checked(is_accepted=True, findings=[])
    """

    __slots__ = ("is_accepted", "findings")

    is_accepted: bool
    """``True`` if no finding is an error. Later texts are then checked against this one, too."""
    findings: Findings
    """The findings, with places in this text."""


def read_check(parts: tuple[str, str]) -> Findings:
    """Reads the findings of a check, and their lines for a model."""
    findings, lines = parts
    return Findings(read_findings(findings), lines)


def read_findings(text: str) -> list[Finding]:
    """Reads a JSON list of report lines."""
    if text == "[]":
        return []
    return [read_finding(members) for members in json.loads(text)]


def read_finding(members: dict[str, Any]) -> Finding:
    """Reads the members of one report line."""
    return Finding(
        members["line"],
        members["column"],
        members["severity"],
        members.get("error"),
        members["rule"],
        members["pointer"],
        members["message"],
        members["hint"],
    )


def _note(members: dict[str, Any]) -> Note:
    get = members.get
    return Note(
        get("message"), members["input"], members["verdict"], members["rule"], members["from"], get("to"), get("remark")
    )
