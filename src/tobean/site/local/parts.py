"""Substitutes for parts of a server: those methods that pages and tables use, for one person on one device."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from tobean.bots.coach.review_data import ReviewText
from tobean.i18n.catalogues import SOURCE
from tobean.server.cluster.errors import OwnedElsewhere
from tobean.server.ids import new_id
from tobean.server.people.visitor import ANONYMOUS, Visitor, checked_face, checked_name
from tobean.server.protection.sandbox import error_from
from tobean.server.protection.sandbox_process import read_untrusted
from tobean.server.store.rows import Person
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import MAX_THOUGHT, checked
from tobean.site.local.store import LocalStore
from tobean.study.daily.bot_games import BotGame

COOKIE: Final = "device"
"""Cookie id of the person of the device."""


@dataclass(frozen=True)
class LocalSettings:
    """The settings of the server that pages and the registry read."""

    prefix: str = ""
    model_seconds: int = 0
    keep_abandoned: float = 0.0
    keep_finished: float = 0.0
    contact: str = ""
    site: None = None


class LocalIdentity:
    """The person of this device."""

    def __init__(self, store: LocalStore) -> None:
        self.store = store

    def person_in_cookies(self, cookies: Mapping[str, str]) -> str:
        return ""

    async def visitor(self, cookies: Mapping[str, str]) -> Visitor:
        person = await self.store.local_person()
        return ANONYMOUS if person is None else Visitor(person, COOKIE)

    async def new_visitor(self, name: str, face: int = 0) -> Visitor:
        now = time.time()
        person = Person(new_id(16), checked_name(name), now, now, face=checked_face(face))
        await self.store.save_person(person)
        return Visitor(person, COOKIE)

    async def rename_visitor(self, visitor: Visitor, name: str = "", face: int = 0) -> Visitor:
        assert visitor.person is not None
        name = checked_name(name) if name else visitor.name
        person = replace(visitor.person, name=name, face=checked_face(face) or visitor.person.face)
        if person != visitor.person:
            await self.store.save_person(person)
        return Visitor(person, COOKIE)

    def write_cookie(self, response: Response, visitor: Visitor) -> None:
        """Write nothing: the storage has the person, so there are no cookies."""

    def transfer_token(self, visitor: Visitor) -> str:
        return ""


class LocalHosts:
    """Addresses of a site without a server: links within it only."""

    def base_url(self, scope: Scope) -> str:
        return ""

    def url_to_enable(self, scope: Scope) -> str:
        return ""


class NoLimits:
    """Limiter without limits: a device has one person."""

    scale = 0.0

    def allows(self, *limit: object) -> bool:
        return True


class NoMetrics:
    """Metrics that are discarded."""

    def count(self, name: str, *labels: str) -> None: ...

    def observe(self, name: str, seconds: float, *labels: str) -> None: ...

    def gauge(self, name: str, read: object) -> None: ...


class NoPeers:
    """Peers of a process that is alone."""

    async def broadcast(self, *message: object, siblings: bool = False) -> list[bytes | None]:
        return []


class NoSanctions:
    """Sanctions of a site without an operator."""

    def is_muted(self, person: str) -> bool:
        return False


class TableLocks(Protocol):
    """Locks on tables among the tabs of a browser."""

    async def acquire(self, table: str) -> bool:
        """Take the lock; returns False if another tab holds it."""
        ...

    def release(self, table: str) -> None: ...


class NoLocks:
    """Locks of a process that shares its storage with no other."""

    async def acquire(self, table: str) -> bool:
        return True

    def release(self, table: str) -> None: ...


class LocalLeases:
    """Leases on tables: of several tabs, only the one with the lock drives a table."""

    expired = False
    alone = True

    def __init__(self, locks: TableLocks) -> None:
        self.locks = locks
        self.close_lost_tables: object = None
        self.close_all_tables: object = None

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def ensure_valid(self) -> None: ...

    async def claim(self, table: str) -> int | None:
        if not await self.locks.acquire(table):
            raise OwnedElsewhere("This table is open in another tab.")
        return None

    def claim_in_transaction(self, connection: object, table: str) -> int | None:
        return None

    async def owns(self, table: str, fence: int | None) -> bool:
        return True

    def release_soon(self, table: str, fence: int | None) -> None:
        self.locks.release(table)

    async def tables_to_load(self, now: float) -> list[str]:
        """Return no tables: without a viewer in this tab, a table is not played on."""
        return []


class LocalSandbox:
    """Reads uploaded files in this process: a harmful file can only harm the device that it is on."""

    async def card_set(self, address: str, text: str, game: str, language: str = SOURCE) -> str:
        return self.read({"kind": "cards", "text": text, "game": game, "language": language})

    async def record(self, address: str, text: str, language: str = SOURCE) -> str:
        return self.read({"kind": "record", "text": text, "language": language})

    def read(self, request: dict[str, Any]) -> str:
        answer = read_untrusted(msgspec.json.encode(request))
        if "error" in answer:
            raise error_from(answer["error"], answer["text"])
        return answer["text"]


class LocalWorkers:
    """Worker pool. `ask_worker` passes a request to a worker and returns its answer, both as JSON."""

    def __init__(self, ask_worker: Callable[[bytes], Awaitable[bytes]]) -> None:
        self.ask_worker = ask_worker

    async def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        return msgspec.json.decode(await self.ask_worker(msgspec.json.encode(request)), type=dict[str, Any])

    async def send(self, request: dict[str, Any], seconds: float = MAX_THOUGHT) -> dict[str, Any]:
        """Return the answer of the worker; raises `BotFailed`."""
        return await checked(self.answer(request), seconds)

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        return await self.send(request)

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return await self.send(request)

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        answer = await self.send({"record": record, "language": language})
        return msgspec.convert(answer["review"], ReviewText)

    async def examine(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        return await self.send(request)

    async def play_deal(self, requester: Requester, deal: str, bot: str) -> BotGame:
        return msgspec.convert(await self.send({"deal": deal, "bot": bot}), BotGame)

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        return await self.send(request)

    async def study(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        return await self.send(request)

    async def clear_replays(self) -> None: ...

    async def metrics_text(self) -> None:
        return None

    async def stop(self) -> None: ...
