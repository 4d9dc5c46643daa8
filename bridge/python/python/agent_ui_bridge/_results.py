"""The results of the calls: immutable, comparable, and with support for ``pickle`` and ``copy``."""

from __future__ import annotations

from dataclasses import dataclass

from ._findings import Finding, Findings, Note, Record, read_notes
from ._messages import JsonText, Message


@dataclass(frozen=True, repr=False)
class Translation(Record):
    """Translated messages. Each has its carry and its notes."""

    __slots__ = ("messages", "findings", "_other_notes_text", "_notes")

    messages: list[Message]
    """The messages in the target dialect."""
    findings: list[Finding]
    """The repairs and warnings that do not prevent a translation."""
    _other_notes_text: str

    @property
    def notes(self) -> list[Note]:
        """The outcome for each field of all sources: the notes of each message, then those about sources without a result.

        The list is built when it is first read.
        """
        notes: list[Note] | None = getattr(self, "_notes", None)
        if notes is None:
            notes = [note for message in self.messages for note in message.notes]
            notes += read_notes(self._other_notes_text)
            object.__setattr__(self, "_notes", notes)
        return notes

    def __repr__(self) -> str:
        return f"Translation(messages={self.messages!r}, findings={self.findings!r})"


@dataclass(frozen=True)
class Decoded(Record):
    """Messages that were read and written again."""

    __slots__ = ("messages", "findings")

    messages: list[JsonText]
    """The messages. Free-form values keep the text that they had."""
    findings: list[Finding]
    """The repairs and warnings."""


@dataclass(frozen=True)
class Folded(Record):
    """The states that a stream of messages leads to."""

    __slots__ = ("states", "findings")

    states: list[JsonText]
    """The states: a surface, a canvas or a site each."""
    findings: list[Finding]
    """The repairs and warnings."""


@dataclass(frozen=True)
class Repaired(Record):
    """A text in which every problem with exactly one safe correction is corrected."""

    __slots__ = ("text", "changes", "findings")

    text: str
    """The corrected text."""
    changes: list[Finding]
    """The corrections."""
    findings: list[Finding]
    """The problems that remain."""


@dataclass(frozen=True)
class Checked(Record):
    """The findings about a text of a session.

    >>> from agent_ui_bridge import Checker
    >>> Checker("a2ui@0.9").push({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}})
    Checked(is_accepted=True, findings=[])
    """

    __slots__ = ("is_accepted", "findings")

    is_accepted: bool
    """``True`` if no finding is an error."""
    findings: Findings
    """The findings, with places in this text."""
