"""Translates agent-UI messages between A2UI, AHP canvases, AAP and actions.json, and reports every lost field.

>>> from agent_ui_bridge import translate
>>> click = {"version": "v0.9", "action": {"name": "save", "surfaceId": "s", "sourceComponentId": "b",
...          "timestamp": "2026-05-18T15:30:00.000Z", "context": {"total": 2.5}}}
>>> there = translate(click, "a2ui@0.9", "ahp")
>>> there.messages[0]["action"]["type"]
'canvas/message'
>>> translate(there.messages, "ahp", "a2ui@0.9", carry=there.carry).messages == [click]
True

A message is text (``str`` or ``bytes``) or a plain object (``dict``, or a list of them). Text in gives text out, objects in give
objects out. The package has no dependencies, starts no threads and does no I/O.
"""

from ._calls import check, decode, fold, message_schema, recognize, repair, schema, translate, types
from ._checker import Checker
from ._context import Context
from ._errors import AgentUiError, RefusedError, UsageError
from ._native import DIALECTS, __version__
from ._results import Checked, Decoded, Finding, Findings, Folded, Note, Repaired, Translation
from ._stream import Stream, StreamedComponent, StreamedMessage, StreamEvent, StreamFault, StreamFinding
from ._translator import Translator

__all__ = [
    "DIALECTS",
    "AgentUiError",
    "Checked",
    "Checker",
    "Context",
    "Decoded",
    "Finding",
    "Findings",
    "Folded",
    "Note",
    "RefusedError",
    "Repaired",
    "Stream",
    "StreamEvent",
    "StreamFault",
    "StreamFinding",
    "StreamedComponent",
    "StreamedMessage",
    "Translation",
    "Translator",
    "UsageError",
    "__version__",
    "check",
    "decode",
    "fold",
    "message_schema",
    "recognize",
    "repair",
    "schema",
    "translate",
    "types",
]
