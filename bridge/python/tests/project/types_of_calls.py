"""The types of calls, as mypy sees them. A wrong call must be an error, or mypy reports an unused comment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Optional, TypedDict

from typing_extensions import assert_type

from agent_ui_bridge import (
    Bridge,
    Checked,
    Checker,
    Context,
    Decoded,
    Finding,
    Findings,
    Folded,
    JsonText,
    Message,
    Note,
    RefusedError,
    Repaired,
    Severity,
    Stream,
    StreamedMessage,
    Translation,
    Translator,
    Verdict,
    check,
    decode,
    fold,
    message_schema,
    recognize,
    repair,
    schema,
    translate,
    types,
)


class Click(TypedDict):
    id: str
    action: str


@dataclass
class Record:
    id: str
    action: str


def right(text: str, raw: bytes, message: dict[str, Any], messages: list[dict[str, Any]], context: Context) -> None:
    translation = translate(text, "aap", "a2ui", carry_key=raw, max_bytes=7, escape_ids=True, type="SubmitRequest")
    assert_type(translation, Translation)
    assert_type(translation.messages, list[Message])
    assert_type(translation.messages[0].text, str)
    assert_type(translation.messages[0].carry, str)
    assert_type(translation.messages[0].notes, list[Note])
    assert_type(translation.notes, list[Note])
    assert_type(translation.findings, list[Finding])
    for carry in (text, [text, None], None):
        translate(raw, "aap", "a2ui", context=context, carry=carry)
    assert_type(decode(text).messages, list[JsonText])
    assert_type(decode(message, "aap"), Decoded)
    assert_type(check(message), Findings)
    assert_type(check(message, profile="strict")[0], Finding)
    assert_type(Checker("a2ui").push(messages), Checked)
    assert_type(Checker("a2ui", catalogs=[text, message]).finish(), Findings)
    assert_type(Checker.resume(Checker("a2ui").save(), catalogs=[raw]), Checker)
    assert_type(fold(messages), Folded)
    assert_type(fold(text).states, list[JsonText])
    assert_type(repair(text), Repaired)
    assert_type(schema("aap"), dict[str, Any])
    assert_type(message_schema("a2ui", target="openai"), dict[str, Any])
    assert_type(recognize(text), Optional[str])
    assert_type(types("aap"), list[str])
    assert_type(Translator("a2ui", "ahp").push(text), Translation)
    assert_type(Translator.resume(Translator("a2ui", "ahp").save(), context=context), Translator)


def bridges(click: Click, context: Context) -> None:
    with Bridge("a2ui", "a2ui@1.0", context=context, catalogs=[{}]) as bridge:
        assert_type(bridge, Bridge)
        assert_type(bridge.forward(click), Translation)
        assert_type(bridge.backward(bridge.forward(click).messages), Translation)
        assert_type(bridge.check(click), Checked)
        assert_type(Bridge.resume(bridge.save()), Bridge)


def inputs(
    click: Click, clicks: list[Click], mapping: Mapping[str, object], record: Record, message: Message, event: StreamedMessage
) -> None:
    translate(click, "aap", "a2ui")
    translate(clicks, "aap", "a2ui")
    translate((one for one in clicks), "aap", "a2ui")
    translate(mapping, "aap", "a2ui")
    translate([mapping, record, message, event], "aap", "a2ui")
    translate(record, "aap", "a2ui")
    translate({"a": record}.values(), "aap", "a2ui")
    decode(message)
    check(event)
    fold([event])
    assert_type(Translator("aap", "a2ui").push_all(clicks), Iterator[Translation])
    assert_type(Translator("aap", "a2ui").push_all(open("lines.jsonl"), on_refused=print), Iterator[Translation])
    for found in Stream().push("{"):
        if isinstance(found, StreamedMessage):
            assert_type(found.text, str)


def literals(finding: Finding, note: Note, error: RefusedError) -> None:
    assert_type(finding.severity, Severity)
    assert_type(note.verdict, Verdict)
    assert_type(error.kind, Optional[Literal["decode", "context", "rule", "limit", "loss"]])
    assert_type(error.line, Optional[int])
    assert_type(error.translation, Optional[Translation])
    severity: Literal["error", "warning", "info"] = finding.severity
    assert severity != "error"


def wrong(text: str, note: Note, finding: Finding, translation: Translation, message: Message) -> None:
    translate(7, "aap", "a2ui")  # type: ignore[arg-type]
    translate([text], "aap", "a2ui")  # type: ignore[list-item]
    translate(text, "aap")  # type: ignore[call-arg]
    translate(text, "aap", "a2ui", exact=True)  # type: ignore[call-arg]
    translate(text, "aap", "a2ui", carry={})  # type: ignore[arg-type]
    translate(text, "aap", "a2ui", carry=message)  # type: ignore[arg-type]
    translate(text, "aap", "a2ui", context={"tiem": "now"})  # type: ignore[arg-type]
    translate(text, "aap", "a2ui", type="Interactoin")  # type: ignore[arg-type]
    check(text, profile="srtict")  # type: ignore[arg-type]
    message_schema("a2ui", target="opneai")  # type: ignore[arg-type]
    Checker()  # type: ignore[call-arg]
    Bridge("aap")  # type: ignore[call-arg]
    Checker("a2ui", catalogs=7)  # type: ignore[arg-type]
    repair({})  # type: ignore[arg-type]
    note.verdict = "copied"  # type: ignore[misc]
    message.carry = ""  # type: ignore[misc]
    translation.carry  # type: ignore[attr-defined]
    note.verdikt  # type: ignore[attr-defined]
    print(note.verdict == "droped")  # type: ignore[comparison-overlap]
    print(finding.severity == "fatal")  # type: ignore[comparison-overlap]
