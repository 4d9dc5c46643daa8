"""Checks of sessions, and their lines for a model."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent_ui_bridge import Checked, Checker, Findings, RefusedError, UsageError, check

# The tests of all languages read this file.
SESSIONS = Path(__file__).resolve().parents[2] / "text/tests/checked_sessions.jsonl"
PROGRAM = os.environ.get("AGENT_UI_PROGRAM")
CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
CREATE = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": CATALOG}}


def sessions() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SESSIONS.read_text(encoding="utf-8").splitlines()]


def described(found: Findings) -> dict[str, Any]:
    findings = [[one.line, one.column, one.severity, one.rule, one.pointer, one.message] for one in found]
    return {"findings": findings, "lines": found.for_model()}


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session["name"])
def test_a_session_has_the_findings_of_the_other_languages(session: dict[str, Any]) -> None:
    checker = Checker(session["protocol"])
    assert len(session["texts"]) == len(session["checked"])
    for text, expected in zip(session["texts"], session["checked"]):
        checked = checker.push(text)
        assert {"accepted": checked.is_accepted, **described(checked.findings)} == expected
    assert described(checker.finish()) == session["finish"]


@pytest.mark.skipif(not PROGRAM, reason="needs AGENT_UI_PROGRAM")
@pytest.mark.parametrize("session", sessions(), ids=lambda session: session["name"])
def test_lines_for_a_model_are_those_of_the_program(session: dict[str, Any]) -> None:
    assert PROGRAM
    for text in [*session["texts"], "\n".join(session["texts"])]:
        command = [PROGRAM, "check", session["protocol"], "--format", "llm"]
        ran = subprocess.run(command, input=text.encode(), capture_output=True)
        lines = check(text, session["protocol"]).for_model()
        assert ran.stdout.decode() == (f"{lines}\n" if lines else ""), ran.stderr


def test_objects_are_checked_like_text() -> None:
    wrong = {"version": "v0.9", "deleteSurface": {"surfaceId": 7}}
    inputs: list[Any] = [CREATE, [CREATE, wrong], wrong]
    for message in inputs:
        of_object, of_text = Checker("a2ui").push(message), Checker("a2ui").push(json.dumps(message, separators=(",", ":")))
        assert of_object.is_accepted == of_text.is_accepted
        # An object has no lines and columns.
        expected = [dataclasses.replace(finding, line=None, column=None) for finding in of_text.findings]
        assert of_object.findings == expected
        assert of_object.findings.for_model() == of_text.findings.for_model()


COPIES: list[Callable[[Checker], Checker]] = [
    copy.copy,
    copy.deepcopy,
    lambda checker: pickle.loads(pickle.dumps(checker)),
    lambda checker: Checker.resume(checker.save()),
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("session", sessions(), ids=lambda session: session["name"])
def test_a_copy_and_a_saved_checker_continue(session: dict[str, Any], copied: Callable[[Checker], Checker]) -> None:
    checker = Checker(session["protocol"])
    is_saved = copied in COPIES[2:]
    for text, expected in zip(session["texts"], session["checked"]):
        if is_saved and "was deleted by an earlier message" in expected["lines"]:
            # The saved text does not contain the ids of deleted surfaces, so this one is unknown.
            return
        other = copied(checker)
        assert {"accepted": checker.push(text).is_accepted} == {"accepted": expected["accepted"]}
        # The copy has a state of its own, so it has not seen the text.
        checked = other.push(text)
        assert {"accepted": checked.is_accepted, **described(checked.findings)} == expected
        checker = other
    assert described(copied(checker).finish()) == session["finish"]


def test_a_copied_checker_keeps_the_options() -> None:
    catalog = {"catalogId": "shop", "components": {"Price": {"properties": {"amount": {"type": "number"}}}}}
    create = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "shop"}}
    price = {"id": "root", "component": "Price", "amount": "much"}
    checker = Checker("a2ui@0.9", catalogs=iter([catalog]))
    assert checker.push(create).is_accepted
    for same in (copy.copy(checker), pickle.loads(pickle.dumps(checker)), Checker.resume(checker.save(), catalogs=[catalog])):
        assert not same.push({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [price]}}).is_accepted


def test_a_with_statement_frees_a_checker() -> None:
    with Checker("a2ui") as checker:
        assert checker.push(CREATE).is_accepted
    for call in (lambda: checker.push(CREATE), checker.finish, checker.save):
        with pytest.raises(UsageError) as caught:
            call()
        assert caught.value.rule == "python/closed" and "checker" in caught.value.message


def test_options_apply_to_every_text() -> None:
    checker = Checker("aap", type="Interaction")
    assert not checker.push("{}").is_accepted
    catalog = {"catalogId": "shop", "components": {"Price": {"properties": {"amount": {"type": "number"}}}}}
    price = {"id": "root", "component": "Price", "amount": "much"}
    create = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "shop"}}
    update = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [price]}}
    with_catalog = Checker("a2ui@0.9", catalogs=[catalog])
    assert with_catalog.push(create).is_accepted and not with_catalog.push(update).is_accepted
    without = Checker("a2ui@0.9")
    assert without.push([create, update]).is_accepted


def test_wrong_arguments_raise_usage_error() -> None:
    with pytest.raises(UsageError):
        Checker("nonsense")
    with pytest.raises(UsageError):
        Checker("a2ui", catalogs=["{"])
    with pytest.raises(UsageError):
        Checker("aap", type="Nonsense")
    checker = Checker("a2ui")
    with pytest.raises(RefusedError):
        checker.push(b"\xff")
    assert checker.push(CREATE).is_accepted


def test_findings_are_a_list_that_can_be_copied_and_pickled() -> None:
    checked = Checker("a2ui").push({"version": "v0.9", "deleteSurface": {"surfaceID": "s"}})
    assert isinstance(checked.findings, list) and checked.findings.for_model()
    for same in (copy.copy(checked), copy.deepcopy(checked), pickle.loads(pickle.dumps(checked))):
        assert isinstance(same, Checked) and same == checked
        assert same.findings.for_model() == checked.findings.for_model()
