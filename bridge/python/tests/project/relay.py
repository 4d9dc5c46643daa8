"""A relay between an agent and a client: a project that uses the package as a stranger would.

mypy checks it in strict mode, and `test_project.py` runs it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from agent_ui_bridge import Context, Note, RefusedError, Translator, UsageError


@dataclass
class Relay:
    """Translates what the agent writes, and counts what is lost."""

    from_: str
    to: str
    context: Context = field(default_factory=lambda: Context(time="2026-05-18T15:30:00.000Z"))
    lost: list[Note] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.translator = Translator(self.from_, self.to, context=self.context)

    def push(self, line: str) -> list[str]:
        try:
            translation = self.translator.push(line)
        except RefusedError as error:
            print(f"refused: {error.rule} at {error.pointer}", file=sys.stderr)
            return []
        self.lost += [note for note in translation.notes if note.is_lost]
        return [message.text for message in translation.messages]

    def finish(self) -> list[str]:
        return [message.text for message in self.translator.finish().messages]


def main() -> int:
    try:
        relay = Relay(sys.argv[1], sys.argv[2])
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    for line in sys.stdin:
        for message in relay.push(line):
            print(message)
    for message in relay.finish():
        print(message)
    print(f"{len(relay.lost)} fields lost", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
