"""The types of calls, as mypy sees them. A wrong call must be an error, or mypy reports an unused comment."""

from __future__ import annotations

from typing import Any

from typing_extensions import assert_type

from agent_ui_bridge import (
    Checked,
    Checker,
    Context,
    Decoded,
    Finding,
    Findings,
    Folded,
    Note,
    Repaired,
    Translation,
    Translator,
    check,
    decode,
    fold,
    recognize,
    repair,
    schema,
    translate,
    types,
)

Object = dict[str, Any]


def right(text: str, raw: bytes, message: Object, messages: list[Object], context: Context) -> None:
    assert_type(translate(text, "aap", "a2ui"), Translation[str])
    assert_type(translate(raw, "aap", "a2ui"), Translation[str])
    assert_type(translate(text, "aap", "a2ui", exact=True), Translation[str])
    assert_type(translate(message, "aap", "a2ui"), Translation[Object])
    assert_type(translate(messages, "aap", "a2ui", context=context), Translation[Object])
    assert_type(translate(message, "aap", "a2ui", exact=True), Translation[str])
    assert_type(translate(messages, "aap", "a2ui").notes, list[Note])
    assert_type(translate(messages, "aap", "a2ui").findings, list[Finding])
    assert_type(translate(messages, "aap", "a2ui").carry, str)
    assert_type(decode(text), Decoded[str])
    assert_type(decode(message, "aap"), Decoded[Object])
    assert_type(decode(message, "aap", exact=True), Decoded[str])
    assert_type(check(message), Findings)
    assert_type(check(message)[0], Finding)
    assert_type(Checker("a2ui").push(messages), Checked)
    assert_type(Checker("a2ui", catalogs=[text, message]).finish(), Findings)
    assert_type(fold(text), Folded[str])
    assert_type(fold(messages), Folded[Object])
    assert_type(repair(text), Repaired)
    assert_type(schema("aap"), Object)
    assert_type(recognize(text), "str | None")
    assert_type(types("aap"), list[str])
    assert_type(Translator("a2ui", "ahp").push(text), Translation[str])
    assert_type(Translator.resume(Translator("a2ui", "ahp").save(), context=context), Translator)


def wrong(text: str, note: Note, translation: Translation[str]) -> None:
    translate(7, "aap", "a2ui")  # type: ignore[call-overload]
    translate(text, "aap")  # type: ignore[call-overload]
    translate(text, "aap", "a2ui", carry={})  # type: ignore[call-overload]
    translate(text, "aap", "a2ui", context={"tiem": "now"})  # type: ignore[call-overload]
    Checker()  # type: ignore[call-arg]
    repair({})  # type: ignore[arg-type]
    note.verdict = "copied"  # type: ignore[misc]
    translation.carry = ""  # type: ignore[misc]
    note.verdikt  # type: ignore[attr-defined]
