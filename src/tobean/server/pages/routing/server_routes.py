"""Routes of a server: those shared with static sites, and those that need other people, the network or the operator."""

from importlib.resources import files

from starlette.routing import Mount, Route, WebSocketRoute

from tobean.server.assets import assets, translations
from tobean.server.assets.static_files import Files, SiteFiles
from tobean.server.games import files as game_files
from tobean.server.games.colours import game_colours_style
from tobean.server.pages import front, reference, reports, tables
from tobean.server.pages.person import device_transfer, name_and_devices
from tobean.server.pages.routing.routes import shared_routes
from tobean.server.pages.study import pictures
from tobean.server.site import Site
from tobean.server.viewers.socket import TableSocket


def server_routes(site: Site) -> list[Route | WebSocketRoute | Mount]:
    post, table = ["POST"], "/tables/{table:id}"
    return [
        *shared_routes(),
        Route("/lobby", front.lobby),
        Route("/me/puzzles", name_and_devices.choose_puzzle_consent, methods=post),
        Route("/forget", name_and_devices.forget, methods=post),
        Route("/erase", name_and_devices.erase_me, methods=post),
        Route("/privacy", reports.privacy),
        Route("/move/{token}", device_transfer.confirm_transfer),
        Route("/move/{token}", device_transfer.accept_transfer, methods=post),
        Route("/move/{token}/qr.svg", device_transfer.qr_code),
        Route("/language", front.choose_language, methods=post),
        Route("/theme", front.choose_theme, methods=post),
        Route("/open-up", front.enable_lan_access, methods=post),
        WebSocketRoute(f"{table}/socket", TableSocket(site)),
        Route(f"{table}/state", tables.state),
        Route(f"{table}/qr.svg", tables.invitation),
        Route(f"{table}/sit", tables.sit, methods=post),
        Route(f"{table}/report", reports.form),
        Route(f"{table}/report", reports.send, methods=post),
        Route("/replays/{name:id}/position.png", pictures.position_png),
        Route("/puzzles/{game}/{key}/position.png", pictures.puzzle_png),
        Route("/rules", reference.rules_index),
        Route("/rules/{name}", reference.rules_page),
        Route("/cards/{name}", reference.cards_page),
        Route("/cards/{name}/example", reference.cards_example),
        Route("/learn", reference.learn),
        Route("/learn/{game}", reference.learn),
        Route("/catalogue/{language}.json", translations.serve_script_catalogue),
        Route("/manifest.webmanifest", translations.serve_manifest),
        Route("/offline", reference.offline),
        Route("/service-worker.js", reference.service_worker),
        Route("/assets/{mark}/{name:path}", assets.serve),
        Route("/favicon.ico", reference.favicon),
        Route("/robots.txt", reference.robots),
        Route("/health", reference.health),
        Route("/ready", reference.ready),
        Route("/metrics", reference.metrics),
        Route("/inside/give/{token}", reference.give_table),
        Route("/shelf.css", game_colours_style),
        Route("/static/games/{game}/{file}", game_files.serve),
        Mount("/static", Files(directory=str(files("tobean.server") / "static"))),
        *([] if site.settings.site is None else [Mount("/alone", SiteFiles(directory=site.settings.site, html=True))]),
    ]
