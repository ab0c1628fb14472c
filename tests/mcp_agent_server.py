"""An MCP server over stdio with an agent behind it that does as it was told on the command line; for tests only.

    python mcp_agent_server.py BEHAVIOUR

It speaks newline-delimited JSON-RPC by hand, so that it can also say what no server should, and asks for approvals in
the form of Codex. Behaviours: edit, reply, ask, hang, hang_at_start, exit, exit_at_start, lie, error, garbage, no_tool,
outside, wrong_id, rpc_error, flood.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "edit"
FIXED = "def answer():\n    return 42\n"


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def receive() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: dict[str, Any] = json.loads(line)
    return message


def tool(name: str, *fields: str) -> dict[str, Any]:
    properties = {field: {"type": "string"} for field in fields}
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


def event(**msg: Any) -> None:
    send({"method": "codex/event", "params": {"_meta": {"threadId": "t-1"}, "msg": msg}})


def approve(number: int, **params: Any) -> bool:
    schema = {"type": "object", "properties": {}}
    send(
        {
            "id": f"ask-{number}",
            "method": "elicitation/create",
            "params": {"message": "may I?", "requestedSchema": schema, **params},
        }
    )
    answer = receive()
    assert answer["id"] == f"ask-{number}", answer
    approved: bool = answer["result"]["decision"] == "approved"
    assert approved == (answer["result"]["action"] == "accept")
    return approved


def ask(folder: Path) -> str:
    """Ask for what stays inside and for what does not; do only what was approved."""
    done = []
    wishes: list[dict[str, Any]] = [
        {
            "codex_elicitation": "patch-approval",
            "codex_changes": {"product.py": {"update": {"unified_diff": ""}}},
        },
        {"codex_elicitation": "patch-approval", "codex_changes": {"../outside.py": {"add": {"content": ""}}}},
        {
            "codex_elicitation": "exec-approval",
            "codex_command": ["cat", "/etc/passwd"],
            "codex_cwd": str(folder),
        },
        {"codex_elicitation": "exec-approval", "codex_command": ["ls", "-l"], "codex_cwd": str(folder)},
        {"codex_elicitation": "exec-approval", "codex_command": ["ls"], "codex_cwd": "/"},
        {},
    ]
    for number, wish in enumerate(wishes):
        done.append("yes" if approve(number, **wish) else "no")
    if done[0] == "yes":
        (folder / "product.py").write_text(FIXED)
    return f"answers: {' '.join(done)}"


def work(arguments: dict[str, Any], name: str) -> dict[str, Any]:
    folder = Path(arguments.get("cwd") or os.getcwd())
    text = "done"
    if BEHAVIOUR == "hang":
        (folder / "product.py").write_text(FIXED)
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        time.sleep(600)
    if BEHAVIOUR == "exit":
        (folder / "product.py").write_text(FIXED)
        print("I had enough", file=sys.stderr, flush=True)
        os._exit(3)
    if BEHAVIOUR == "garbage":
        sys.stdout.write('this is no JSON\n{"jsonrpc": "2.0"}\n[1, 2]\n')
    if BEHAVIOUR == "flood":
        for _ in range(2000):
            event(type="token", text="x" * 1000)
    if BEHAVIOUR == "outside":
        git = Path((folder / ".git").read_text().removeprefix("gitdir: ").strip()).parent.parent
        (git / "hooks").mkdir(exist_ok=True)
        (git / "hooks" / "post-commit").write_text("#!/bin/sh\n")
    if BEHAVIOUR == "ask":
        text = ask(folder)
    elif BEHAVIOUR == "reply" and name == "codex":
        (folder / "product.py").write_text("<<<<<<< ours\n" + FIXED)
        (folder / "notes.txt").write_text("untracked\n")
        text = "first try"
    elif BEHAVIOUR != "lie":
        (folder / "product.py").write_text(FIXED)
        text = f"done by {name} with key {os.environ.get('AGENT_KEY', 'none')}, other {os.environ.get('OTHER', 'none')}"
    if BEHAVIOUR == "error":
        return {"content": [{"type": "text", "text": "my model is not paid"}], "isError": True}
    event(type="agent_message", message=text)
    structured = {"threadId": "t-1", "content": text}
    return {"content": [{"type": "text", "text": text}], "structuredContent": structured}


def main() -> None:
    if BEHAVIOUR == "exit_at_start":
        print("no licence", file=sys.stderr, flush=True)
        os._exit(4)
    if BEHAVIOUR == "hang_at_start":
        time.sleep(600)
    while True:
        message = receive()
        method, number = message.get("method"), message.get("id")
        if method == "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": "agent", "version": "1"}
            send(
                {
                    "id": number,
                    "result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info},
                }
            )
        elif method == "tools/list":
            tools = [
                tool("codex", "prompt", "cwd", "sandbox", "approval-policy"),
                tool("codex-reply", "prompt", "threadId"),
            ]
            send(
                {
                    "id": number,
                    "result": {"tools": [tool("hello", "name")] if BEHAVIOUR == "no_tool" else tools},
                }
            )
        elif method == "tools/call":
            if BEHAVIOUR == "rpc_error":
                send({"id": number, "error": {"code": -32000, "message": "out of order"}})
                continue
            result = work(message["params"]["arguments"], message["params"]["name"])
            send({"id": "another" if BEHAVIOUR == "wrong_id" else number, "result": result})
        elif number is not None:
            send({"id": number, "result": {}})


if __name__ == "__main__":
    main()
