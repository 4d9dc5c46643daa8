"""Messages that the package returns: JSON text that is read as Python objects on demand."""

from __future__ import annotations

from typing import Any

from ._errors import usage_error
from ._findings import Note, read_notes
from ._json import read, write


class JsonText:
    """A JSON text, and the Python value that it contains.

    Two of them are equal if their texts are. ``str`` returns the text.

    >>> from agent_ui_bridge import decode
    >>> message = decode('{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}').messages[0]
    >>> message.text
    '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    >>> message.value["deleteSurface"]
    {'surfaceId': 's'}
    """

    __slots__ = ("_text", "_value")
    _text: str
    _value: Any

    def __init__(self, text: str) -> None:
        """Wraps a JSON text."""
        self._text = _checked(text, "text")

    @property
    def text(self) -> str:
        """The exact text: every number, member and order is as it was written."""
        return self._text

    @property
    def value(self) -> Any:
        """The value of the text, as ``json.loads`` returns it. It is built when it is first read.

        Changes of the value do not change the text. To pass a changed value on, pass the value itself.

        Raises :class:`UsageError` if the text has a number that Python cannot hold.
        """
        try:
            return self._value
        except AttributeError:
            self._value = read(self._text)
            return self._value

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        members = ", ".join(map(repr, self._parts()))
        return f"{type(self).__name__}({members})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, JsonText)
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        unchanged_text(self)
        return type(self), self._parts()

    def _parts(self) -> tuple[Any, ...]:
        """The arguments that create an equal object."""
        return (self._text,)


class Message(JsonText):
    """A translated message, with the carry that restores its source and the notes on each field.

    Pass it to the translation back as it is, or pass its ``text`` together with its ``carry``. Create one from a text and a carry
    that you have stored.

    >>> from agent_ui_bridge import translate
    >>> record = ('{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click",'
    ...           '"element":null,"data":{"fee":2.50},"summary":"A click"}')
    >>> message = translate(record, "aap", "a2ui@0.9").messages[0]
    >>> message.value["action"]["context"]
    {'fee': 2.5}
    >>> stored = Message(message.text, message.carry)
    >>> translate(stored, "a2ui@0.9", "aap").messages[0].text == record
    True
    """

    __slots__ = ("_carry", "_notes_text", "_notes")
    _carry: str
    _notes_text: str
    _notes: list[Note]

    def __init__(self, text: str, carry: str, _notes_text: str = "[]") -> None:
        """Joins the text of a message and its carry."""
        super().__init__(text)
        self._carry = _checked(carry, "carry")
        self._notes_text = _notes_text

    @property
    def carry(self) -> str:
        """The fields that the message cannot hold, as an opaque text that belongs to this message alone."""
        return self._carry

    @property
    def notes(self) -> list[Note]:
        """The outcome for each field of the source. The list is built when it is first read."""
        try:
            return self._notes
        except AttributeError:
            self._notes = read_notes(self._notes_text)
            return self._notes

    def __repr__(self) -> str:
        return f"Message({self._text!r}, {self._carry!r})"

    def _parts(self) -> tuple[Any, ...]:
        return (self._text, self._carry, self._notes_text)


def unchanged_text(message: JsonText) -> str:
    """Returns the text of a message.

    Raises :class:`UsageError` if its value was changed, because the text would silently undo the changes.
    """
    value = getattr(message, "_value", None)
    if value is None or write(value) == write(read(message._text)):
        return message._text
    raise usage_error(
        "python/edited",
        "the `value` of the message was changed, and its `text` does not have the changes",
        "pass the `value`, together with `carry=message.carry` if the message has a carry",
    )


def _checked(text: object, name: str) -> str:
    """Returns an argument that must be `str`. A program without type checks can pass any object."""
    if isinstance(text, str):
        return text
    kind = type(text).__name__
    raise usage_error("python/type", f"the argument `{name}` must be `str`, and is of the type `{kind}`", "pass JSON text")
