"""Every call, with text and with objects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

import agent_ui_bridge
from agent_ui_bridge import (
    DIALECTS,
    JsonText,
    Translator,
    UsageError,
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


def texts(messages: Sequence[JsonText]) -> list[str]:
    return [message.text for message in messages]


def values(messages: Sequence[JsonText]) -> list[Any]:
    return [message.value for message in messages]


def test_text_comes_back_byte_for_byte(record: str) -> None:
    there = translate(record, "aap", "a2ui@0.9").messages[0]
    assert '"context":{"fee":2.50,"id":12345678901234567890}' in there.text
    assert texts(translate(there.text, "a2ui@0.9", "aap", carry=there.carry).messages) == [record]
    assert texts(translate(there, "a2ui@0.9", "aap").messages) == [record]


def test_bytes_give_the_same_as_text(record: str) -> None:
    expected = translate(record, "aap", "a2ui@0.9")
    for same in (record.encode(), bytearray(record.encode()), memoryview(record.encode())):
        assert translate(same, "aap", "a2ui@0.9") == expected


def test_objects_come_back(click: dict[str, Any]) -> None:
    there = translate(click, "a2ui@0.9", "aap")
    assert there.messages[0].value["action"] == "save"
    text = json.dumps(click, separators=(",", ":"))
    assert there.messages[0].text == translate(text, "a2ui@0.9", "aap").messages[0].text
    for back in (
        translate(there.messages, "aap", "a2ui@0.9"),
        translate(there.messages[0].value, "aap", "a2ui@0.9", carry=there.messages[0].carry),
        translate(values(there.messages), "aap", "a2ui@0.9", carry=[there.messages[0].carry]),
    ):
        assert values(back.messages) == [click]


def test_a_list_and_json_lines_are_the_same_messages(record: str) -> None:
    other = record.replace('"7"', '"8"')
    listed = translate(f"[{record},{other}]", "aap", "a2ui@0.9")
    lines = translate(f"{record}\n{other}\n", "aap", "a2ui@0.9")
    assert listed.messages == lines.messages and len(lines.messages) == 2
    assert [note.input for note in lines.notes] == sorted(note.input for note in lines.notes)
    assert {note.input for note in lines.notes} == {0, 1}
    assert texts(translate(lines.messages, "a2ui@0.9", "aap").messages) == [record, other]


def test_no_messages_give_no_messages() -> None:
    assert translate("", "aap", "a2ui@0.9").messages == []
    assert translate("[]", "aap", "a2ui@0.9").messages == []
    assert translate([], "aap", "a2ui@0.9").messages == []


def test_notes_name_what_only_the_carry_restores(record: str) -> None:
    translation = translate(record, "aap", "a2ui@0.9")
    lost = {note.from_: note for note in translation.notes if note.is_lost}
    assert {"/id", "/summary"} <= set(lost)
    assert lost["/id"].verdict == "carried" and lost["/id"].rule == "aap-a2ui/id"
    shown = next(note for note in translation.messages[0].notes if note.from_ == "/timestamp")
    assert (shown.verdict, shown.to, shown.input) == ("copied", "/action/timestamp", 0)
    assert translation.notes == translation.messages[0].notes


def test_notes_of_a_message_that_waits_are_in_the_translation(stream: list[dict[str, Any]]) -> None:
    translator = Translator("a2ui@0.9", "a2ui@0.8")
    found = [translator.push(message) for message in stream] + [translator.finish()]
    per_message = [note for one in found for message in one.messages for note in message.notes]
    assert {note.input for one in found for note in one.notes} == {0, 1, 2}
    assert len(per_message) <= sum(len(one.notes) for one in found)


def test_an_edit_survives_and_the_rest_is_restored(record: str) -> None:
    there = translate(json.loads(record), "aap", "a2ui@0.9").messages[0]
    there.value["action"]["name"] = "submit"
    back = translate(there.value, "a2ui@0.9", "aap", carry=there.carry).messages[0].value
    assert back["action"] == "submit" and back["id"] == "7"


def test_a_carry_inside_the_message_is_used_on_request(click: dict[str, Any]) -> None:
    there = translate(click, "a2ui@0.9", "aap", embed=True)
    back = translate(values(there.messages), "aap", "a2ui@0.9", trust_embedded=True)
    assert values(back.messages) == [click]


def test_the_context_supplies_what_messages_do_not_hold(record: str) -> None:
    event = translate(record, "aap", "actions-json", context={"runtimeId": "rt-7"}).messages[0]
    assert '"rt-7"' in event.text
    same = translate(record, "aap", "actions-json", context='{"runtimeId":"rt-7"}').messages
    assert texts(same) == [event.text]


def test_a_stream_translates_the_same_in_one_call_and_in_many(stream: list[dict[str, Any]]) -> None:
    at_once = texts(translate(stream, "a2ui@0.9", "a2ui@0.8").messages)
    translator = Translator("a2ui@0.9", "a2ui@0.8")
    one_by_one = [message for part in stream for message in translator.push(part).messages]
    assert texts(one_by_one + translator.finish().messages) == at_once
    assert len(at_once) >= 3


def test_a_saved_translator_continues(stream: list[dict[str, Any]]) -> None:
    expected = texts(translate(stream, "a2ui@0.9", "a2ui@0.8").messages)
    translator, found = Translator("a2ui@0.9", "a2ui@0.8"), []
    for message in stream:
        found += translator.push(message).messages
        translator = Translator.resume(translator.save())
    assert texts(found + translator.finish().messages) == expected


def test_decode_reads_and_writes() -> None:
    text = ' {"version" : "v0.9", "deleteSurface": {"surfaceId": "s"}}'
    decoded = decode(text).messages
    assert texts(decoded) == ['{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}']
    assert values(decode(json.loads(text), "a2ui").messages) == [json.loads(text)]
    assert decode(decoded[0]).messages == decode(decoded).messages == decoded


def test_check_returns_findings() -> None:
    assert check('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}', "a2ui") == []
    findings = check('\n{"version":"v0.9","deleteSurface":{"surfaceId":7}}', "a2ui")
    assert [(finding.severity, finding.pointer, finding.line) for finding in findings] == [
        ("error", "/deleteSurface/surfaceId", 2)
    ]
    assert findings[0].hint and findings[0].message
    assert str(findings[0]).startswith("2:")


def test_fold_returns_the_states_of_a_stream(stream: list[dict[str, Any]]) -> None:
    states = fold(stream).states
    assert len(states) == 1 and "Ada" in states[0].text
    assert fold("\n".join(json.dumps(message, separators=(",", ":")) for message in stream), "a2ui").states == states
    assert fold(decode(stream).messages).states == states


def test_repair_corrects_and_names_the_correction() -> None:
    repaired = repair('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}', "a2ui")
    assert repaired.text.strip() == '{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}'
    assert len(repaired.changes) == 1 and repaired.findings == []


def test_recognize_names_the_dialect() -> None:
    assert str(recognize('{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}')).startswith("a2ui")
    assert recognize('{"weather":"fine"}') is None
    assert recognize("no JSON") is None


def test_a_message_schema_describes_the_selected_components_of_a_catalog() -> None:
    schema = message_schema("a2ui@0.9", target="openai", components=["Text"], functions=[], optional=["variant"])
    assert list(schema["$defs"]["Text"]["properties"]) == ["component", "id", "text", "variant"]
    catalog = {"catalogId": "shop", "protocolVersion": "0.9", "components": {"Price": {"properties": {"cents": {"type": "number"}}}}}
    assert "Price" in message_schema("a2ui@0.9", catalog=catalog)["$defs"]
    with pytest.raises(UsageError, match="80 optional members, at most 24"):
        message_schema("a2ui@0.9", target="anthropic")


@pytest.mark.parametrize("protocol", ["aap", "a2ui@0.8", "a2ui@1.0", "ahp", "actions-json", "mcp", "responses"])
def test_every_type_has_a_schema(protocol: str) -> None:
    assert schema(protocol)
    names = types(protocol)
    for name in names:
        assert isinstance(schema(protocol, name), dict), name


def test_the_names_of_dialects_are_those_of_the_program() -> None:
    assert {"aap@1.0", "a2ui@0.8", "a2ui@0.9", "a2ui@1.0", "ahp@canvas"} <= set(DIALECTS)
    assert agent_ui_bridge.__version__.count(".") == 2
    for name in agent_ui_bridge.__all__:
        assert getattr(agent_ui_bridge, name) is not None
