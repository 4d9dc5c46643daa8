"""The functions that need no state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

from . import _native
from ._context import Context
from ._errors import AgentUiError, RefusedError, UsageError, usage_error
from ._json import Object, Text, read, to_text, utf8, write
from ._results import Decoded, Findings, Folded, Repaired, Translation, read_check, read_finding, read_findings


@overload
def translate(
    message: Text,
    from_: str,
    to: str,
    *,
    context: Context | str | None = ...,
    carry: str | None = ...,
    strict: bool = ...,
    embed: bool = ...,
    trust_embedded: bool = ...,
    exact: bool = ...,
) -> Translation[str]: ...
@overload
def translate(
    message: Object | Sequence[Object],
    from_: str,
    to: str,
    *,
    context: Context | str | None = ...,
    carry: str | None = ...,
    strict: bool = ...,
    embed: bool = ...,
    trust_embedded: bool = ...,
    exact: Literal[True],
) -> Translation[str]: ...
@overload
def translate(
    message: Object | Sequence[Object],
    from_: str,
    to: str,
    *,
    context: Context | str | None = ...,
    carry: str | None = ...,
    strict: bool = ...,
    embed: bool = ...,
    trust_embedded: bool = ...,
    exact: Literal[False] = ...,
) -> Translation[Object]: ...
def translate(
    message: Text | Object | Sequence[Object],
    from_: str,
    to: str,
    *,
    context: Context | str | None = None,
    carry: str | None = None,
    strict: bool = False,
    embed: bool = False,
    trust_embedded: bool = False,
    exact: bool = False,
) -> Translation[Any]:
    """Translates one message, a list of messages, or JSON Lines.

    ``from_`` and ``to`` are names of dialects (``a2ui@0.9``) or protocols (``a2ui``); :data:`DIALECTS` lists the dialects.
    ``carry`` is the carry of the translation that produced ``message``: with it, everything is restored that was not edited.
    With ``strict``, a message is refused that must be repaired, or that would lose a field which the carry does not hold.
    With ``embed``, the carry is stored inside the messages where the protocol allows it; ``trust_embedded`` uses such carries.
    With ``exact``, the messages are text even if ``message`` is not.

    Raises :class:`RefusedError` if a message is refused. The others are in its ``translation``.
    Raises :class:`UsageError` if an argument is wrong.

    >>> record = ('{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click",'
    ...           '"element":null,"data":{"fee":2.50},"summary":"A click"}')
    >>> there = translate(record, "aap", "a2ui@0.9")
    >>> there.messages[0].endswith('"context":{"fee":2.50}}}')
    True
    >>> translate(there.messages[0], "a2ui@0.9", "aap", carry=there.carry).messages == [record]
    True
    """
    text, is_text = to_text(message)
    try:
        options = (context_text(context), strict, embed, trust_embedded)
        parts = _native.translate(text, from_, to, options, carry_text(carry))
    except _native.Failure as failure:
        raise usage(failure) from None
    return translation(parts, is_text or exact)


@overload
def decode(message: Text, protocol: str | None = ..., *, type: str | None = ..., exact: bool = ...) -> Decoded[str]: ...
@overload
def decode(
    message: Object | Sequence[Object], protocol: str | None = ..., *, type: str | None = ..., exact: Literal[True]
) -> Decoded[str]: ...
@overload
def decode(
    message: Object | Sequence[Object],
    protocol: str | None = ...,
    *,
    type: str | None = ...,
    exact: Literal[False] = ...,
) -> Decoded[Object]: ...
def decode(
    message: Text | Object | Sequence[Object],
    protocol: str | None = None,
    *,
    type: str | None = None,
    exact: bool = False,
) -> Decoded[Any]:
    """Reads messages into typed form and writes them again, with repairs as findings.

    Without ``protocol``, the protocol is recognised. ``type`` is one of :func:`types`, if the message is not the usual one.
    Raises :class:`RefusedError` if a message cannot be read.

    >>> decode(' {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}} ').messages
    ['{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}']
    """
    text, is_text = to_text(message)
    try:
        messages, findings, refusals = _native.decode(text, protocol, type)
    except _native.Failure as failure:
        raise usage(failure) from None
    refuse(refusals)
    return Decoded(_messages(messages, is_text or exact), read_findings(findings))


def check(
    message: Text | Object | Sequence[Object],
    protocol: str | None = None,
    *,
    type: str | None = None,
    profile: str | None = None,
    catalogs: Iterable[Text | Object] = (),
) -> Findings:
    """Checks messages against the rules of their protocol, and returns all findings. An unreadable message is a finding, too.

    ``profile`` is ``strict`` or ``published``, for manifests of actions.json. ``catalogs`` are A2UI catalogs.

    >>> for finding in check({"version": "v0.9", "deleteSurface": {}}):
    ...     print(finding.rule, finding.message)
    missing the required member `surfaceId` is missing
    """
    text, _ = to_text(message)
    try:
        return read_check(_native.check(text, protocol, type, profile, catalog_texts(catalogs)))
    except _native.Failure as failure:
        raise usage(failure) from None


@overload
def fold(
    messages: Text, protocol: str | None = ..., *, as_messages: bool = ..., exact: bool = ...
) -> Folded[str]: ...
@overload
def fold(
    messages: Object | Sequence[Object], protocol: str | None = ..., *, as_messages: bool = ..., exact: Literal[True]
) -> Folded[str]: ...
@overload
def fold(
    messages: Object | Sequence[Object],
    protocol: str | None = ...,
    *,
    as_messages: bool = ...,
    exact: Literal[False] = ...,
) -> Folded[Object]: ...
def fold(
    messages: Text | Object | Sequence[Object],
    protocol: str | None = None,
    *,
    as_messages: bool = False,
    exact: bool = False,
) -> Folded[Any]:
    """Applies a stream of messages in order, and returns the states at its end.

    With ``as_messages``, the states are the fewest A2UI messages that build the same surfaces, such as for a stored history.
    Raises :class:`RefusedError` if a message cannot be applied.

    >>> stream = [{"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "c"}},
    ...           {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/n", "value": 1}}]
    >>> fold(stream).states[0]["surfaceId"]
    's'
    >>> [next(iter(message.keys() - {"version"})) for message in fold(stream, as_messages=True).states]
    ['createSurface', 'updateDataModel']
    """
    text, is_text = to_text(messages, "messages")
    try:
        states, findings, refusals = _native.fold(text, protocol, as_messages)
    except _native.Failure as failure:
        raise usage(failure) from None
    refuse(refusals)
    return Folded(_messages(states, is_text or exact), read_findings(findings))


def repair(text: Text, protocol: str | None = None) -> Repaired:
    """Applies each correction that has only one meaning, such as a missing bracket at the end or a misspelt member.

    >>> repaired = repair('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}')
    >>> repaired.text
    '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    >>> len(repaired.changes)
    1
    """
    encoded, is_text = to_text(text, "text")
    try:
        repaired, changes, findings = _native.repair(encoded, protocol)
    except _native.Failure as failure:
        raise usage(failure) from None
    return Repaired(repaired, read_findings(changes), read_findings(findings))


def schema(protocol: str, type: str | None = None) -> dict[str, Any]:
    """Returns the JSON Schema of a message type; without ``type``, of the usual messages of the protocol.

    >>> schema("aap", "Interaction")["$defs"]["Interaction"]["required"][:2]
    ['id', 'timestamp']
    """
    try:
        text = _native.schema(protocol, type)
    except _native.Failure as failure:
        raise usage(failure) from None
    result: dict[str, Any] = json.loads(text)
    return result


def message_schema(
    protocol: str,
    *,
    target: str | None = None,
    catalog: Text | Object | None = None,
    components: Iterable[str] | None = None,
    functions: Iterable[str] | None = None,
    optional: Iterable[str] | None = None,
) -> dict[str, Any]:
    """Returns the JSON Schema of an object ``{"messages": [...]}`` with A2UI messages, for the answer of a model.

    ``target`` is ``json-schema``, ``openai`` or ``anthropic``. ``catalog`` is a catalog of components; without it, the
    schema describes A2UI's own. ``components`` and ``functions`` select some of the catalog. ``optional`` has the names
    of the optional members that the schema keeps.

    >>> message_schema("a2ui@0.9", target="openai", components=["Text"])["required"]
    ['messages']
    """
    text = None if catalog is None else to_text(catalog, "catalog")[0].decode()
    lists = [None if names is None else list(names) for names in (components, functions, optional)]
    try:
        schema_text = _native.message_schema(protocol, target, text, *lists)
    except _native.Failure as failure:
        raise usage(failure) from None
    result: dict[str, Any] = json.loads(schema_text)
    return result


def recognize(text: Text | Object | Sequence[Object]) -> str | None:
    """Returns the name of the dialect or protocol of a message, or ``None`` if no protocol has such messages.

    >>> recognize('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}')
    'a2ui'
    """
    encoded, _ = to_text(text, "text")
    return _native.recognize(encoded)


def types(protocol: str) -> list[str]:
    """Returns the names of the message types of a protocol, for ``decode``, ``check`` and ``schema``.

    >>> "Interaction" in types("aap")
    True
    """
    try:
        return _native.types(protocol)
    except _native.Failure as failure:
        raise usage(failure) from None


def catalog_texts(catalogs: Iterable[Text | Object]) -> list[str]:
    """Returns catalogs as JSON texts."""
    return [to_text(catalog, "catalogs")[0].decode() for catalog in catalogs]


def context_text(context: Context | str | None) -> str | None:
    """Returns a context as JSON text."""
    if context is None or isinstance(context, str):
        return context
    return utf8(write(context)).decode()


def carry_text(carry: object) -> str | None:
    """Returns a carry, which is text.

    Raises :class:`UsageError` for the objects that the text contains.
    """
    if carry is None or isinstance(carry, str):
        return carry
    kind = type(carry).__name__
    message = f"the argument `carry` must be text, and is of the type `{kind}`"
    raise usage_error("python/type", message, "pass `Translation.carry` unchanged")


def usage(failure: _native.Failure) -> AgentUiError:
    """Returns the exception for a call that the compiled part could not answer."""
    members = json.loads(str(failure))
    if members["rule"] == "encoding":
        return RefusedError([read_finding(members)])
    # The kind describes the refusal of a message, and a wrong argument refuses none.
    members.pop("error", None)
    return UsageError(read_finding(members))


def refuse(refusals: str, partial: Translation[Any] | None = None) -> None:
    """Raises the exception of refused messages, if there are any."""
    if refusals != "[]":
        raise RefusedError(read_findings(refusals), partial)


def translation(parts: tuple[list[str], str, str, str, str], as_text: bool) -> Translation[Any]:
    """Returns what a translation made, or raises the exception of refused messages."""
    messages, carry, notes, findings, refusals = parts
    result: Translation[Any] = Translation(_messages(messages, as_text), carry, read_findings(findings), notes)
    refuse(refusals, result)
    return result


def _messages(texts: list[str], as_text: bool) -> list[Any]:
    return texts if as_text else [read(text) for text in texts]
