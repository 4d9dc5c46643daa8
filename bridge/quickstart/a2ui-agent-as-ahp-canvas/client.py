"""A small AHP client: reads the first canvas of the chat and its page, clicks, and waits for the change."""
import base64
import json
import os
import socket
import struct
import urllib.request

CHAT = "ahp-chat:/agent-ui"
HOST = ("127.0.0.1", 4181)


class WebSocket:
    """A WebSocket for short texts."""

    def __init__(self, path):
        self.socket = socket.create_connection(HOST, timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HOST[0]}:{HOST[1]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        assert b" 101 " in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass

    def send(self, message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        is_short = len(data) < 126
        head = struct.pack(">BB", 0x81, 0x80 | len(data)) if is_short else struct.pack(">BBH", 0x81, 0xFE, len(data))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        """Returns the next text. The host sends no fragments."""
        while True:
            kind, length = struct.unpack(">BB", self.stream.read(2))
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            data = self.stream.read(length)
            if kind == 0x81:
                return json.loads(data)

    def ask(self, number, method, params):
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]


host = WebSocket("/quickstart-token/ahp")
hello = {"channel": "ahp-root://", "protocolVersions": ["1.0.0"], "clientId": "quickstart", "initialSubscriptions": [CHAT]}
chat = host.ask(1, "initialize", hello)["snapshots"][0]["state"]
canvases = chat.get("canvases")
while not canvases:
    canvases = host.receive().get("params", {}).get("action", {}).get("canvases")
print(f"canvas {canvases[0]['resource']}")
canvas = host.ask(2, "subscribe", {"channel": canvases[0]["resource"]})["snapshot"]["state"]

# The page follows the surface with Server-Sent Events, and posts the clicks.
action = {"name": "add", "surfaceId": "guests", "sourceComponentId": "add", "timestamp": "2026-05-18T15:30:00Z", "context": {}}
click = json.dumps({"version": "v0.9", "action": action}).encode()
request = urllib.request.Request(canvas["url"] + "actions", data=click, headers={"Content-Type": "application/json"})
with urllib.request.urlopen(canvas["url"] + "steps", timeout=10) as steps:
    assert urllib.request.urlopen(request).status == 204
    for line in steps:
        if b"Guests: 1" in line:
            print("the agent has answered the click")
            break
