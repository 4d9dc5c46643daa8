"""Every published example of A2UI, in Python and in the program.

Needs `AGENT_UI_CORPUS`, a folder of published examples, and `AGENT_UI_PROGRAM`, the program `agent-ui`.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from agent_ui_bridge import RefusedError, translate

CORPUS = os.environ.get("AGENT_UI_CORPUS")
PROGRAM = os.environ.get("AGENT_UI_PROGRAM")
pytestmark = pytest.mark.skipif(not (CORPUS and PROGRAM), reason="needs AGENT_UI_CORPUS and AGENT_UI_PROGRAM")

VERSIONS = {"v0_8": "a2ui@0.8", "v0_9": "a2ui@0.9", "v0_9_1": "a2ui@0.9.1", "v0_10": "a2ui@0.10", "v1_0": "a2ui", "v1_0_current": "a2ui"}
TARGETS = ["a2ui@0.8", "a2ui@0.9", "a2ui@1.0", "ahp"]


def found() -> list[tuple[Path, str]]:
    folders = [(Path(CORPUS or ".") / "a2ui" / folder, dialect) for folder, dialect in VERSIONS.items()]
    return [
        (file, dialect)
        for folder, dialect in folders
        for file in sorted(folder.rglob("*.json*"))
        if "examples" in file.parts
    ]


def test_there_are_examples() -> None:
    assert len(found()) > 100


@pytest.mark.parametrize("target", TARGETS)
def test_every_published_example_gives_the_bytes_of_the_program(target: str) -> None:
    assert PROGRAM
    different, translated = [], 0
    for file, source in found():
        if source == target:
            continue
        ran = subprocess.run(
            [PROGRAM, "convert", "--quiet", "--from", source, "--to", target, file], capture_output=True
        )
        try:
            translation = translate(file.read_bytes(), source, target)
        except RefusedError as error:
            assert error.translation is not None
            translation = error.translation
            if ran.returncode == 0:
                different.append(f"{file}: refused only in Python: {error}")
                continue
        written = "".join(f"{message.text}\n" for message in translation.messages).encode()
        if ran.stdout != written:
            different.append(f"{file}: other bytes")
        translated += bool(translation.messages)
    assert different == []
    assert translated > 100
