"""Shows the surface, reads the app, and books two seats, as an MCP host does."""

import json
import urllib.request

ADDRESS = "http://127.0.0.1:8931/quickstart-of-an-mcp-app/mcp"
VERSION = "2026-07-28"
APP = "ui://agent-ui/app.html"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def ask(method, target, params):
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": VERSION,
        "Mcp-Method": method,
        "Mcp-Name": target,
    }
    request = urllib.request.Request(ADDRESS, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["result"]


def call(tool, **arguments):
    return ask("tools/call", tool, {"name": tool, "arguments": arguments})


shown = call("agent_ui_show")
print(shown["content"][0]["text"])
assert "Boat trip" in shown["content"][0]["text"]
uri = shown["content"][1]["resource"]["uri"]
assert uri.startswith("a2ui://") and uri.endswith("/trip")
# A host of this version of MCP states the session in each call.
session = uri.split("/")[2]

app = ask("resources/read", APP, {"uri": APP})
assert app["contents"][0]["mimeType"] == "text/html;profile=mcp-app"

action = {"name": "book", "surfaceId": "trip", "sourceComponentId": "book", "context": {"seats": 2}}
booked = call("agent_ui_action", action=action, session=session)
print(booked["content"][0]["text"])
assert "2 seats are booked" in booked["content"][0]["text"]
