"""Reading of messages while a model still writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Union

from . import _native
from ._calls import usage
from ._errors import usage_error
from ._json import Text, read, utf8
from ._results import Finding, _Record, read_finding


@dataclass(frozen=True)
class StreamedComponent(_Record):
    """A complete component of a message that is still being written. The :class:`StreamedMessage` that follows contains it again."""

    __slots__ = ("surface", "component", "line", "column")

    surface: str
    """The id of the surface."""
    component: Any
    """The component as the message will contain it: a ``dict``, or text with ``exact``."""
    line: int
    """The line of the component in the text, from 1."""
    column: int
    """The column in bytes, from 1."""


@dataclass(frozen=True)
class StreamedMessage(_Record):
    """A complete message."""

    __slots__ = ("message", "line", "column")

    message: Any
    """The message, as :func:`decode` returns it: a ``dict``, or text with ``exact``."""
    line: int
    """The line of the message in the text, from 1."""
    column: int
    """The column in bytes, from 1."""


@dataclass(frozen=True)
class StreamFault(_Record):
    """A message that cannot be read, or whose end is missing. The next message is read nevertheless."""

    __slots__ = ("finding",)

    finding: Finding
    """The problem and its place."""


@dataclass(frozen=True)
class StreamFinding(_Record):
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
    >>> [event.component["id"] for event in stream.push(begin)]
    ['root']
    >>> [event.message["version"] for event in stream.push('"b","component":"Divider"}]}}')]
    ['v0.9']
    >>> stream.finish()
    []
    """

    __slots__ = ("_reader", "_exact")
    _reader: _native.Stream

    def __init__(self, protocol: str | None = None, *, exact: bool = False) -> None:
        """Creates a reader. ``protocol`` is a version of A2UI that all messages must have. With ``exact``, components and messages are
        text, which keeps every number as it is written.

        Raises :class:`UsageError` if the protocol is not A2UI.
        """
        try:
            self._reader = _native.Stream(protocol)
        except _native.Failure as failure:
            raise usage(failure) from None
        self._exact = exact

    def push(self, piece: Text) -> list[StreamEvent]:
        """Reads the next piece, and returns what it completes. Faulty messages are events, not exceptions."""
        return self._events(self._reader.push(_bytes(piece)))

    def finish(self) -> list[StreamEvent]:
        """Ends the text. A message without its end is a :class:`StreamFault`. The stream can then be used for another text."""
        return self._events(self._reader.finish())

    def _events(self, parts: list[tuple[str, str, str, int, int]]) -> list[StreamEvent]:
        return [self._event(*part) for part in parts]

    def _event(self, kind: str, surface: str, text: str, line: int, column: int) -> StreamEvent:
        if kind == "component":
            return StreamedComponent(surface, self._value(text), line, column)
        if kind == "message":
            return StreamedMessage(self._value(text), line, column)
        finding = read_finding(json.loads(text))
        return StreamFault(finding) if kind == "fault" else StreamFinding(finding)

    def _value(self, text: str) -> Any:
        return text if self._exact else read(text)


def _bytes(piece: object) -> bytes:
    """Returns a piece in UTF-8. A program without type checks can pass any object."""
    if isinstance(piece, str):
        return utf8(piece)
    if isinstance(piece, (bytes, bytearray, memoryview)):
        return bytes(piece)
    message = f"the argument `piece` must be text, and is of the type `{type(piece).__name__}`"
    raise usage_error("python/type", message, "pass str or bytes")
