"""An outline of a bridge in Python, which answers the questions of `agent-ui conform`.

    agent-ui conform --from mcp --to mcp -- python3 my_bridge.py

Add a function to TRANSLATIONS for each mapping of your bridge. All other questions get the answer "unsupported".
"""

import json
import sys


class Number(str):
    """The text of a number. A float would change `1.0`, `1e400` and large integers."""


class Unsupported(Exception):
    """This bridge does not support the question."""


class Refused(Exception):
    """The messages cannot be translated. The arguments are the broken rule and the place in the message."""


def read(text):
    """Reads JSON, with each number as a Number."""
    return json.loads(text, parse_int=Number, parse_float=Number)


def write(value):
    """Writes JSON, with each number as it was read."""
    if isinstance(value, Number):
        return value
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(name) + ":" + write(member) for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def place(name):
    """Returns the JSON Pointer of a member."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def same(message, context):
    """Translates a message that has the same form in both dialects."""
    if not isinstance(message, dict):
        raise Refused("type", "")
    return message, [{"verdict": "copied", "from": place(name), "to": place(name)} for name in message]


# A function returns the translated message and the notes about its fields. A note is a dict such as
# {"verdict": "renamed", "from": "/name", "to": "/action/name"}; a field that the target cannot hold has the verdict
# "carried" and no "to".
TRANSLATIONS = {
    ("mcp@2025-06-18", "mcp@2026-07-28"): same,
    ("mcp@2026-07-28", "mcp@2025-06-18"): same,
}


def answer(question):
    mapping = (question["from"], question["to"])
    # This bridge does not put a carry into messages, so it does not support "embed".
    if question["op"] != "translate" or mapping not in TRANSLATIONS:
        raise Unsupported
    carry = question.get("carry")
    if carry and carry["target"] == write(question["input"]):
        return {"value": carry["source"], "notes": []}
    value, notes = [], []
    for index, message in enumerate(question["input"]):
        translated, about = TRANSLATIONS[mapping](message, question.get("context", {}))
        value.append(translated)
        notes += [{"input": Number(index), **note} for note in about]
    # The simplest carry is the source. It restores messages that nobody edited in between.
    return {"value": value, "carry": {"source": question["input"], "target": write(value)}, "notes": notes}


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        question = read(line)
        try:
            answered = answer(question)
        except Unsupported:
            answered = {"error": {"kind": "unsupported"}}
        except Refused as refused:
            rule, pointer = refused.args
            answered = {"error": {"kind": "rule", "rule": rule, "pointer": pointer}}
        # The program that asks waits for each answer, so the line is flushed.
        print(write({"id": question["id"], **answered}), flush=True)


if __name__ == "__main__":
    main()
