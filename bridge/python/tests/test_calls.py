"""Every call, with text and with objects."""

from __future__ import annotations

import json
from typing import Any

import pytest

import agent_ui_bridge
from agent_ui_bridge import (
    DIALECTS,
    Translation,
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


def test_text_comes_back_byte_for_byte(record: str) -> None:
    there = translate(record, "aap", "a2ui@0.9")
    assert '"context":{"fee":2.50,"id":12345678901234567890}' in there.messages[0]
    assert translate(there.messages[0], "a2ui@0.9", "aap", carry=there.carry).messages == [record]


def test_bytes_give_the_same_as_text(record: str) -> None:
    expected = translate(record, "aap", "a2ui@0.9")
    for same in (record.encode(), bytearray(record.encode()), memoryview(record.encode())):
        assert translate(same, "aap", "a2ui@0.9") == expected


def test_objects_come_back(click: dict[str, Any]) -> None:
    there: Translation[dict[str, Any]] = translate(click, "a2ui@0.9", "aap")
    assert there.messages[0]["action"] == "save"
    back = translate(there.messages, "aap", "a2ui@0.9", carry=there.carry)
    assert back.messages == [click]


def test_objects_give_text_on_request(click: dict[str, Any]) -> None:
    there = translate(click, "a2ui@0.9", "aap", exact=True)
    text = json.dumps(click, separators=(",", ":"))
    assert there.messages == translate(text, "a2ui@0.9", "aap").messages
    assert json.loads(there.messages[0])["action"] == "save"


def test_a_list_and_json_lines_are_the_same_messages(record: str) -> None:
    other = record.replace('"7"', '"8"')
    listed = translate(f"[{record},{other}]", "aap", "a2ui@0.9")
    lines = translate(f"{record}\n{other}\n", "aap", "a2ui@0.9")
    assert listed.messages == lines.messages and len(lines.messages) == 2
    assert listed.carry == lines.carry
    assert [note.input for note in lines.notes] == sorted(note.input for note in lines.notes)
    assert {note.input for note in lines.notes} == {0, 1}
    back = translate("\n".join(lines.messages), "a2ui@0.9", "aap", carry=lines.carry)
    assert back.messages == [record, other]


def test_no_messages_give_no_messages() -> None:
    assert translate("", "aap", "a2ui@0.9").messages == []
    assert translate("[]", "aap", "a2ui@0.9").messages == []
    assert translate([], "aap", "a2ui@0.9").messages == []


def test_notes_name_what_only_the_carry_restores(record: str) -> None:
    notes = translate(record, "aap", "a2ui@0.9").notes
    lost = {note.from_: note for note in notes if note.is_lost}
    assert {"/id", "/summary"} <= set(lost)
    assert lost["/id"].verdict == "carried" and lost["/id"].rule == "aap-a2ui/id"
    shown = next(note for note in notes if note.from_ == "/timestamp")
    assert (shown.verdict, shown.to, shown.message) == ("copied", "/action/timestamp", 0)


def test_an_edit_survives_and_the_rest_is_restored(record: str) -> None:
    there = translate(json.loads(record), "aap", "a2ui@0.9")
    there.messages[0]["action"]["name"] = "submit"
    back = translate(there.messages, "a2ui@0.9", "aap", carry=there.carry).messages[0]
    assert back["action"] == "submit" and back["id"] == "7"


def test_a_carry_inside_the_message_is_used_on_request(click: dict[str, Any]) -> None:
    there = translate(click, "a2ui@0.9", "aap", embed=True)
    back = translate(there.messages, "aap", "a2ui@0.9", trust_embedded=True)
    assert back.messages == [click]


def test_the_context_supplies_what_messages_do_not_hold(record: str) -> None:
    event = translate(record, "aap", "actions-json", context={"runtimeId": "rt-7"}).messages[0]
    assert '"rt-7"' in event
    assert translate(record, "aap", "actions-json", context='{"runtimeId":"rt-7"}').messages == [event]


def test_a_stream_translates_the_same_in_one_call_and_in_many(stream: list[dict[str, Any]]) -> None:
    at_once = translate(stream, "a2ui@0.9", "a2ui@0.8").messages
    translator = Translator("a2ui@0.9", "a2ui@0.8")
    one_by_one = [message for part in stream for message in translator.push(part).messages]
    assert one_by_one + translator.finish().messages == at_once
    assert len(at_once) >= 3


def test_a_saved_translator_continues(stream: list[dict[str, Any]]) -> None:
    expected = translate(stream, "a2ui@0.9", "a2ui@0.8").messages
    translator, found = Translator("a2ui@0.9", "a2ui@0.8"), []
    for message in stream:
        found += translator.push(message).messages
        translator = Translator.resume(translator.save())
    assert found + translator.finish().messages == expected


def test_a_translator_gives_text_for_text(stream: list[dict[str, Any]]) -> None:
    translator = Translator("a2ui@0.9", "ahp")
    pushed = [translator.push(json.dumps(message)).messages for message in stream]
    finished = translator.finish().messages
    assert all(isinstance(message, str) for part in [*pushed, finished] for message in part)
    assert any(pushed) or finished
    exact = Translator("a2ui@0.9", "a2ui@0.8", exact=True)
    assert all(isinstance(message, str) for part in stream for message in exact.push(part).messages)


def test_decode_reads_and_writes() -> None:
    text = ' {"version" : "v0.9", "deleteSurface": {"surfaceId": "s"}}'
    assert decode(text).messages == ['{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}']
    assert decode(json.loads(text), "a2ui").messages == [json.loads(text)]
    assert decode(json.loads(text), "a2ui", exact=True).messages == decode(text).messages


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
    assert len(states) == 1 and "Ada" in json.dumps(states)
    texts = fold("\n".join(json.dumps(message) for message in stream), "a2ui").states
    assert [json.loads(text) for text in texts] == states


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
