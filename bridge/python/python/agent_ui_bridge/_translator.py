"""Translations of streams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from . import _native
from ._arguments import (
    Carry,
    MessageInput,
    MessageType,
    Object,
    Text,
    dialect,
    saved_text,
    translate_options,
)
from ._context import Context
from ._errors import RefusedError, usage_error
from ._messages import JsonText
from ._outcomes import usage_errors
from ._results import Translation
from ._session import TranslatingSession


class Translator(TranslatingSession[_native.Translator]):
    """Translates a stream of messages in one direction, one call at a time, and remembers what later messages need.

    If a client answers, use a :class:`Bridge`: it translates both directions with the same surfaces.

    A translator may be used by several threads. Each call is applied as a whole, in the order of arrival.

    A copy has a state of its own, and so has a translator that was pickled. Both keep the options. A ``with`` statement frees the
    state at its end, and so does :meth:`close`.

    >>> translator = Translator("a2ui@0.9", "a2ui@0.8")
    >>> create = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "c"}}
    >>> text = {"id": "root", "component": "Text", "text": "Hello"}
    >>> update = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [text]}}
    >>> messages = translator.push([create, update]).messages + translator.finish().messages
    >>> [next(iter(message.value)) for message in messages]
    ['surfaceUpdate', 'beginRendering']
    >>> later = Translator.resume(translator.save())
    >>> with Translator("a2ui@0.9", "a2ui@1.0") as short:
    ...     len(short.push(create).messages)
    1
    """

    __slots__ = ()
    _NAME = "translator"

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
    ) -> None:
        """Creates a translator. The arguments are those of :func:`translate`."""
        options = translate_options(context, strict, embed, trust_embedded, escape_ids, carry_key, max_bytes, type)
        with usage_errors():
            self._state = _native.Translator(dialect(from_, "from_"), dialect(to, "to"), options)
        self._options = options
        self._has_places = False

    def push(self, message: MessageInput, *, carry: Carry = None) -> Translation:
        """Translates the next messages. The result may be empty, if they wait for later ones.

        Raises :class:`RefusedError` if a message is refused, which then changes nothing in the translator.
        """
        return self._translate(self._native.push, message, carry)

    def push_all(
        self,
        messages: Iterable[Text | Object | JsonText],
        *,
        on_refused: Callable[[RefusedError], object] | None = None,
    ) -> Iterator[Translation]:
        """Translates all messages of an iterable, such as the lines of an open file, and ends the stream.

        The iterator yields the translation of each message, and then that of :meth:`finish`. It reads each message when its
        translation is needed, so the whole input need not fit into memory.

        A refused message raises :class:`RefusedError`, which ends the iterator; calling ``push_all`` with the remaining messages
        goes on. With ``on_refused``, this function is called with the exception instead, and the next message follows.

        >>> lines = ['{"version":"v0.9","deleteSurface":{"surfaceId":"menu"}}', '{"version":"v0.9","deleteSurface":{}}']
        >>> refused = []
        >>> translations = Translator("a2ui@0.9", "a2ui@1.0").push_all(lines, on_refused=refused.append)
        >>> [message.text for translation in translations for message in translation.messages]
        ['{"version":"1.0","deleteSurface":{"surfaceId":"menu"}}']
        >>> [error.pointer for error in refused]
        ['/deleteSurface/surfaceId']
        """
        # A text is iterable, too, and its characters are no messages. The check runs before the first translation is needed.
        if isinstance(messages, (str, bytes, bytearray, memoryview, Mapping, JsonText)) or not isinstance(messages, Iterable):
            kind = type(messages).__name__
            message = f"the argument `messages` must be an iterable of messages, and is of the type `{kind}`"
            raise usage_error("python/type", message, "pass an open file or a list, or call `push` with one message")
        return self._translations(messages, on_refused)

    def _translations(
        self, messages: Iterable[Text | Object | JsonText], on_refused: Callable[[RefusedError], object] | None
    ) -> Iterator[Translation]:
        for message in messages:
            translated = _unless_refused(on_refused, self.push, message)
            if translated is not None:
                yield translated
        translated = _unless_refused(on_refused, self.finish)
        if translated is not None:
            yield translated

    def finish(self) -> Translation:
        """Ends the stream, and returns what waited for later messages."""
        return self._finish(self._native.finish)

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
    ) -> Translator:
        """Creates a translator from the text of :meth:`save`. Pass the same options again: the text does not contain them."""
        options = translate_options(context, strict, embed, trust_embedded, escape_ids, carry_key, max_bytes, type)
        return cls._resumed(saved_text(saved), options, True)

    @classmethod
    def _resume_state(cls, saved: str, options: _native.TranslateOptions) -> _native.Translator:
        with usage_errors():
            return _native.Translator.resume(saved, options)


def _unless_refused(
    on_refused: Callable[[RefusedError], object] | None, call: Callable[..., Translation], *arguments: object
) -> Translation | None:
    """Returns the translation of those messages that are not refused; None if the call has no translation."""
    try:
        return call(*arguments)
    except RefusedError as error:
        if on_refused is None:
            raise
        on_refused(error)
        return error.translation
