"""The functions that need no state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _native
from ._arguments import (
    Carry,
    MessageInput,
    MessageType,
    Object,
    Profile,
    SchemaTarget,
    Text,
    carry_of,
    catalog_text,
    catalog_texts,
    dialect,
    flag,
    names,
    optional_dialect,
    optional_name,
    read_message,
    read_text,
    translate_options,
)
from ._context import Context
from ._findings import Findings, read_check, read_findings
from ._outcomes import json_texts, refuse, translation, usage_errors
from ._results import Decoded, Folded, Repaired, Translation


def translate(
    message: MessageInput,
    from_: str,
    to: str,
    *,
    context: Context | str | None = None,
    carry: Carry = None,
    strict: bool = False,
    embed: bool = False,
    trust_embedded: bool = False,
    escape_ids: bool = False,
    carry_key: str | bytes | None = None,
    max_bytes: int | None = None,
    type: MessageType | None = None,
) -> Translation:
    """Translates one message or several: text, an object, a :class:`Message`, or a list of objects and messages.

    ``from_`` and ``to`` are names of dialects (``a2ui@0.9``) or protocols (``a2ui``); :data:`DIALECTS` lists the dialects.

    A :class:`Message` brings its carry, so that everything is restored that was not edited. For other input, ``carry`` is the
    carry of the message, or a list with one carry or ``None`` for each message.

    With ``strict``, a message is refused that must be repaired, or that would lose a field which the carry does not hold.
    With ``embed``, the carry is stored inside the messages where the protocol allows it; ``trust_embedded`` uses such carries.
    ``escape_ids`` writes component ids as identifiers, which strict clients of A2UI 1.0 require. ``carry_key`` has at least 16
    bytes: it seals carries, and only carries that it has sealed are used. ``max_bytes`` limits what is kept of earlier messages.
    ``type`` is the type of the messages of AAP or AHP, unless it is the usual one.

    Raises :class:`RefusedError` if a message is refused. The others are in its ``translation``.
    Raises :class:`UsageError` if an argument is wrong.

    >>> record = ('{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click",'
    ...           '"element":null,"data":{"fee":2.50},"summary":"A click"}')
    >>> there = translate(record, "aap", "a2ui@0.9")
    >>> there.messages[0].text.endswith('"context":{"fee":2.50}}}')
    True
    >>> translate(there.messages, "a2ui@0.9", "aap").messages[0].text == record
    True
    """
    given = read_message(message)
    options = translate_options(
        context, strict, embed, trust_embedded, escape_ids, carry_key, max_bytes, type
    )
    with usage_errors():
        parts = _native.translate(
            given.text, dialect(from_, "from_"), dialect(to, "to"), options, carry_of(given, carry)
        )
    return translation(parts, given.has_places)


def decode(message: MessageInput, protocol: str | None = None, *, type: str | None = None) -> Decoded:
    """Reads messages into typed form and writes them again, with repairs as findings.

    Without ``protocol``, the protocol is recognised. ``type`` is one of :func:`types`, if the message is not the usual one.
    Raises :class:`RefusedError` if a message cannot be read.

    >>> decode(' {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}} ').messages[0].text
    '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    """
    given = read_message(message)
    with usage_errors():
        messages, findings, refusals = _native.decode(
            given.text, optional_dialect(protocol, "protocol"), optional_name(type, "type")
        )
    refuse(refusals, given.has_places)
    return Decoded(json_texts(messages), read_findings(findings, given.has_places))


def check(
    message: MessageInput,
    protocol: str | None = None,
    *,
    type: str | None = None,
    profile: Profile | None = None,
    catalogs: Iterable[Text | Object] = (),
) -> Findings:
    """Checks messages against the rules of their protocol, and returns all findings. An unreadable message is a finding, too.

    ``profile`` is ``strict`` or ``published``, for manifests of actions.json. ``catalogs`` are A2UI catalogs.

    >>> for finding in check({"version": "v0.9", "deleteSurface": {}}):
    ...     print(finding.rule, finding.message)
    missing the required member `surfaceId` is missing
    """
    given = read_message(message)
    with usage_errors():
        parts = _native.check(
            given.text,
            optional_dialect(protocol, "protocol"),
            optional_name(type, "type"),
            optional_name(profile, "profile"),
            catalog_texts(catalogs),
        )
    return read_check(parts, given.has_places)


def fold(messages: MessageInput, protocol: str | None = None, *, as_messages: bool = False) -> Folded:
    """Applies a stream of messages in order, and returns the states at its end.

    With ``as_messages``, the states are the fewest A2UI messages that build the same surfaces, such as for a stored history.
    Raises :class:`RefusedError` if a message cannot be applied.

    >>> stream = [{"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "c"}},
    ...           {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/n", "value": 1}}]
    >>> fold(stream).states[0].value["surfaceId"]
    's'
    >>> [next(iter(state.value.keys() - {"version"})) for state in fold(stream, as_messages=True).states]
    ['createSurface', 'updateDataModel']
    """
    given = read_message(messages, "messages")
    with usage_errors():
        states, findings, refusals = _native.fold(
            given.text, optional_dialect(protocol, "protocol"), flag(as_messages, "as_messages")
        )
    refuse(refusals, given.has_places)
    return Folded(json_texts(states), read_findings(findings, given.has_places))


def repair(text: Text, protocol: str | None = None) -> Repaired:
    """Applies each correction that has only one meaning, such as a missing bracket at the end or a misspelt member.

    >>> repaired = repair('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}')
    >>> repaired.text
    '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    >>> len(repaired.changes)
    1
    """
    encoded = read_text(text, "text")
    with usage_errors():
        repaired, changes, findings = _native.repair(encoded, optional_dialect(protocol, "protocol"))
    return Repaired(repaired, read_findings(changes, True), read_findings(findings, True))


def schema(protocol: str, type: str | None = None) -> dict[str, Any]:
    """Returns the JSON Schema of a message type; without ``type``, of the usual messages of the protocol.

    >>> schema("aap", "Interaction")["$defs"]["Interaction"]["required"][:2]
    ['id', 'timestamp']
    """
    with usage_errors():
        text = _native.schema(dialect(protocol, "protocol"), optional_name(type, "type"))
    result: dict[str, Any] = json.loads(text)
    return result


def message_schema(
    protocol: str,
    *,
    target: SchemaTarget | None = None,
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
    text = None if catalog is None else catalog_text(catalog, "catalog")
    with usage_errors():
        schema_text = _native.message_schema(
            dialect(protocol, "protocol"),
            optional_name(target, "target"),
            text,
            names(components, "components"),
            names(functions, "functions"),
            names(optional, "optional"),
        )
    result: dict[str, Any] = json.loads(schema_text)
    return result


def recognize(message: MessageInput) -> str | None:
    """Returns the name of the dialect or protocol of a message, or ``None`` if no protocol has such messages.

    >>> recognize('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}')
    'a2ui'
    """
    given = read_message(message)
    with usage_errors():
        return _native.recognize(given.text)


def types(protocol: str) -> list[str]:
    """Returns the names of the message types of a protocol, for ``decode``, ``check`` and ``schema``.

    >>> "Interaction" in types("aap")
    True
    """
    with usage_errors():
        return _native.types(dialect(protocol, "protocol"))
