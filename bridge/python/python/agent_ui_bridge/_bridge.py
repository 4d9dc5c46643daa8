"""Translations of both directions of a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _native
from ._arguments import (
    Carry,
    MessageInput,
    MessageType,
    Object,
    Text,
    dialect,
    read_message,
    saved_text,
    translate_options,
)
from ._context import Context
from ._findings import read_check
from ._outcomes import usage_errors
from ._results import Checked, Translation
from ._session import TranslatingSession


class Bridge(TranslatingSession[_native.Bridge]):
    """Translates both directions of a conversation: surfaces for a client, and the actions that the client returns.

    ``forward`` is the direction from ``from_`` to ``to``. Both directions use the same surfaces, so an action names the component
    that the agent has made. If ``from_`` is ``a2ui``, an action is written in the version of its surface.

    A bridge may be used by several threads. A copy and a pickle have a state and the options of their own. A ``with`` statement
    frees the state at its end, and so does :meth:`close`.

    >>> bridge = Bridge("a2ui@0.8", "a2ui@0.9")
    >>> button = {"Button": {"child": "label", "action": {"name": "book"}}}
    >>> label = {"Text": {"text": {"literalString": "Book"}}}
    >>> components = [{"id": "book", "component": button}, {"id": "label", "component": label}]
    >>> surface = [{"surfaceUpdate": {"surfaceId": "s", "components": components}},
    ...            {"beginRendering": {"surfaceId": "s", "root": "book"}}]
    >>> [next(reversed(message.value)) for message in bridge.forward(surface).messages]
    ['createSurface', 'updateComponents']
    >>> click = {"version": "v0.9", "action": {"name": "book", "surfaceId": "s", "sourceComponentId": "root",
    ...          "timestamp": "2026-05-18T15:30:00Z", "context": {}}}
    >>> bridge.backward(click).messages[0].value["userAction"]["sourceComponentId"]
    'book'
    """

    __slots__ = ()
    _NAME = "bridge"

    def __init__(
        self,
        from_: str,
        to: str,
        *,
        context: Context | str | None = None,
        strict: bool = False,
        embed: bool = False,
        trust_embedded: bool = False,
        escape_ids: bool = False,
        carry_key: str | bytes | None = None,
        max_bytes: int | None = None,
        type: MessageType | None = None,
        catalogs: Iterable[Text | Object] = (),
    ) -> None:
        """Creates a bridge. The arguments are those of :func:`translate`; ``catalogs`` are A2UI catalogs for :meth:`check`."""
        options = translate_options(
            context, strict, embed, trust_embedded, escape_ids, carry_key, max_bytes, type, catalogs
        )
        with usage_errors():
            self._state = _native.Bridge(dialect(from_, "from_"), dialect(to, "to"), options)
        self._options = options
        self._has_places = False

    def forward(self, message: MessageInput, *, carry: Carry = None) -> Translation:
        """Translates the next messages from ``from_`` to ``to``. The result may be empty, if they wait for later ones.

        Raises :class:`RefusedError` if a message is refused, which then changes nothing in the bridge.
        """
        return self._translate(self._native.forward, message, carry)

    def backward(self, message: MessageInput, *, carry: Carry = None) -> Translation:
        """Translates the next messages from ``to`` to ``from_``, as :meth:`forward` does."""
        return self._translate(self._native.backward, message, carry)

    def finish_forward(self) -> Translation:
        """Ends the input of :meth:`forward`, and returns what waited for later messages."""
        return self._finish(self._native.finish_forward)

    def finish_backward(self) -> Translation:
        """Ends the input of :meth:`backward`, and returns what waited for later messages."""
        return self._finish(self._native.finish_backward)

    def check(self, message: MessageInput) -> Checked:
        """Checks messages of the dialect ``from_`` against the surfaces as they are now. The bridge stays as it is.

        >>> bridge = Bridge("a2ui@0.9", "a2ui@0.8")
        >>> bridge.check({"version": "v0.9", "deleteSurface": {"surfaceId": 7}}).is_accepted
        False
        """
        given = read_message(message)
        with usage_errors():
            is_accepted, parts = self._native.check(given.text)
        return Checked(is_accepted, read_check(parts, given.has_places))

    @classmethod
    def resume(
        cls,
        saved: str,
        *,
        context: Context | str | None = None,
        strict: bool = False,
        embed: bool = False,
        trust_embedded: bool = False,
        escape_ids: bool = False,
        carry_key: str | bytes | None = None,
        max_bytes: int | None = None,
        type: MessageType | None = None,
        catalogs: Iterable[Text | Object] = (),
    ) -> Bridge:
        """Creates a bridge from the text of :meth:`save`. Pass the same options again: the text does not contain them."""
        options = translate_options(
            context, strict, embed, trust_embedded, escape_ids, carry_key, max_bytes, type, catalogs
        )
        return cls._resumed(saved_text(saved), options, True)

    @classmethod
    def _resume_state(cls, saved: str, options: _native.TranslateOptions) -> _native.Bridge:
        with usage_errors():
            return _native.Bridge.resume(saved, options)
