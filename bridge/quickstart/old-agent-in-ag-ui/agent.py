"""An agent of A2UI 0.8: it lends audio guides. It writes one message per line and reads one action per line."""

import json
import sys

left = 12


def say(message):
    print(json.dumps(message), flush=True)


def say_left():
    say({"dataModelUpdate": {"surfaceId": "guides", "contents": [{"key": "left", "valueString": f"{left} left"}]}})


components = [
    {"id": "root", "component": {"Row": {"children": {"explicitList": ["title", "left", "take"]}}}},
    {"id": "title", "component": {"Text": {"text": {"literalString": "Audio guides:"}}}},
    {"id": "left", "component": {"Text": {"text": {"path": "/left"}}}},
    {"id": "take", "component": {"Button": {"child": "label", "action": {"name": "take"}}}},
    {"id": "label", "component": {"Text": {"text": {"literalString": "Take one"}}}},
]
say({"surfaceUpdate": {"surfaceId": "guides", "components": components}})
say_left()
say({"beginRendering": {"surfaceId": "guides", "root": "root"}})

for line in sys.stdin:
    action = json.loads(line).get("userAction", {})
    if action.get("name") == "take" and left > 0:
        left -= 1
        say_left()
