"""Translations of streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from . import _native
from ._calls import carry_text, context_text, translation, usage
from ._context import Context
from ._errors import usage_error
from ._json import Object, Text, to_text
from ._results import Translation


class Translator:
    """Translates a stream of messages, one call at a time, and remembers what later messages need.

    A translator may be used by several threads. Each call is applied as a whole, in the order of arrival.

    A copy has a state of its own, and so has a translator that was pickled. Both keep the options. A ``with`` statement frees the
    state at its end, and so does :meth:`close`.

    >>> translator = Translator("a2ui@0.9", "a2ui@0.8")
    >>> create = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "c"}}
    >>> text = {"id": "root", "component": "Text", "text": "Hello"}
    >>> update = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [text]}}
    >>> messages = translator.push([create, update]).messages + translator.finish().messages
    >>> [next(iter(message)) for message in messages]
    ['surfaceUpdate', 'beginRendering']
    >>> later = Translator.resume(translator.save())
    >>> with Translator("a2ui@0.9", "a2ui@1.0") as short:
    ...     len(short.push(create).messages)
    1
    """

    __slots__ = ("_state", "_options", "_exact", "_is_text")
    _state: _native.Translator | None
    # The context as JSON text, and `strict`, `embed` and `trust_embedded`, which the saved state does not contain.
    _options: tuple[str | None, bool, bool, bool]

    def __init__(
        self,
        from_: str,
        to: str,
        *,
        context: Context | str | None = None,
        strict: bool = False,
        embed: bool = False,
        trust_embedded: bool = False,
        exact: bool = False,
    ) -> None:
        """Creates a translator. The arguments are those of :func:`translate`."""
        self._options = (context_text(context), strict, embed, trust_embedded)
        try:
            self._state = _native.Translator(from_, to, self._options)
        except _native.Failure as failure:
            raise usage(failure) from None
        self._exact = exact
        # The last input decides whether `finish` returns text.
        self._is_text = False

    @overload
    def push(self, message: Text, *, carry: str | None = ...) -> Translation[str]: ...
    @overload
    def push(self, message: Object | Sequence[Object], *, carry: str | None = ...) -> Translation[Any]: ...
    def push(self, message: Text | Object | Sequence[Object], *, carry: str | None = None) -> Translation[Any]:
        """Translates the next messages. The result may be empty, if they wait for later ones.

        Raises :class:`RefusedError` if a message is refused, which then changes nothing in the translator.
        """
        text, is_text = to_text(message)
        self._is_text = is_text
        try:
            parts = self._native.push(text, carry_text(carry))
        except _native.Failure as failure:
            raise usage(failure) from None
        return translation(parts, is_text or self._exact)

    def finish(self) -> Translation[Any]:
        """Ends the stream, and returns what waited for later messages: as text if the last input was text."""
        try:
            parts = self._native.finish()
        except _native.Failure as failure:
            raise usage(failure) from None
        return translation(parts, self._is_text or self._exact)

    def save(self) -> str:
        """Returns the state as text. :meth:`resume` continues from it, in this or another process.

        The text contains parts of the messages. It does not contain the context and the other options.
        """
        try:
            return self._native.save()
        except _native.Failure as failure:
            raise usage(failure) from None

    @classmethod
    def resume(
        cls,
        saved: str,
        *,
        context: Context | str | None = None,
        strict: bool = False,
        embed: bool = False,
        trust_embedded: bool = False,
        exact: bool = False,
    ) -> Translator:
        """Creates a translator from the text of :meth:`save`. Pass the same options again: the text does not contain them."""
        return cls._resumed(saved, (context_text(context), strict, embed, trust_embedded), exact, False)

    def close(self) -> None:
        """Frees the state. Every later call raises :class:`UsageError`."""
        self._state = None

    def __enter__(self) -> Translator:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._resumed, (self.save(), self._options, self._exact, self._is_text)

    @property
    def _native(self) -> _native.Translator:
        if self._state is None:
            raise usage_error("python/closed", "the translator is closed", "create a new translator, or close it later")
        return self._state

    @classmethod
    def _resumed(
        cls, saved: str, options: tuple[str | None, bool, bool, bool], exact: bool, is_text: bool
    ) -> Translator:
        translator = cls.__new__(cls)
        try:
            translator._state = _native.Translator.resume(saved, options)
        except _native.Failure as failure:
            raise usage(failure) from None
        translator._options = options
        translator._exact = exact
        translator._is_text = is_text
        return translator
