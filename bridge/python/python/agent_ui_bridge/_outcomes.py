"""Conversion of what the compiled part returns into results and exceptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import _native
from ._errors import AgentUiError, RefusedError, UsageError
from ._findings import read_finding, read_findings
from ._messages import JsonText, Message
from ._results import Translation

if TYPE_CHECKING:
    from ._native import TranslationParts


class usage_errors:
    """Raises the exception of this package for a call that the compiled part could not answer."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _native.Failure):
            raise _usage(error) from None


def _usage(failure: _native.Failure) -> AgentUiError:
    members = json.loads(str(failure))
    if members["rule"] == "encoding":
        return RefusedError([read_finding(members, True)])
    # The kind describes the refusal of a message, and a wrong argument refuses none. Nor has it a place in a text.
    members.pop("error", None)
    return UsageError(read_finding(members, False))


def refuse(refusals: str, has_places: bool, partial: Translation | None = None) -> None:
    """Raises the exception of refused messages, if there are any."""
    if refusals != "[]":
        raise RefusedError(read_findings(refusals, has_places), partial)


def translation(parts: TranslationParts, has_places: bool) -> Translation:
    """Returns what a translation made, or raises the exception of refused messages."""
    messages, other_notes, findings, refusals = parts
    result = Translation([Message(*each) for each in messages], read_findings(findings, has_places), other_notes)
    refuse(refusals, has_places, result)
    return result


def json_texts(texts: list[str]) -> list[JsonText]:
    """Wraps JSON texts."""
    return [JsonText(text) for text in texts]
