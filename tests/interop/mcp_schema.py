"""Validates tool lists, calls and answers with the official schemas of MCP, from which the models of PyPI's `mcp-types` are generated.
The dialects of 2025 use the schemas of 2025-11-25.

Input lines are {"dialect", "name", "frame"} or {"dialect", "name", "list"}. Standard error lists the refused lines, and at the end the
number of accepted ones.
"""

import json
import sys

from mcp_types.methods import validate_client_request, validate_server_result
from pydantic import ValidationError


def judge(dialect, case):
    version = dialect.removeprefix("mcp@")
    if "list" in case:
        validate_server_result("tools/list", version, case["list"])
    elif "method" in case["frame"]:
        validate_client_request(case["frame"]["method"], version, case["frame"].get("params"))
    elif "result" in case["frame"]:
        validate_server_result("tools/call", version, case["frame"]["result"])


accepted = refused = 0
for line in sys.stdin:
    case = json.loads(line)
    try:
        judge(case["dialect"], case)
        accepted += 1
    except ValidationError as error:
        refused += 1
        print(f"{case['name']}, {case['dialect']}: {str(error)[:400]}", file=sys.stderr)
print(f"MCP: {accepted} lists, calls and answers accepted by the official schemas, {refused} refused")
sys.exit(1 if refused else 0)
