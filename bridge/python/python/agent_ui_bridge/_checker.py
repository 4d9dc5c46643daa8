"""Checks of sessions."""

from __future__ import annotations

from collections.abc import Iterable

from . import _native
from ._arguments import MessageInput, Object, Profile, Text, catalog_texts, dialect, optional_name, read_message, saved_text
from ._findings import Findings, read_check
from ._outcomes import usage_errors
from ._results import Checked
from ._session import Session


class Checker(Session[_native.Checker]):
    """Checks the texts of a session one at a time, and remembers what later messages refer to: surfaces, component ids and data.

    A refused text changes nothing, so a corrected text can be pushed in its place. If the messages of a protocol do not depend on
    each other, each text is checked by itself. A checker may be used by several threads.

    A copy and a pickle have a state of their own. A ``with`` statement frees the state at its end, and so does :meth:`close`.

    >>> checker = Checker("a2ui@0.9")
    >>> catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    >>> checker.push({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}}).is_accepted
    True
    >>> root = {"id": "root", "component": "Text", "txt": "Hello"}
    >>> checked = checker.push({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [root]}})
    >>> checked.is_accepted
    False
    >>> root["text"] = root.pop("txt")
    >>> checker.push({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [root]}}).is_accepted
    True
    >>> Checker.resume(checker.save()).finish()
    []
    """

    __slots__ = ()
    _NAME = "checker"

    def __init__(
        self,
        protocol: str,
        *,
        type: str | None = None,
        profile: Profile | None = None,
        catalogs: Iterable[Text | Object] = (),
    ) -> None:
        """Begins a session. The arguments are those of :func:`check`, and apply to all texts."""
        options = _options(type, profile, catalogs)
        with usage_errors():
            self._state = _native.Checker(dialect(protocol, "protocol"), *options)
        self._options = options
        self._has_places = False

    def push(self, message: MessageInput) -> Checked:
        """Checks the next text of the session: one message, a list of messages, or JSON Lines.

        If any message has an error, the whole text is refused and has no effect on later ones. A reference to a component or to
        data that a later text may still send is not an error: see :meth:`finish`.
        """
        given = read_message(message)
        self._has_places = given.has_places
        with usage_errors():
            is_accepted, parts = self._native.push(given.text)
        return Checked(is_accepted, read_check(parts, given.has_places))

    def finish(self) -> Findings:
        """Returns the findings about whole surfaces, such as a reference to a component that no accepted text has sent.

        Each place is a place in the text of its message. The session can go on afterwards: a later text may send what is missing.
        """
        with usage_errors():
            parts = self._native.finish()
        return read_check(parts, self._has_places)

    @classmethod
    def resume(
        cls,
        saved: str,
        *,
        type: str | None = None,
        profile: Profile | None = None,
        catalogs: Iterable[Text | Object] = (),
    ) -> Checker:
        """Creates a checker from the text of :meth:`save`. Pass the same options again: the text does not contain them."""
        return cls._resumed(saved_text(saved), _options(type, profile, catalogs), True)

    def _copy_state(self) -> _native.Checker:
        return self._native.copy()

    @classmethod
    def _resume_state(cls, saved: str, options: tuple[str | None, str | None, list[str]]) -> _native.Checker:
        with usage_errors():
            return _native.Checker.resume(saved, *options)


def _options(
    type: str | None, profile: str | None, catalogs: Iterable[Text | Object]
) -> tuple[str | None, str | None, list[str]]:
    return optional_name(type, "type"), optional_name(profile, "profile"), catalog_texts(catalogs)
