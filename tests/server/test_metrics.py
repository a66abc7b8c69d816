"""Monitoring: metrics for Prometheus with restricted access, and log entries of one line each."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tests.support.paths import ROOT
from tests.support.server.app import next_socket_message, open_people_table, server_client, table_socket
from tests.support.server.processes import MEMBER_PROCESS, POOL_SERVER, child_processes
from tobean.server.database.errors import LeaseExpired, log_database_error
from tobean.server.logs import MAX_WARNINGS, WARNING_SECONDS
from tobean.server.metrics import COUNTERS, GAUGES, HISTOGRAMS, Metrics, merge_metrics
from tobean.server.pages.reference import may_read_metrics
from tobean.server.protection.proxies import MAX_REPORTS, Proxies
from tobean.server.runner import free_port


def figures(text: str) -> dict[str, Any]:
    return {family.name: family for family in text_string_to_metric_families(text)}


def status_from(client: TestClient, host: str, **headers: str) -> int:
    """Status of a request from this address."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {"type": "http", "method": "GET", "path": "/metrics", "scheme": "http", "query_string": b""}
    more = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope |= {"headers": [(b"host", b"testserver"), *more], "client": (host, 1)}
    assert client.portal is not None
    client.portal.call(client.app, scope, receive, send)
    return statuses[0]


def test_metrics_are_served_locally_and_to_configured_addresses(tmp_path: Path) -> None:
    with server_client(tmp_path, metrics_from=("10.1.0.0/16",)) as client:
        assert [status_from(client, host) for host in ("127.0.0.1", "10.1.2.3", "10.2.0.1", "192.0.2.1")] == [
            200,
            200,
            404,
            404,
        ]
    assert not may_read_metrics("unknown", ())
    assert may_read_metrics("::1", ())


def test_metrics_are_refused_through_a_proxy(tmp_path: Path) -> None:
    """With an untrusted proxy on this machine, every request seems to be local."""
    with server_client(tmp_path, trusted_proxies=("10.0.0.7",), metrics_from=("10.1.0.0/16",)) as client:
        assert status_from(client, "127.0.0.1", x_forwarded_for="192.0.2.1") == 404
        assert status_from(client, "127.0.0.1", x_forwarded_for="127.0.0.1") == 404
        assert status_from(client, "127.0.0.1", x_real_ip="192.0.2.1") == 404
        assert status_from(client, "10.1.2.3", forwarded="for=192.0.2.1") == 404
        assert status_from(client, "127.0.0.1") == 200


def test_an_outage_of_the_database_is_logged_by_name_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    log_database_error("housekeeping failed", LeaseExpired("The server cannot use its database at the moment."))
    log_database_error("housekeeping failed", KeyError("a fault of ours"))
    outage, fault = caplog.records
    assert outage.facts == {"error": "LeaseExpired"}  # type: ignore[attr-defined]
    assert outage.exc_info is None
    assert fault.exc_info is not None


def test_a_proxy_that_is_not_trusted_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    clients: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        clients.append(scope["client"][0])

    proxies = Proxies(app, ("10.0.0.7", "172.16.0.1/12"))

    def ask(host: str, *forwarded: str) -> None:
        headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
        scope: Any = {"type": "http", "headers": headers, "client": (host, 1)}
        asyncio.run(proxies(scope, None, None))  # type: ignore[arg-type]

    ask("10.0.0.7", "192.0.2.1")
    ask("172.20.0.9", "192.0.2.1")
    ask("10.0.0.8")
    assert clients == ["192.0.2.1", "192.0.2.1", "10.0.0.8"]
    assert not caplog.records
    for _ in range(3):
        ask("10.0.0.8", "192.0.2.1")
        ask("9.9.9.9", "192.0.2.1")
    assert clients[-1] == "9.9.9.9"
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert [record.facts["proxy"] for record in caplog.records] == ["10.0.0.8", "a public address"]  # type: ignore[attr-defined]
    for last in range(100):
        ask(f"10.0.1.{last}", "192.0.2.1")
    assert len(caplog.records) == MAX_REPORTS


LOG_WARNINGS = """
import logging
from tobean.server.logs import LOGGER, start_logging
start_logging("info")
for seconds in range(200):
    for name in ("uvicorn.error", "tobean.clients", LOGGER.name):
        facts = {"name": name, "levelno": logging.WARNING, "levelname": "WARNING", "msg": "malformed"}
        logging.getLogger(name).handle(logging.makeLogRecord({**facts, "created": 1000.0 + seconds}))
"""
"""Logs a warning a second by each of three loggers, in a process whose logging it configures."""


def test_warnings_that_clients_can_cause_are_limited_and_counted() -> None:
    result = subprocess.run([sys.executable, "-c", LOG_WARNINGS], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in result.stderr.splitlines()]
    for name in ("uvicorn.error", "tobean.clients"):
        logged = [line for line in lines if line.get("from") == name]
        assert len(logged) == 4 * MAX_WARNINGS
        left_out = [line["left_out"] for line in logged if "left_out" in line]
        assert left_out == 3 * [WARNING_SECONDS - MAX_WARNINGS]
    assert len([line for line in lines if "from" not in line]) == 200


def test_events_are_counted_and_timed(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            seat = next_socket_message(socket, "update")["asked"]["seat"]
        with table_socket(client, table, f"?seat={seat}") as socket:
            update = next_socket_message(socket, "update")
            socket.send_json({"type": "act", "version": update["version"], "action": update["actions"][0]["do"]})
            next_socket_message(socket, "update")
        metrics: Metrics = client.app.state.site.metrics  # type: ignore[attr-defined]
        assert metrics.value("actions", game="bohnanza") == 1
        found = figures(metrics.text().decode())
        kinds = {sample.labels["kind"] for sample in found["tobean_request_seconds"].samples}
        assert kinds == {"form"}
        assert any(
            sample.name.endswith("_count") and sample.value >= 2 for sample in found["tobean_write_seconds"].samples
        )
        for name in (
            *COUNTERS,
            *HISTOGRAMS,
            *(name.removesuffix("_total") for name in GAUGES if name != "connections"),
        ):
            assert f"tobean_{name}" in found, name


def test_a_histogram_bucket_is_cumulative() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.002, 99.0):
        metrics.observe("write_seconds", seconds)
    within = {
        sample.labels["le"]: sample.value
        for sample in figures(metrics.text().decode())["tobean_write_seconds"].samples
        if sample.name.endswith("_bucket")
    }
    assert (within["0.001"], within["0.0025"], within["2.5"], within["+Inf"]) == (2, 3, 3, 4)


def test_metrics_of_several_processes_are_merged() -> None:
    one, other = Metrics(), Metrics()
    one.count("errors")
    other.count("errors", by=2)
    other.observe("write_seconds", 0.02)
    found = figures(merge_metrics([("11", one.text()), ("12", other.text())]).decode())
    values = {
        sample.labels["process"]: sample.value for sample in found["tobean_errors"].samples if "total" in sample.name
    }
    assert values == {"11": 1, "12": 2}
    assert len({sample.labels["process"] for sample in found["tobean_write_seconds"].samples}) == 2


def test_dashboard_and_alerts_use_existing_metrics() -> None:
    metrics = Metrics()
    known = {family.name for family in metrics.registry.collect()} | {f"tobean_{name}" for name in GAUGES}
    text = (ROOT / "deploy/grafana.json").read_text() + (ROOT / "deploy/alerts.yaml").read_text()
    json.loads((ROOT / "deploy/grafana.json").read_text())
    for name in set(re.findall(r"tobean_[a-z_]+", text)):
        bare = re.sub(r"_(total|bucket|count|sum)$", "", name)
        assert name in known or bare in known, name


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopping_server_logs_json_only(tmp_path: Path, number: int) -> None:
    options = ["--port", str(free_port()), "--data", str(tmp_path), "--log-level", "debug"]
    command = [sys.executable, "-m", "tobean", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "ready" in process.stdout.readline()
        process.send_signal(number)
        _, errors = process.communicate()
    lines = [json.loads(line) for line in errors.splitlines()]
    assert lines[-1]["what"] == "server ended"
    assert all(line["level"] in ("debug", "info") for line in lines), lines


@pytest.mark.long
def test_a_restarted_process_is_logged_as_a_warning(tmp_path: Path) -> None:
    options = ["--port", str(free_port()), "--data", str(tmp_path), "--processes", "2", "--workers", "1"]
    command = [sys.executable, "-m", "tobean", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "ready" in process.stdout.readline()
        for module, what in ((MEMBER_PROCESS, "a process has ended"), (POOL_SERVER, "the worker pool has ended")):
            killed = child_processes(process.pid, module)[0]
            os.kill(killed, signal.SIGKILL)
            lines = map(json.loads, process.stderr)
            line = next(line for line in lines if line.get("process") == killed)
            assert line["what"] == f"{what} and is started again"
            assert (line["level"], line["code"]) == ("warning", -signal.SIGKILL)
        process.terminate()
        process.communicate()
