"""The examples of README.md, of the README of the package, of docs/languages.md and of the documentation run as they are."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import agent_ui_bridge

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$|^#+ ", re.MULTILINE | re.DOTALL)


def examples(page: str) -> list[tuple[str, str]]:
    """Returns the examples of a page, each with its output: the next block of text below it, before the next heading."""
    path = ROOT / page
    if not path.exists():
        return []
    found: list[tuple[str, str]] = []
    is_open = False
    for language, content in BLOCK.findall(path.read_text(encoding="utf-8")):
        if language == "python":
            found.append((content, ""))
            is_open = True
        elif language == "text" and is_open:
            found[-1] = (found[-1][0], content)
            is_open = False
        elif not language:
            is_open = False
    return found


NAMES = ("README.md", "bridge/python/README.md", "docs/languages.md", "docs/streaming.md", "docs/schemas.md")
PAGES = {page: examples(page) for page in NAMES}
CASES = [
    pytest.param(code, output, id=f"{page}-{number}")
    for page, found in PAGES.items()
    for number, (code, output) in enumerate(found, 1)
]


@pytest.mark.parametrize(("code", "output"), CASES)
def test_an_example_runs_as_pasted(code: str, output: str, tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(code, encoding="utf-8")
    ran = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    if output:
        assert ran.stdout == output


def test_the_readme_has_examples() -> None:
    found = PAGES["bridge/python/README.md"]
    assert len(found) >= 6 and all(output for _, output in found)


def test_each_section_about_a_call_has_an_example_in_every_language() -> None:
    page = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    assert len(sections) >= 5
    for section in sections:
        for language in ("rust", "python", "ts"):
            assert f"```{language}\n" in section, (language, section.splitlines()[0])


@pytest.mark.parametrize("name", ["", *(module.name for module in pkgutil.iter_modules(agent_ui_bridge.__path__))])
def test_the_examples_of_the_documentation_run(name: str) -> None:
    module = importlib.import_module(f"agent_ui_bridge.{name}".rstrip("."))
    results = doctest.testmod(module)
    assert results.failed == 0


def test_every_public_name_is_documented_and_the_main_ones_with_an_example() -> None:
    without_example = {"Decoded", "Folded", "Repaired", "Translation", "AgentUiError"}
    without_example |= {"StreamedComponent", "StreamedMessage", "StreamFault", "StreamFinding"}
    aliases = {"StreamEvent", "MessageType", "Profile", "RefusalKind", "SchemaTarget", "Severity", "Verdict"}
    for name in agent_ui_bridge.__all__:
        item = getattr(agent_ui_bridge, name)
        if not callable(item) or name in aliases:
            continue
        assert item.__doc__, name
        assert name in without_example or ">>>" in item.__doc__, name
