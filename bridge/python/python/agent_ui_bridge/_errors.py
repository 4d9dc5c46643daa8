"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._findings import Finding, RefusalKind

if TYPE_CHECKING:
    from ._results import Translation


class AgentUiError(ValueError):
    """The base of all exceptions of this package.

    Each one has the place, the rule and the hint of its finding as attributes.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding
        """The finding with all attributes below."""

    @property
    def message(self) -> str:
        """A sentence that describes the problem."""
        return self.finding.message

    @property
    def hint(self) -> str:
        """An instruction for correcting the problem."""
        return self.finding.hint

    @property
    def kind(self) -> RefusalKind | None:
        """``decode``, ``context``, ``rule``, ``limit`` or ``loss``; ``None`` for a wrong argument."""
        return self.finding.kind

    @property
    def rule(self) -> str:
        """The stable name of the broken rule."""
        return self.finding.rule

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the value."""
        return self.finding.pointer

    @property
    def line(self) -> int | None:
        """The line in the text, from 1. ``None`` for a message that is an object, and for a wrong argument."""
        return self.finding.line

    @property
    def column(self) -> int | None:
        """The column in bytes, from 1. ``None`` if there is no line."""
        return self.finding.column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.finding,)


class UsageError(AgentUiError):
    """An argument is wrong: an unknown dialect, a value that JSON cannot hold, an unreadable carry.

    >>> from agent_ui_bridge import UsageError, translate
    >>> try:
    ...     translate({"total": float("nan")}, "aap", "a2ui")
    ... except UsageError as error:
    ...     error.pointer
    '/total'
    """


class RefusedError(AgentUiError):
    """At least one message was refused. The attributes of the exception describe the first one.

    >>> from agent_ui_bridge import RefusedError, translate
    >>> try:
    ...     translate('{"id":"7"}', "aap", "a2ui")
    ... except RefusedError as error:
    ...     error.kind, error.rule, len(error.refusals)
    ('decode', 'missing', 1)
    """

    def __init__(self, refusals: list[Finding], translation: Translation | None = None) -> None:
        super().__init__(refusals[0])
        self.refusals = refusals
        """The refusal of each refused message."""
        self.translation = translation
        """The translation of the other messages; ``None`` for calls that do not translate."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusals, self.translation)


def usage_error(rule: str, message: str, hint: str, pointer: str = "") -> UsageError:
    """Returns the exception for a wrong argument that this package finds itself."""
    return UsageError(Finding(None, None, "error", None, rule, pointer, message, hint))
