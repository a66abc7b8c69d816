"""The files of a static site."""

import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.kernel.errors import BadInput
from tobean.site import archives
from tobean.site.addresses import rewrite_links, static_address
from tobean.site.archives import PACKED, unpacked
from tobean.site.build import ROOT_SLOT, TABLE_SLOT, Builder, check_folder, write_site
from tobean.site.python_files import APP, DEFERRED, INDEX, LIBRARY
from tobean.site.runtime import LOCK, PYODIDE_FILES, STANDARD_LIBRARY, Runtime, find_runtime
from tobean.version import __version__

PACKAGES = b'{"info": {"abi_version": "1"}, "packages": {"numpy": {}}}'
ROOT = "https://host.example/some/where/"


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    """Downloads with the names of the real ones; what is in them does not matter to the builder."""
    folder = tmp_path_factory.mktemp("runtime")
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w") as modules:
        for name in ("json/__init__.py", "encodings/utf_8.py", "encodings/cp1140.py", "unittest/mock.py", "xml/sax.py"):
            modules.writestr(name, "")
    with tarfile.open(folder / "pyodide.tgz", "w:gz") as archive:
        for name in PYODIDE_FILES:
            data = {STANDARD_LIBRARY: library.getvalue(), LOCK: PACKAGES}.get(name, name.encode())
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    with zipfile.ZipFile(folder / "msgspec.whl", "w") as wheel:
        wheel.writestr("msgspec/__init__.py", "")
        wheel.writestr("msgspec/_core.so", b"library")
        wheel.writestr("msgspec/_core.pyi", "")
    return Runtime(folder / "pyodide.tgz", folder / "msgspec.whl")


@pytest.fixture(scope="module")
def contents(runtime: Runtime) -> Iterator[dict[str, bytes]]:
    """Files of a site, packed quickly instead of as well as possible."""
    with pytest.MonkeyPatch.context() as patch:
        (level,) = [option for option, value in archives.OPTIONS.items() if value == archives.LEVEL]
        patch.setitem(archives.OPTIONS, level, 1)
        yield Builder(runtime).build()


def pages_of(contents: dict[str, bytes]) -> dict[str, str]:
    return {path: data.decode() for path, data in contents.items() if path.endswith(".html")}


def test_every_link_leads_to_a_file_of_the_site(contents: dict[str, bytes]) -> None:
    for path, page in pages_of(contents).items():
        here = ROOT + path.removesuffix("index.html")
        for link in re.findall(r'\b(?:href|src|action|formaction|data-words|data-sprite)="([^"]*)"', page):
            target = urljoin(here, unescape(link).replace(ROOT_SLOT, ROOT))
            assert target.startswith(ROOT), f"{path}: {link}"
            file = urlsplit(target.removeprefix(ROOT)).path
            assert (f"{file}index.html" if not file or file.endswith("/") else file) in contents, f"{path}: {link}"


def test_every_picture_in_a_style_sheet_is_a_file_of_the_site(contents: dict[str, bytes]) -> None:
    pictures = [
        (path, urljoin(ROOT + path, address))
        for path, data in contents.items()
        if path.endswith(".css")
        for address in re.findall(r'url\("?(?!data:)([^")]+)', data.decode())
    ]
    assert pictures
    for path, address in pictures:
        assert address.removeprefix(ROOT) in contents, f"{path}: {address}"


def test_pages_have_a_policy_and_no_inline_scripts_or_styles(contents: dict[str, bytes]) -> None:
    for path, page in pages_of(contents).items():
        assert "Content-Security-Policy" in page, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=\"", page), path
        assert not re.search(r"https?://(?!www\.w3\.org/)", re.sub(r"<a [^>]*>", "", page)), path


def test_there_are_pages_for_each_language_and_game(contents: dict[str, bytes]) -> None:
    for language in LANGUAGES:
        for path in ("", "rules/", "learn/", "privacy/", "page/"):
            assert f'lang="{language}"' in contents[f"{language}/{path}index.html"].decode()
        for game in GAMES:
            for path in (f"rules/{game}/index.html", f"cards/{game}/index.html", f"cards/{game}/example.toml"):
                assert f"{language}/{path}" in contents


def test_there_is_a_page_for_the_tables_of_each_game(contents: dict[str, bytes]) -> None:
    for language in LANGUAGES:
        for game in GAMES:
            page = contents[f"{language}/tables/{game}.html"].decode()
            assert f'data-table="{TABLE_SLOT}" data-socket="/tables/{TABLE_SLOT}/socket"' in page
            assert f'data-language="{language}"' in page
            assert f'data-game="{game}"' in page


def test_the_service_worker_names_every_other_file(contents: dict[str, bytes]) -> None:
    script = contents["service-worker.js"].decode()
    for path in contents:
        if path not in ("service-worker.js", "tobean-site.json"):
            assert f'"{path.removesuffix("index.html")}"' in script, path


def python_file(contents: dict[str, bytes], name: str) -> bytes:
    (data,) = [data for path, data in contents.items() if path.endswith(f"/{name}{PACKED}")]
    return unpacked(data)


def names_in(contents: dict[str, bytes], archive: str) -> set[str]:
    return set(zipfile.ZipFile(io.BytesIO(python_file(contents, archive))).namelist())


def test_the_standard_library_has_what_python_needs_to_start(contents: dict[str, bytes]) -> None:
    assert names_in(contents, STANDARD_LIBRARY) == {"json/__init__.py", "encodings/utf_8.py"}


def test_files_that_the_first_table_does_not_need_are_loaded_later(contents: dict[str, bytes]) -> None:
    first, deferred = names_in(contents, APP), names_in(contents, DEFERRED)
    assert not first & deferred
    assert {"tobean/site/local/browser.py", "tobean/server/templates/table/table.html", "msgspec/__init__.py"} <= first
    assert "markupsafe/_native.py" in first  # this installation has a library in C in its place
    assert {"tobean/games/bohnanza/bots/mendel.json", "tobean/site/build.py", "xml/sax.py"} <= deferred


def test_the_index_names_the_files_that_are_loaded_later_with_their_sizes(contents: dict[str, bytes]) -> None:
    index = json.loads(python_file(contents, INDEX))
    with zipfile.ZipFile(io.BytesIO(python_file(contents, DEFERRED))) as archive:
        assert index["deferred"] == {entry.filename: entry.file_size for entry in archive.infolist()}
    assert index["library"] == "msgspec/_core.so"
    assert python_file(contents, LIBRARY) == b"library"
    assert set(index["addresses"]["catalogues"]) == set(LANGUAGES)


def test_lock_file_lists_no_remote_packages(contents: dict[str, bytes]) -> None:
    assert json.loads(python_file(contents, INDEX))["lock"] == {"info": {"abi_version": "1"}, "packages": {}}


def test_scripts_have_names_that_every_web_server_knows(contents: dict[str, bytes]) -> None:
    assert not [path for path in contents if path.endswith(".mjs")]
    (loader,) = [data for path, data in contents.items() if path.endswith("/pyodide.js")]
    assert b".mjs" not in loader.replace(b"pyodide.mjs", b"")


def test_the_archive_has_what_runs_in_the_browser_and_no_more(contents: dict[str, bytes]) -> None:
    names = names_in(contents, APP) | names_in(contents, DEFERRED)
    assert {"tobean/site/local/browser.py", "tobean/server/templates/front.html", "starlette/requests.py"} <= names
    assert f"tobean-{__version__}.dist-info/METADATA" in names
    assert not [
        name for name in names if name.startswith(("tobean/cli/", "tobean/research/", "tobean/server/static/table"))
    ]


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/", "de/"),
        ("/rules/kernel#K3", "de/rules/kernel/#K3"),
        ("/cards/bohnanza/example", "de/cards/bohnanza/example.toml"),
        ("/mine", "de/page/#/mine"),
        ("/replays/x?at=3&view=1", "de/page/#/replays/x?at=3&view=1"),
        ("/assets/12/art/shared.svg#logo", "assets/12/art/shared.svg#logo"),
        ("/manifest.webmanifest?de-12", "manifest.de.webmanifest"),
    ],
)
def test_addresses(path: str, address: str) -> None:
    assert static_address(path, "de") == address


def test_links_are_rewritten_and_paths_for_scripts_are_kept() -> None:
    page = '<a href="/replays/x?at=1&amp;view=0">x</a><div data-replay="/replays/x" data-words="/catalogue/de.json?1">'
    rewritten = rewrite_links(page, "de", "../")
    assert 'href="../de/page/#/replays/x?at=1&amp;view=0"' in rewritten
    assert 'data-replay="/replays/x"' in rewritten
    assert 'data-words="../catalogue/de.json?1"' in rewritten


def test_only_an_earlier_site_is_replaced(runtime: Runtime, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="not empty"):
        write_site(tmp_path, runtime)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(BadInput, match="not a folder"):
        check_folder(tmp_path / "thesis.txt")


def test_a_missing_or_different_download_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="missing"):
        find_runtime(tmp_path)
    from tobean.site.runtime import HASHES

    for name in HASHES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(BadInput, match="SHA-256"):
        find_runtime(tmp_path)
