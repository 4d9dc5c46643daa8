"""Exceptions and results: attributes, texts, comparison and copies."""

from __future__ import annotations

import copy
import dataclasses
import json
import pathlib
import pickle
from typing import Any, Callable

import pytest

import agent_ui_bridge
from agent_ui_bridge import (
    AgentUiError,
    RefusedError,
    Translation,
    Translator,
    UsageError,
    check,
    decode,
    fold,
    repair,
    schema,
    translate,
    types,
)

BROKEN = '{"id":"8","action":"click"}'


def test_a_refusal_has_place_rule_and_hint_and_the_other_translations(record: str) -> None:
    with pytest.raises(RefusedError) as caught:
        translate(f"{record}\n{BROKEN}\n{record}", "aap", "a2ui@0.9")
    error = caught.value
    assert isinstance(error, AgentUiError) and isinstance(error, ValueError)
    assert (error.kind, error.rule, error.line, error.column) == ("decode", "missing", 2, 1)
    assert error.message and error.hint and error.message in str(error) and error.hint in str(error)
    assert error.finding == error.refusals[0] and len(error.refusals) == 1
    assert error.translation is not None and len(error.translation.messages) == 2


def test_errors_about_objects_and_arguments_have_no_line() -> None:
    calls: list[Callable[[], object]] = [
        lambda: translate(json.loads(BROKEN), "aap", "a2ui@0.9"),
        lambda: translate([json.loads(BROKEN)], "aap", "a2ui@0.9"),
        lambda: Translator("aap", "a2ui").push(json.loads(BROKEN)),
        lambda: decode(json.loads(BROKEN), "aap"),
        lambda: translate(BROKEN, "nonsense", "a2ui@0.9"),
        lambda: translate({"total": float("nan")}, "aap", "a2ui@0.9"),
        lambda: check(BROKEN, "actions-json", profile="nonsense"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(AgentUiError) as caught:
            call()
        assert str(caught.value).startswith("error["), caught.value
        assert (caught.value.line, caught.value.column) == (None, None)
    assert str(check(json.loads(BROKEN), "aap")[0]).startswith("error[")
    assert str(check(BROKEN, "aap")[0]).startswith("1:1: error[")


def test_every_refused_message_is_listed() -> None:
    with pytest.raises(RefusedError) as caught:
        translate(f"{BROKEN}\n{BROKEN}", "aap", "a2ui@0.9")
    assert [refusal.line for refusal in caught.value.refusals] == [1, 2]
    assert caught.value.translation is not None and caught.value.translation.messages == []


def test_a_repair_is_refused_on_request() -> None:
    text = '{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}'
    assert translate(text, "a2ui@0.9", "a2ui@1.0").findings
    with pytest.raises(RefusedError) as caught:
        translate(text, "a2ui@0.9", "a2ui@1.0", strict=True)
    assert caught.value.hint


def test_a_missing_fact_is_refused_with_its_name(record: str) -> None:
    with pytest.raises(RefusedError) as caught:
        translate(record, "aap", "actions-json")
    assert caught.value.kind == "context"


@pytest.mark.parametrize(
    "call",
    [
        lambda: translate("{}", "nonsense", "aap"),
        lambda: translate("{}", "aap", "a2u"),
        lambda: translate("{}", "aap", "mcp"),
        lambda: translate("{}", "aap", "a2ui", carry="no carry"),
        lambda: translate("{}", "aap", "a2ui", context='{"routes":7}'),
        lambda: translate("{}", "aap", "a2ui", context={"time": float("nan")}),  # type: ignore[arg-type]
        lambda: Translator("nonsense", "aap"),
        lambda: Translator.resume("nothing"),
        lambda: decode("{}", "nonsense"),
        lambda: decode("{}", "aap", type="Nonsense"),
        lambda: check("{}", "nonsense"),
        lambda: check("{}", "actions-json", profile="nonsense"),  # type: ignore[arg-type]
        lambda: fold("{}", "nonsense"),
        lambda: repair("{}", "nonsense"),
        lambda: schema("nonsense"),
        lambda: schema("aap", "Nonsense"),
        lambda: types("nonsense"),
    ],
)
def test_a_wrong_argument_raises_usage_error(call: Callable[[], object]) -> None:
    with pytest.raises(UsageError) as caught:
        call()
    assert caught.value.message and caught.value.hint and caught.value.rule


def test_a_refused_message_changes_nothing_in_a_translator(stream: list[dict[str, Any]]) -> None:
    translator = Translator("a2ui@0.9", "a2ui@0.8")
    translator.push(stream[0])
    saved = translator.save()
    with pytest.raises(RefusedError):
        translator.push({"version": "v0.9", "updateComponents": {"surfaceId": 7}})
    with pytest.raises(UsageError):
        translator.push(stream[1], carry="no carry")
    assert translator.push(stream[1]).messages == Translator.resume(saved).push(stream[1]).messages


def test_results_and_exceptions_can_be_pickled_and_copied(record: str, stream: list[dict[str, Any]]) -> None:
    results: list[Any] = [
        translate(record, "aap", "a2ui@0.9"),
        translate(record, "aap", "a2ui@0.9").notes[0],
        decode(stream),
        fold(stream),
        repair(BROKEN, "aap"),
        check(BROKEN, "aap")[0],
    ]
    for result in results:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(result, protocol)) == result
        assert copy.copy(result) == result and copy.deepcopy(result) == result
        if not isinstance(result, Translation):
            assert eval(repr(result), vars(agent_ui_bridge)) == result
    translation = pickle.loads(pickle.dumps(results[0]))
    assert translation.messages[0].notes == results[0].messages[0].notes != []
    assert translation.notes == results[0].notes

    for call in (lambda: translate(f"{record}\n{BROKEN}", "aap", "a2ui"), lambda: schema("nonsense")):
        with pytest.raises(AgentUiError) as caught:
            call()
        error = pickle.loads(pickle.dumps(caught.value))
        assert type(error) is type(caught.value) and str(error) == str(caught.value)
        assert error.finding == caught.value.finding
        if isinstance(error, RefusedError):
            assert isinstance(caught.value, RefusedError) and error.translation == caught.value.translation


COPIES: list[Callable[[Translator], Translator]] = [
    copy.copy,
    copy.deepcopy,
    lambda translator: pickle.loads(pickle.dumps(translator)),
]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_translator_has_a_state_of_its_own(
    copied: Callable[[Translator], Translator], stream: list[dict[str, Any]]
) -> None:
    translator = Translator("a2ui@0.9", "a2ui@0.8", strict=True)
    translator.push(stream[0])
    other = copied(translator)
    pushed = [translator.push(message).messages for message in stream[1:]]
    assert [other.push(message).messages for message in stream[1:]] == pushed
    assert other.finish().messages == translator.finish().messages
    # The options are copied, too.
    with pytest.raises(RefusedError):
        other.push('{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}')


def test_a_with_statement_frees_the_state(stream: list[dict[str, Any]]) -> None:
    with Translator("a2ui@0.9", "a2ui@1.0") as translator:
        assert translator.push(stream[0]).messages
    for call in (lambda: translator.push(stream[1]), translator.finish, translator.save):
        with pytest.raises(UsageError) as caught:
            call()
        assert caught.value.rule == "python/closed" and caught.value.hint


def test_results_are_frozen_and_small(record: str) -> None:
    translation = translate(record, "aap", "a2ui@0.9")
    for result in (translation, translation.notes[0]):
        assert not hasattr(result, "__dict__")
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, "findings", [])
    assert translation.notes is translation.notes


def test_hints_name_the_arguments_of_python(record: str) -> None:
    create = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'
    event = '{"type":"dom_event","event_id":"e-1","runtime_id":"rt-1","name":"kiosk.opened","payload":{}}'
    for message, from_, to, hint in [
        (record, "aap", "actions-json", 'pass the runtime id with `context["runtimeId"]`'),
        (event, "actions-json", "aap", 'pass the manifest of the page with `context["manifest"]`'),
        (record, "a2ui", "aap", "this looks like aap: set `from_` to `aap`"),
        ("record.json", "aap", "a2ui", "read the file first, and pass its text"),
    ]:
        with pytest.raises(RefusedError) as caught:
            translate(message, from_, to)
        assert caught.value.hint == hint
    with pytest.raises(RefusedError) as caught:
        translate(create.replace("surfaceId", "surfaceID"), "a2ui@0.9", "a2ui@1.0", strict=True)
    assert caught.value.hint == "`repair()` applies this repair, and so does reading without `strict`"
    update = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Clock"}]}}'
    hints = [finding.hint for finding in check(f"{create}\n{update}", "a2ui") if finding.rule == "unjudged-catalog"]
    assert hints == ["pass the catalog with `catalogs`"]


def test_skipped_text_is_a_finding() -> None:
    create = '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'
    text = f"Here it is:\n```json\n{create}\n```\nDone."
    for findings in (check(text), translate(text, "a2ui", "a2ui@1.0").findings):
        skipped = [finding for finding in findings if finding.rule == "text-around"]
        assert [(finding.line, finding.message) for finding in skipped] == [
            (1, "2 lines of text around the messages were skipped")
        ]


def test_a_wrong_context_is_named(record: str) -> None:
    unknown: Any = {"runtime_id": "r"}
    for context, hint in [(unknown, "did you mean `runtimeId`?"), ('{"Time":"now"}', "did you mean `time`?"), ("[1]", "pass an object with the members `routes`, ")]:
        with pytest.raises(UsageError) as caught:
            translate(record, "aap", "actions-json", context=context)
        assert caught.value.hint.startswith(hint) and caught.value.pointer.startswith("/context")


def test_equal_ends_and_paths_are_named(record: str) -> None:
    with pytest.raises(UsageError, match="there is nothing to translate"):
        translate(record, "aap", "aap")
    with pytest.raises(UsageError) as caught:
        translate(pathlib.Path("record.json"), "aap", "a2ui")  # type: ignore[arg-type]
    assert caught.value.hint == "read the file first, and pass its text"
    with pytest.raises(UsageError, match="this is the path of a file"):
        check("record.json")
