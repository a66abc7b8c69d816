"""Pictures of pages taken with headless chromium. The pages are served from memory, so that the sprite is an
external file as on the real pages."""

import shutil
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, Final

TYPES: Final = {".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".css": "text/css", ".png": "image/png"}
CONTENT_POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self' data:"
"""The policy of the real pages, so that anything it blocks there is missing in the picture."""


class PageHandler(BaseHTTPRequestHandler):
    """Serves the files that `screenshot` was given."""

    files: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        content = self.files.get(self.path.lstrip("/"))
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Type", TYPES.get(Path(self.path).suffix, "text/plain"))
        self.send_header("Content-Security-Policy", CONTENT_POLICY)
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    raise SystemExit("chromium is needed for pictures; on Debian: apt-get install chromium")


def screenshot(files: dict[str, bytes], page: str, width: int, height: int, target: Path, scale: float = 1) -> None:
    """Take a picture of a page. `files` holds the page and everything it refers to."""
    handler = type("ThesePages", (PageHandler,), {"files": files})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            command = [
                browser(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--default-background-color=00000000",
                f"--user-data-dir={folder}",
                f"--force-device-scale-factor={scale:g}",
                f"--window-size={width},{height}",
                f"--screenshot={target}",
                f"http://127.0.0.1:{server.server_port}/{page}",
            ]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    finally:
        server.shutdown()
        server.server_close()


def render_icons(folder: Path) -> None:
    """Render the icons of the web manifest."""
    icon = (folder / "icon.svg").read_bytes()
    for size in (192, 512):
        page = (
            f'<!doctype html><link rel="stylesheet" href="page.css"><img src="icon.svg" width="{size}" height="{size}">'
        )
        files = {"page.html": page.encode(), "page.css": b"body{margin:0}img{display:block}", "icon.svg": icon}
        screenshot(files, "page.html", size, size, folder / f"icon-{size}.png")
