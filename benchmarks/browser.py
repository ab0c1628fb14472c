"""A headless Chromium over a pipe, to look at a page as its reader does: by the DevTools protocol, nothing else needed.

Protocol: https://chromedevtools.github.io/devtools-protocol/ ; messages are JSON, each ended by a NUL byte, on the
descriptors 3 (to the browser) and 4 (from it) of `--remote-debugging-pipe`.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-dev-shm-usage",
    ),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    "--remote-debugging-pipe",
)


class BrowserError(Exception):
    """The browser said no, or nothing."""


def find_browser() -> str | None:
    """The program to start, or None; STIGMERGY_BROWSER names another."""
    named = os.environ.get("STIGMERGY_BROWSER")
    if named:
        return named if shutil.which(named) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page in a browser with a profile of its own, which is gone afterwards.

    `requests` lists the URLs the page asked for, `complaints` what it wrote to the console as a warning or an error,
    threw, or was refused by its content security policy.
    """

    def __init__(self, program: str, *, width: int = 1280, height: int = 900, timeout: float = 60.0) -> None:
        self.timeout = timeout
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._profile = tempfile.mkdtemp(prefix="stigmergy-browser-")
        (child_in, self._out), (self._in, child_out) = os.pipe(), os.pipe()
        command = [
            program,
            *FLAGS,
            f"--user-data-dir={self._profile}",
            f"--window-size={width},{height}",
            "about:blank",
        ]
        # The shell only puts the pipes where the browser looks for them; what it runs comes as arguments.
        wiring = f'exec "$@" 3<&{child_in} 4>&{child_out}'
        self._process = subprocess.Popen(
            ["bash", "-c", wiring, "browser", *command],
            pass_fds=(child_in, child_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(child_in)
        os.close(child_out)
        self._number = 0
        self._buffer = b""
        self._session: str | None = None
        self._loaded = False
        try:
            targets = self.call("Target.getTargets")["targetInfos"]
            page = next(t["targetId"] for t in targets if t["type"] == "page")
            self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log"):
                self.call(f"{domain}.enable")
            self.call(
                "Emulation.setDeviceMetricsOverride",
                width=width,
                height=height,
                deviceScaleFactor=1,
                mobile=False,
            )
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and take its profile away."""
        if self._process.poll() is None:
            try:
                self._session = None
                self.call("Browser.close")
                self._process.wait(10)
            except (BrowserError, OSError, subprocess.TimeoutExpired):
                self._process.kill()
                self._process.wait()
        for descriptor in (self._in, self._out):
            with suppress(OSError):
                os.close(descriptor)
        shutil.rmtree(self._profile, ignore_errors=True)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command and wait for its answer. Raises BrowserError."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self.timeout
        while True:
            answer = self._read(deadline)
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return dict(answer["result"])

    def open(self, url: str) -> float:
        """Go to `url` and wait until it is loaded and painted twice. Returns the seconds that took."""
        self._loaded = False
        began = time.perf_counter()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + self.timeout
        while not self._loaded:
            self._read(deadline)
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        return time.perf_counter() - began

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page; a promise is waited for. Raises BrowserError."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press and release one key, by its DOM name and its Windows key code."""
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more
            )

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.call("Input.insertText", text=text)

    def picture(self, path: Path, whole: bool = False) -> None:
        """A screenshot, of the window or of the whole page."""
        more: dict[str, Any] = {"captureBeyondViewport": True} if whole else {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            more["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"]))

    def _read(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise BrowserError("the browser does not answer")
            data = os.read(self._in, 1 << 20)
            if not data:
                raise BrowserError("the browser is gone")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, said: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Network.requestWillBeSent":
            url = said["request"]["url"]
            if not url.startswith("data:"):  # what stands in the page itself is not asked of anyone
                self.requests.append(url)
        elif method == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in said["args"]))
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(said["exceptionDetails"])[:500])
        elif method == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{said['entry']['text']} {said['entry'].get('url', '')}")


@contextmanager
def browsing(**options: Any) -> Iterator[Browser]:
    """A browser for the block. Raises BrowserError when there is none."""
    program = find_browser()
    if program is None:
        raise BrowserError("no Chromium here: install one (apt-get install chromium)")
    with Browser(program, **options) as browser:
        yield browser
