"""The example projects run, with the installed package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent / "project"


def run(arguments: list[str], text: str, program: str = "relay.py") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, PROJECT / program, *arguments], input=text, capture_output=True, text=True, encoding="utf-8"
    )


def test_the_relay_translates_a_stream(stream: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(message) + "\n" for message in stream)
    ran = run(["a2ui@0.9", "a2ui@0.8"], lines + '{"version":"v0.9","deleteSurface":{"surfaceId":7}}\n')
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) >= 3 and all(json.loads(line) for line in ran.stdout.splitlines())
    assert "refused: type at /deleteSurface/surfaceId" in ran.stderr


def test_the_relay_reports_wrong_names() -> None:
    ran = run(["a2iu", "ahp"], "")
    assert ran.returncode == 2 and "a2ui" in ran.stderr


def test_the_agent_loop_writes_the_documented_prompts() -> None:
    source = (PROJECT / "agent_loop.py").read_text(encoding="utf-8")
    documented = [line[4:] for line in source.split('"""')[1].splitlines() if line.startswith("    ")]
    ran = run([], "", "agent_loop.py")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == documented
