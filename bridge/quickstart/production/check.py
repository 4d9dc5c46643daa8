"""Runs the two programs of compose.yaml with agent-ui.toml on this computer, and moves a session from one to the other."""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "check-of-the-quickstart"
PATIENCE = 30


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def find_server():
    """Returns the NATS server, which may be the one that the tests of the project have installed."""
    program = shutil.which("agent-ui")
    installed = pathlib.Path(program).parent.parent.glob("nats-server-*/bin/nats-server") if program else []
    found = [os.environ.get("NATS_SERVER"), shutil.which("nats-server"), *sorted(map(str, installed))]
    return next((server for server in found if server), None)


def until(what, is_there):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = is_there()
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"{what} within {PATIENCE} s: no")


class Program:
    """A program of the compose file, on a port of this computer."""

    def __init__(self, name, command, config):
        self.port = free_port()
        command = [re.sub(r"\$\{SITE:-(.*?)\}", r"\1", part) for part in command]
        command[command.index("--config") + 1] = str(config)
        # Options of the command line take the place of those of the file.
        command += ["--bind", "127.0.0.1", "--port", str(self.port)]
        self.name, self.lines = name, []
        self.process = subprocess.Popen(["agent-ui", *command], stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stderr:
            self.lines.append(line)

    def ask(self, path, body=None, headers=None):
        """Sends a request as the proxy does, and returns the status and the body."""
        headers = headers or {"Host": "localhost", "X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.1"}
        data = None if body is None else json.dumps(body).encode()
        if data:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def is_ready(self):
        if self.process.poll() is not None:
            raise SystemExit(f"program {self.name} has ended: {''.join(self.lines)}")
        # The proxy asks by the name of the service.
        return self.ask("/ready", headers={"Host": f"{self.name}:8000"})[0] == 200

    def run(self, **message):
        """Sends a run of AG-UI in the session `main`, and returns its events."""
        body = {"threadId": "main", "runId": f"{self.name}-{time.monotonic()}", "state": {}, "messages": [], "tools": [], "context": [], "forwardedProps": message}
        status, events = self.ask(f"/{TOKEN}/ag-ui", body)
        if status != 200 or "RUN_FINISHED" not in events:
            raise SystemExit(f"program {self.name} answers {status}: {events}")
        return events

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE)


def expect(what, is_so):
    if not is_so:
        raise SystemExit(what)


class Proxy:
    """Caddy with the Caddyfile, on a port of this computer, without TLS."""

    def __init__(self, caddy, folder, programs):
        self.port = free_port()
        config = (HERE / "Caddyfile").read_text().replace("{$SITE:localhost}", f"http://localhost:{self.port}", 1)
        for program in programs:
            config = config.replace(f"{program.name}:8000", f"127.0.0.1:{program.port}")
        (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + config)
        environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        command = [caddy, "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)

    def status(self, path):
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0


def main():
    server = find_server()
    if not server:
        print("skipped: no nats-server; set NATS_SERVER, or install it on the path")
        return
    compose = (HERE / "compose.yaml").read_text()
    commands = {name: json.loads(command) for name, command in re.findall(r"^  (\w+):\n(?:    <<.*\n)?(?:    image.*\n)?    command: (\[.*\])$", compose, re.MULTILINE)}
    expect(f"the services of compose.yaml: {sorted(commands)}", sorted(commands) == ["nats", "one", "two"])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        port = free_port()
        (folder / "token").write_text(TOKEN + "\n")
        config = (HERE / "agent-ui.toml").read_text()
        # What differs without containers: paths, and the address of NATS.
        for inside, outside in [("/opt/agent-ui/agent.py", str(HERE / "agent.py")), ("/run/secrets/token", "token"), ("nats://nats:4222", f"nats://127.0.0.1:{port}")]:
            expect(f"agent-ui.toml does not contain {inside}", inside in config)
            config = config.replace(inside, outside)
        (folder / "agent-ui.toml").write_text(config)
        arguments = [part.replace("/data", str(folder / "data")) for part in commands["nats"]]
        nats = subprocess.Popen([server, *arguments, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
        running, others = [], [nats]
        try:
            until("NATS listens", lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
            one, two = (Program(name, commands[name], folder / "agent-ui.toml") for name in ["one", "two"])
            running = [one, two]
            for program in running:
                until(f"program {program.name} is ready", program.is_ready)
            click = {"a2uiAction": {"version": "v0.9", "action": {"name": "next", "surfaceId": "queue", "sourceComponentId": "next", "timestamp": "2026-05-18T15:30:00Z", "context": {}}}}
            until("program one shows the surface", lambda: "Next guest" in one.run())
            expect("the click is not counted", "1 guests were served" in one.run(**click))
            status, page = one.ask(f"/{TOKEN}/page/main/")
            expect(f"the page answers {status}", status == 200 and "<html" in page)
            status, metrics = one.ask(f"/{TOKEN}/metrics")
            expect(f"the metrics answer {status}: {metrics}", 'agent_ui_turn_duration_seconds_count{agent="clerk"}' in metrics)
            caddy = shutil.which("caddy")
            proxy = Proxy(caddy, folder, running) if caddy else None
            page_path = f"/{TOKEN}/page/main/"
            if proxy:
                others.append(proxy.process)
                until("the proxy serves the page", lambda: proxy.status(page_path) == 200)
                expect("the proxy shows the metrics", proxy.status(f"/{TOKEN}/metrics") == 404)
            expect(f"program one ends with {one.process.returncode}", one.stop() == 0)
            # The agent in the other program starts anew, in the same session.
            until("program two goes on", lambda: "Next guest" in two.run())
            if proxy:
                until("the proxy goes on with program two", lambda: proxy.status(page_path) == 200)
            expect("program two does not end", two.stop() == 0)
            for line in one.lines + two.lines:
                entry = json.loads(line)
                expect(f"a line of the log: {line}", {"time", "level", "message"} <= entry.keys() and TOKEN not in line)
        finally:
            for process in [program.process for program in running] + others:
                process.kill()
    print("Both programs serve the session, and their logs are JSON.")


if __name__ == "__main__":
    sys.exit(main())
