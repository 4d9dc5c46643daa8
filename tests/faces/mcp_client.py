"""Shows the surfaces of an MCP server and acts on one, in both eras, with the published client for Python."""

import asyncio
import json
import sys
from urllib.parse import urlsplit

from mcp import Client

ACTION = {"name": "book", "surfaceId": "trip", "sourceComponentId": "book", "context": {"seats": 2}}


async def operate(url: str, mode: str) -> None:
    async with Client(url, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["agent_ui_show", "agent_ui_action"], tools
        shown = await client.call_tool("agent_ui_show", {})
        uri = str(shown.content[1].resource.uri)
        # A client of 2026-07-28 has no session of its own.
        session = urlsplit(uri).netloc
        acted = await client.call_tool("agent_ui_action", {"action": ACTION, "session": session})
        assert not acted.is_error, acted
        changes = json.loads(acted.content[1].resource.text)
        assert [list(change) for change in changes] == [["version", "updateDataModel"]], changes
        text = (await client.read_resource(uri)).contents[0].text
        assert "seats are booked" in text, text
        assert json.loads(text)[0]["createSurface"]["surfaceId"] == "trip", text
        app = await client.read_resource("ui://agent-ui/app.html")
        assert app.contents[0].mime_type == "text/html;profile=mcp-app", app.contents[0].mime_type


for mode in ["legacy", "auto", "2026-07-28"]:
    asyncio.run(operate(sys.argv[1], mode))
