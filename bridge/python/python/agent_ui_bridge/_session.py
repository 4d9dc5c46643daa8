"""What translators, bridges and checkers have in common: copies, pickles, and the end of their state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, Union

from . import _native
from ._arguments import Carry, MessageInput, carry_of, read_message
from ._errors import usage_error
from ._outcomes import translation, usage_errors
from ._results import Translation

if TYPE_CHECKING:
    from ._native import TranslationParts

State = TypeVar("State", bound=Union[_native.Translator, _native.Bridge, _native.Checker])
Self = TypeVar("Self", bound="Session[Any]")


class Session(Generic[State]):
    """A state that the compiled part keeps, with the options that its saved form does not contain."""

    __slots__ = ("_state", "_options", "_has_places", "__weakref__")
    _NAME: ClassVar[str]
    _state: State | None
    _options: tuple[Any, ...]
    # The latest input decides whether findings at the end have lines and columns.
    _has_places: bool

    def save(self) -> str:
        """Returns the state as text. ``resume`` continues from it, in this or another process.

        The text contains parts of the messages. It does not contain the options.
        """
        with usage_errors():
            return self._native.save()

    def close(self) -> None:
        """Frees the state. Every later call raises :class:`UsageError`."""
        self._state = None

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __copy__(self: Self) -> Self:
        return type(self)._of_state(self._copy_state(), self._options, self._has_places)

    def __deepcopy__(self: Self, _: object) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        self._ensure_no_secret()
        return type(self)._resumed, (self.save(), self._options, self._has_places)

    def _ensure_no_secret(self) -> None:
        """Raises an error if a pickle would contain a secret."""

    @property
    def _native(self) -> State:
        if self._state is None:
            name = self._NAME
            raise usage_error("python/closed", f"the {name} is closed", f"create a new {name}, or close it later")
        return self._state

    @classmethod
    def _resume_state(cls, saved: str, options: Any) -> State:
        raise NotImplementedError

    def _copy_state(self) -> State:
        return self._resume_state(self.save(), self._options)

    @classmethod
    def _resumed(cls: type[Self], saved: str, options: tuple[Any, ...], has_places: bool) -> Self:
        return cls._of_state(cls._resume_state(saved, options), options, has_places)

    @classmethod
    def _of_state(cls: type[Self], state: object, options: tuple[Any, ...], has_places: bool) -> Self:
        session = cls.__new__(cls)
        session._state = state
        session._options = options
        session._has_places = has_places
        return session


class TranslatingSession(Session[State]):
    """A session that translates. Its options may contain a key."""

    __slots__ = ()
    _options: tuple[Any, ...]

    def _translate(
        self, call: Callable[[bytes, str | None], TranslationParts], message: MessageInput, carry: Carry
    ) -> Translation:
        """Passes messages and their carries to a call of the compiled part."""
        given = read_message(message)
        carries = carry_of(given, carry)
        self._has_places = given.has_places
        with usage_errors():
            parts = call(given.text, carries)
        return translation(parts, given.has_places)

    def _finish(self, call: Callable[[], TranslationParts]) -> Translation:
        """Returns what waited for the end of a direction."""
        with usage_errors():
            parts = call()
        return translation(parts, self._has_places)

    def _ensure_no_secret(self) -> None:
        _, _, _, _, _, carry_key, _, _, _ = self._options
        if carry_key is None:
            return
        message = f"a pickle of the {self._NAME} would contain its `carry_key`"
        raise usage_error("python/argument", message, "pickle the text of `save()`, and pass `carry_key` to `resume`")
