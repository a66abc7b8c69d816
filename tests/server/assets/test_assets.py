"""Static files are bundled, compressed, and cached by browsers indefinitely."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.server.app import ORIGIN, open_bot_table, post_form, server_client
from tobean.games import GAMES
from tobean.server.assets.assets import ASSETS, GENERATED, STATIC
from tobean.server.assets.script_bundle import CannotBundle, bundle
from tobean.server.assets.sprites import FULL_SPRITE, SYMBOL, symbols_of_game
from tobean.server.assets.style_bundle import joined, with_dark_theme
from tobean.server.games.files import SCRIPT, game_file
from tobean.server.games.pictures import shared_symbols
from tobean.session.seats import MAX_FACES

IMMUTABLE = "public, max-age=31536000, immutable"
ADDRESS = re.compile(r'(?:href|src|data-words|data-sprite)="(/(?:assets|static|catalogue|manifest|shelf)[^"#]+)')


def test_assets_of_a_page_are_immutable_and_compressed(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        for path in ("/", f"/tables/{open_bot_table(client, 'bohnedikt')}", "/offline"):
            found = set(ADDRESS.findall(client.get(path, headers={"Accept-Language": "de"}).text))
            assert found, path
            assert len(found) <= 9  # including the page, its socket and the sprite, at most a dozen requests
            for address in found:
                answer = client.get(address)
                assert answer.status_code == 200, address
                assert answer.headers["cache-control"] == IMMUTABLE, address
                if not address.endswith(".png"):
                    assert answer.headers["content-encoding"] == "gzip", address
                    plain = client.get(address, headers={"Accept-Encoding": "identity"})
                    assert plain.text == answer.text


USED = re.compile(r'href="(/[^"#]+\.svg[^"#]*)#([a-z0-9-]+)"')
NAMED = re.compile(r'(?:sprite|picture)\("([a-z0-9-]+)"')


def test_every_picture_is_in_the_file_that_a_page_names(tmp_path: Path) -> None:
    pages = ["/", "/learn", "/rules", "/nothing-here", "/offline"]
    pages += [f"/{sort}/{game}" for game in GAMES for sort in ("rules", "cards")]
    with server_client(tmp_path) as client:
        for path in pages:
            used = USED.findall(client.get(path).text)
            assert used, path
            for file, symbol in used:
                assert f'id="{symbol}"' in client.get(file).text, (path, symbol)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_all_pictures_of_its_game_in_one_file(game: str, tmp_path: Path) -> None:
    scripts = [*(STATIC / "table").rglob("*.js"), *([file] if (file := game_file(game, SCRIPT)) is not None else [])]
    wanted = {symbol for script in scripts for symbol in NAMED.findall(script.read_text(encoding="utf-8"))}
    assert "logo" in wanted
    wanted |= {f"face-{number}" for number in range(1, MAX_FACES + 1)} | symbols_of_game(game) & shared_symbols()
    with server_client(tmp_path) as client:
        found = re.search(r'data-sprite="([^"]+)"', client.get(f"/tables/{open_bot_table(client, game)}").text)
        assert found is not None
        sprite = client.get(found[1]).text
    assert wanted <= set(SYMBOL.findall(sprite))
    assert len(sprite) < 0.7 * len((STATIC / FULL_SPRITE).read_text(encoding="utf-8"))


def test_changed_assets_are_served_but_not_cached(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        url = ASSETS.find("site.css")
        assert url is not None
        other = client.get("/assets/000000000000/site.css")
        assert other.content == url.data
        assert other.headers["cache-control"] == "no-cache"
        for name in ("nothing.js", "../app.py", "table/../../app.py", "/etc/passwd", "//etc/passwd", "table", ""):
            assert ASSETS.find(name) is None, name
            assert client.get(f"/assets/1/{name}").status_code == 404
        kept = len(ASSETS.built)
        for name in ("\0", "a" * 5000, "./theme.css", "table/../theme.css", "art//favicon.svg"):
            assert ASSETS.find(name) is None, name
        for path in ("/assets/1/%00", f"/assets/1/{'a' * 5000}"):
            assert client.get(path).status_code == 404
        assert len(ASSETS.built) == kept


@pytest.mark.parametrize("name", ["table.js", "site.js"])
def test_the_script_bundle_is_valid_javascript(name: str, tmp_path: Path) -> None:
    text = GENERATED[name]().decode()
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    node = shutil.which("node")
    if node is not None:
        (tmp_path / "all.mjs").write_text(text, encoding="utf-8")
        subprocess.run([node, "--check", tmp_path / "all.mjs"], check=True)


def run_bundled(scripts: dict[str, str]) -> str:
    return bundle("main.js", scripts.__getitem__)


def assert_shows(script: str, output: str) -> None:
    """Check what a script prints by `show`, if Node.js is installed."""
    node = shutil.which("node")
    if node is not None:
        program = f"const show = (...all) => console.log(all.join(' '));\n{script}"
        command = [node, "--input-type=module", "-e", program]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == output


def test_modules_run_in_order_each_with_its_own_names() -> None:
    scripts = {
        "main.js": 'import {a as first} from "./a.js";\nimport * as b from "./sub/b.js";\n'
        "show(first, b.name, b.again());\n",
        "a.js": "// A remark.\nconst own = 1;\nexport const a = own + 1;\n",
        "sub/b.js": 'import {a} from "../a.js";\nconst own = 5;\nexport function again() {\n  return own + a;\n}\n'
        "const hidden = 7;\nexport {hidden as name};\n",
    }
    text = run_bundled(scripts)
    assert text.index("// a.js") < text.index("// sub/b.js") < text.index("// main.js")
    assert "A remark" not in text
    assert_shows(text, "2 7 7")


def test_scripts_that_import_each_other_are_refused() -> None:
    scripts = {
        "main.js": 'import {even} from "./even.js";\nshow(even(10));\n',
        "even.js": 'import {odd} from "./odd.js";\nexport const even = (n) => n === 0 || odd(n - 1);\n',
        "odd.js": 'import {even} from "./even.js";\nexport const odd = (n) => n !== 0 && even(n - 1);\n',
    }
    with pytest.raises(CannotBundle, match=r"import each other: even\.js, odd\.js"):
        run_bundled(scripts)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ('import beans from "./other.js";\n', "not understood"),
        ("export default 3;\n", "not understood"),
        ('import {peas} from "./other.js";\n', "does not export peas"),
        ('import {count} from "./other.js";\n', "changes"),
    ],
)
def test_unsupported_syntax_is_refused(script: str, complaint: str) -> None:
    scripts = {"main.js": script, "other.js": "export let count = 0;\nexport const beans = 1;\n"}
    with pytest.raises(CannotBundle, match=complaint):
        run_bundled(scripts)


def test_styles_are_joined_and_follow_the_choice_of_light_or_dark() -> None:
    sheets = {"all.css": '@import url("one.css");\n.b {}\n', "one.css": ".a {}\n"}
    assert joined("all.css", sheets.__getitem__).split() == [".a", "{}", ".b", "{}"]
    dark = with_dark_theme(
        "@media (prefers-color-scheme: dark) {\n /* A remark { */  :root { --ink: white; }\n"
        "  .a, .b:hover { top: 0; }\n}\n"
    )
    assert ':root:where([data-theme="dark"]) { --ink: white; }' in dark
    assert ':where(:root[data-theme="dark"]) .a, :where(:root[data-theme="dark"]) .b:hover { top: 0; }' in dark
    assert ':root:where(:not([data-theme="light"])) { --ink: white; }' in dark.partition("}\n}")[0]


def test_every_dark_rule_follows_the_theme() -> None:
    """The search would miss a block with nested blocks."""
    for path in STATIC.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert with_dark_theme(text).count('data-theme="light"') >= text.count("prefers-color-scheme: dark"), path


def test_the_theme_applies_to_all_pages(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        assert "data-theme" not in client.get("/").text
        assert post_form(client, "/theme", theme="dark", next="/lobby").headers["location"] == "/lobby"
        for path in ("/", f"/tables/{open_bot_table(client)}"):
            assert '<html lang="en" data-theme="dark">' in client.get(path).text
        post_form(client, "/theme", theme="")
        assert "data-theme" not in client.get("/").text


def test_the_page_can_be_installed_as_an_app(tmp_path: Path) -> None:
    with server_client(tmp_path, public_url=f"{ORIGIN}/beans") as client:
        page = client.get("/beans/", headers={"Accept-Language": "de"}).text
        address = re.findall(r'rel="manifest" href="([^"]+)"', page)[0]
        manifest = client.get(address)
        assert manifest.headers["content-type"] == "application/manifest+json"
        found = manifest.json()
        assert (found["start_url"], found["scope"], found["lang"]) == ("/beans/", "/beans/", "de")
        assert all(client.get(icon["src"]).status_code == 200 for icon in found["icons"])
        script = client.get("/beans/service-worker.js").text
        kept = json.loads(re.findall(r"const CACHED_URLS = (.*);", script)[0])
        assert "/beans/offline" in kept
        assert all(client.get(path).status_code == 200 for path in kept)
