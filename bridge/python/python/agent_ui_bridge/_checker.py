"""Checks of sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import _native
from ._calls import catalog_texts, usage
from ._json import Object, Text, to_text
from ._results import Checked, Findings, read_check


class Checker:
    """Checks the texts of a session one at a time, and remembers what later messages refer to: surfaces, component ids and data.

    A refused text changes nothing, so a corrected text can be pushed in its place. If the messages of a protocol do not depend on
    each other, each text is checked by itself. A checker may be used by several threads.

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
    >>> checker.finish()
    []
    """

    __slots__ = ("_state",)
    _state: _native.Checker

    def __init__(
        self,
        protocol: str,
        *,
        type: str | None = None,
        profile: str | None = None,
        catalogs: Iterable[Text | Object] = (),
    ) -> None:
        """Begins a session. The arguments are those of :func:`check`, and apply to all texts."""
        try:
            self._state = _native.Checker(protocol, type, profile, catalog_texts(catalogs))
        except _native.Failure as failure:
            raise usage(failure) from None

    def push(self, message: Text | Object | Sequence[Object]) -> Checked:
        """Checks the next text of the session: one message, a list of messages, or JSON Lines.

        If any message has an error, the whole text is refused and has no effect on later ones. A reference to a component or to
        data that a later text may still send is not an error: see :meth:`finish`.
        """
        text, _ = to_text(message)
        try:
            is_accepted, parts = self._state.push(text)
        except _native.Failure as failure:
            raise usage(failure) from None
        return Checked(is_accepted, read_check(parts))

    def finish(self) -> Findings:
        """Returns the findings about whole surfaces, such as a reference to a component that no accepted text has sent.

        Each place is a place in the text of its message. The session can go on afterwards: a later text may send what is missing.
        """
        try:
            return read_check(self._state.finish())
        except _native.Failure as failure:
            raise usage(failure) from None
