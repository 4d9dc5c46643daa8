"""Reading of messages while a model still writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Union

from . import _native
from ._arguments import Text, optional_dialect, read_text
from ._findings import Finding, Record, read_finding
from ._messages import JsonText
from ._outcomes import usage_errors


class _Streamed(JsonText):
    """A part of a text that arrives in pieces, with its place."""

    __slots__ = ("_line", "_column")
    _line: int
    _column: int

    @property
    def line(self) -> int:
        """The line in the text, from 1."""
        return self._line

    @property
    def column(self) -> int:
        """The column in bytes, from 1."""
        return self._column


class StreamedComponent(_Streamed):
    """A complete component of a message that is still being written. The :class:`StreamedMessage` that follows contains it again."""

    __slots__ = ("_surface",)
    _surface: str

    def __init__(self, surface: str, text: str, line: int, column: int) -> None:
        """Used by the package."""
        super().__init__(text)
        self._surface, self._line, self._column = surface, line, column

    @property
    def surface(self) -> str:
        """The id of the surface."""
        return self._surface

    def _parts(self) -> tuple[Any, ...]:
        return (self._surface, self._text, self._line, self._column)


class StreamedMessage(_Streamed):
    """A complete message, as :func:`decode` returns it."""

    __slots__ = ()

    def __init__(self, text: str, line: int, column: int) -> None:
        """Used by the package."""
        super().__init__(text)
        self._line, self._column = line, column

    def _parts(self) -> tuple[Any, ...]:
        return (self._text, self._line, self._column)


@dataclass(frozen=True)
class StreamFault(Record):
    """A message that cannot be read, or whose end is missing. The next message is read nevertheless."""

    __slots__ = ("finding",)

    finding: Finding
    """The problem and its place."""


@dataclass(frozen=True)
class StreamFinding(Record):
    """A repair of the message that follows, or a notice."""

    __slots__ = ("finding",)

    finding: Finding
    """The repair or notice and its place."""


StreamEvent = Union[StreamedComponent, StreamedMessage, StreamFault, StreamFinding]


class Stream:
    """Reads A2UI messages in a text that arrives in pieces, as a model writes it.

    Pieces are ``str`` or ``bytes`` and can end anywhere. Each message is returned as soon as it is complete, and each component of an
    unfinished message as soon as its closing brace has arrived. A stream may be used by several threads.

    >>> stream = Stream()
    >>> begin = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Divider"},{"id":'
    >>> [event.value["id"] for event in stream.push(begin)]
    ['root']
    >>> [type(event).__name__ for event in stream.push('"b","component":"Divider"}]}}')]
    ['StreamedComponent', 'StreamedMessage']
    >>> stream.finish()
    []
    """

    __slots__ = ("_reader", "__weakref__")
    _reader: _native.Stream

    def __init__(self, protocol: str | None = None) -> None:
        """Creates a reader. ``protocol`` is a version of A2UI that all messages must have.

        Raises :class:`UsageError` if the protocol is not A2UI.
        """
        with usage_errors():
            self._reader = _native.Stream(optional_dialect(protocol, "protocol"))

    def push(self, piece: Text) -> list[StreamEvent]:
        """Reads the next piece, and returns what it completes. Faulty messages are events, not exceptions."""
        return [_event(*part) for part in self._reader.push(read_text(piece, "piece"))]

    def finish(self) -> list[StreamEvent]:
        """Ends the text. A message without its end is a :class:`StreamFault`. The stream can then be used for another text."""
        return [_event(*part) for part in self._reader.finish()]


def _event(kind: str, surface: str, text: str, line: int, column: int) -> StreamEvent:
    if kind == "component":
        return StreamedComponent(surface, text, line, column)
    if kind == "message":
        return StreamedMessage(text, line, column)
    finding = read_finding(json.loads(text), True)
    return StreamFault(finding) if kind == "fault" else StreamFinding(finding)
