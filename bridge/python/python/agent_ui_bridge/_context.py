"""The facts that messages do not hold."""

from __future__ import annotations

from typing import Any, TypedDict


class Context(TypedDict, total=False):
    """Facts that a translation may need and that no message contains. Every member is optional.

    >>> from agent_ui_bridge import Context
    >>> context: Context = {"time": "2026-05-18T15:30:00.000Z", "runtimeId": "runtime-7"}
    """

    routes: dict[str, str]
    """Canvas files with the surfaces that they show, such as ``{"reports/x.html": "surface"}``."""
    manifest: dict[str, Any]
    """The actions.json manifest of the page that sends the events."""
    verbs: dict[str, str]
    """The verbs of signals, by declared name."""
    surfaces: list[dict[str, Any]]
    """The A2UI messages that build the live surfaces."""
    owner: str
    """The agent that owns the surfaces."""
    time: str
    """The time of receipt, for messages without one."""
    canvasFile: str
    """The canvas file of events."""
    runtimeId: str
    """The runtime id of events without one."""
    channel: str
    """The AHP channel of the messages."""
    session: str
    """The AHP session to which the open canvases of a chat belong."""
    chat: str
    """The AHP chat to which the open canvases of a session belong."""
    baseUrl: str
    """The http(s) address under which canvas contents are served."""
    flatNames: bool
    """``True`` if names of MCP tools have no dots."""
    portableSchemas: bool
    """``True`` if input schemas of MCP tools have no ``oneOf``, ``anyOf``, ``allOf`` and ``if`` at their top level."""
    title: str
    """The title of a canvas."""
