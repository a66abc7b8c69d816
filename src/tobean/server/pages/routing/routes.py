"""Routes of pages that a server and a static site share. `server_routes.py` and `site/local/app.py` add their own."""

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import Route

from tobean.server.pages import front, new_table, tables
from tobean.server.pages.person import export, my_games, my_tables, name_and_devices, notes
from tobean.server.pages.replays import play_on, records, replay, result
from tobean.server.pages.study import board, deals, lessons, pictures, puzzles, storm


class IdConvertor(Convertor[str]):
    """Path segment with the id of a table or record. Anything else is a 404 without a database query."""

    regex = "[A-Za-z0-9_-]{1,64}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("id", IdConvertor())


def shared_routes() -> list[Route]:
    post, table, game = ["POST"], "/tables/{table:id}", "/replays/{name:id}"
    return [
        Route("/", front.front),
        Route("/play", new_table.play_now, methods=post),
        Route("/open", new_table.open_form),
        Route("/open", new_table.open_table, methods=post),
        Route("/learn", new_table.first_lesson, methods=post),
        Route("/learn/{game}", new_table.first_lesson, methods=post),
        Route("/mine", my_tables.mine),
        Route("/mine/clear", my_tables.clear, methods=post),
        Route("/mine/games", my_games.my_games),
        Route("/me", name_and_devices.me),
        Route("/me", name_and_devices.rename, methods=post),
        Route("/me/data", export.data),
        Route(table, tables.table),
        Route(f"{table}/leave", tables.leave, methods=post),
        Route(f"{table}/reclaim", tables.reclaim, methods=post),
        Route(f"{table}/fill", tables.fill, methods=post),
        Route(f"{table}/start", tables.start, methods=post),
        Route(f"{table}/rematch", tables.rematch, methods=post),
        Route(f"{table}/go-on", tables.continue_from_last, methods=post),
        Route(f"{table}/result", result.result),
        Route("/replays", records.replays),
        Route("/replays", records.upload_record, methods=post),
        Route(game, replay.replay),
        Route(f"{game}/hello.json", replay.hello),
        Route(f"{game}/frames.json", replay.frames),
        Route(f"{game}/log.json", replay.log),
        Route(f"{game}/record", replay.download),
        Route(f"{game}/position", replay.position),
        Route(f"{game}/position.svg", pictures.position_svg),
        Route(f"{game}/curve.json", board.curve),
        Route(f"{game}/marks.json", board.marks),
        Route(f"{game}/actions.json", board.actions),
        Route(f"{game}/variation.json", board.variation),
        Route(f"{game}/notes.json", notes.notes),
        Route(f"{game}/notes", notes.save_note, methods=post),
        Route(f"{game}/play", play_on.play_on_from, methods=post),
        Route("/lessons", lessons.lessons),
        Route("/lessons/{name}", lessons.lesson),
        Route("/lessons/{name}", lessons.answer, methods=post),
        Route("/daily", deals.day),
        Route("/daily/{day}", deals.day),
        Route("/daily/{day}/{game}", deals.deal),
        Route("/daily/{day}/{game}", deals.play, methods=post),
        Route("/daily/{day}/{game}/compare/{other:id}", deals.compare),
        Route("/puzzles", puzzles.puzzles),
        Route("/puzzles/storm", storm.storm),
        Route("/puzzles/storm", storm.answer, methods=post),
        Route("/puzzles/storm/start", storm.start, methods=post),
        Route("/puzzles/storm/{game}", storm.storm),
        Route("/puzzles/storm/{game}", storm.answer, methods=post),
        Route("/puzzles/storm/{game}/start", storm.start, methods=post),
        Route("/puzzles/{game}", puzzles.puzzles),
        Route("/puzzles/{game}/{key}", puzzles.puzzle),
        Route("/puzzles/{game}/{key}", puzzles.answer, methods=post),
    ]
