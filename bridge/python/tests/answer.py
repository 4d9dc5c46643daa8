"""Answers the questions of `agent-ui conform`, in the protocol of docs/conformance.md.

The messages stay text from the question to the answer, so that numbers keep their spelling:

    agent-ui conform -- python answer.py
"""

import json
import sys

from agent_ui_bridge import AgentUiError, RefusedError, translate


# The rules of messages that have no counterpart by design.
SKIPPED = ("actions-json-aap/item", "responses-actions-json/item", "ahp/other-traffic")


def members(text: str) -> dict[str, str]:
    """Returns the members of a JSON object, each as the text that it has."""
    decoder = json.JSONDecoder()
    found = {}
    at = text.index("{") + 1
    while not text[at:].lstrip(" \t\r\n,").startswith("}"):
        at = text.index('"', at)
        name, at = decoder.raw_decode(text, at)
        at = text.index(":", at) + 1
        at += len(text[at:]) - len(text[at:].lstrip())
        _, end = decoder.raw_decode(text, at)
        found[name] = text[at:end]
        at = end
    return found


def elements(text: str) -> list[str]:
    """Returns the elements of a JSON list, each as the text that it has."""
    decoder = json.JSONDecoder()
    found = []
    at = text.index("[") + 1
    while not text[at:].lstrip(" \t\r\n,").startswith("]"):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        _, end = decoder.raw_decode(text, at)
        found.append(text[at:end])
        at = end
    return found


def answer(question: dict[str, str]) -> str:
    embed = json.loads(question["op"]) == "embed"
    translation = translate(
        # Lines, so that places are those in a message, and not in the list of all messages.
        "\n".join(elements(question["input"])),
        json.loads(question["from"]),
        json.loads(question["to"]),
        context=question.get("context"),
        carry=question.get("carry"),
        embed=embed,
        trust_embedded=True,
    )
    # The kit tests strict readers, so a repaired or skipped message is a refusal.
    refused = [one for one in translation.findings if one.rule.startswith("repair/") or one.rule in SKIPPED]
    if refused:
        raise RefusedError(refused)
    notes = [
        {"input": note.input, "verdict": note.verdict, "rule": note.rule, "from": note.from_}
        | ({"to": note.to} if note.to is not None else {})
        for note in translation.notes
    ]
    parts = [f'"value":[{",".join(message.text for message in translation.messages)}]', f'"notes":{json.dumps(notes)}']
    if not embed:
        parts.append(f'"carry":[{",".join(message.carry for message in translation.messages)}]')
    return ",".join(parts)


def main() -> None:
    for line in sys.stdin:
        question = members(line)
        try:
            answered = answer(question)
        except AgentUiError as error:
            kind = error.kind or ("decode" if error.rule.startswith("repair/") else "rule")
            reason = {"kind": kind, "rule": error.rule, "pointer": error.pointer}
            answered = f'"error":{json.dumps(reason)}'
        print(f'{{"id":{question["id"]},{answered}}}', flush=True)


main()
