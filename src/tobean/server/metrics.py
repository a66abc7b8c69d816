"""Counters, gauges and histograms in the text format of Prometheus."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]  # the start of the process is a metric of its own

Read = Callable[[], float] | Callable[[], dict[str, float]]
"""Reads a value, or one for each queue of the worker pool."""

NAMESPACE: Final = "tobean"
COUNTERS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "actions": ("Actions that tables accepted", ("game",)),
    "refused": ("Messages of players that were refused", ()),
    "stale": ("Messages for an outdated version of the table", ()),
    "conflicts": ("Entries in conflict with those of another process", ()),
    "reloads": ("Tables reloaded from the log", ()),
    "not_written": ("Entries that could not be written", ()),
    "damaged": ("Tables quarantined because their log cannot be replayed", ()),
    "archived": ("Finished games moved from the log to the archive", ()),
    "bot_faults": ("Bot moves replaced after a failure", ()),
    "limited": ("Requests and messages beyond the rate limits", ()),
    "requests": ("HTTP requests", ()),
    "misdirected": ("Requests and sockets for a host that is not allowed", ()),
    "malformed": ("Malformed requests, and malformed frames on sockets", ()),
    "errors": ("Errors that were caught and logged", ()),
    "dropped": ("Viewers disconnected because they read too slowly or sent too much", ()),
    "refused_connections": ("Connections closed because there were too many", ()),
    "expired_connections": ("Connections closed because they were idle for too long", ()),
}
"""Counters with their help texts and labels."""
GAUGES: Final = {
    "connections": "Open connections",
    "tables": "Tables in memory",
    "viewers": "Open sockets",
    "questions": "Requests waiting for a bot, the coach or a replay",
    "log_commits_total": "Transactions of the log",
    "log_entries_total": "Entries written to the log",
}
"""Values read when metrics are requested, with their help texts. Those that end in `_total` are counters."""
SHORT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_BUCKETS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
HISTOGRAMS: Final[dict[str, tuple[str, tuple[str, ...], tuple[float, ...]]]] = {
    "request_seconds": ("Time from a request to the start of its response", ("kind", "status"), SHORT_BUCKETS),
    "write_seconds": ("Time from an action until it is on the disk", (), SHORT_BUCKETS),
    "wait_seconds": ("Time that a request to the worker pool waits for a worker", ("lane",), LONG_BUCKETS),
    "think_seconds": ("Time that a worker takes for a request", ("lane", "bot"), LONG_BUCKETS),
}
"""Histograms of seconds with their help texts, labels and buckets."""


class GaugeCollector(Collector):
    """Gauges that are read at collection."""

    def __init__(self) -> None:
        self.read: dict[str, Read] = {}

    def collect(self) -> Iterator[Metric]:
        for name, read in self.read.items():
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            values = read()
            if not isinstance(values, dict):
                yield kind(f"{NAMESPACE}_{name}", GAUGES[name], value=values)
                continue
            family = kind(f"{NAMESPACE}_{name}", GAUGES[name], labels=("lane",))
            for lane, value in values.items():
                family.add_metric((lane,), value)
            yield family


class Metrics:
    """All metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.gauges = GaugeCollector()
        self.registry.register(self.gauges)
        for standard in (ProcessCollector, PlatformCollector, GCCollector):
            standard(registry=self.registry)
        self.counters = {
            name: Counter(f"{NAMESPACE}_{name}", help_text, labels, registry=self.registry)
            for name, (help_text, labels) in COUNTERS.items()
        }
        self.histograms = {
            name: Histogram(f"{NAMESPACE}_{name}", help_text, labels, registry=self.registry, buckets=bounds)
            for name, (help_text, labels, bounds) in HISTOGRAMS.items()
        }

    def count(self, name: str, *labels: str, by: int = 1) -> None:
        """Increase a counter; label values are in the order of `COUNTERS`."""
        counter = self.counters[name]
        (counter.labels(*labels) if labels else counter).inc(by)

    def observe(self, name: str, seconds: float, *labels: str) -> None:
        """Add an observation to a histogram; label values are in the order of `HISTOGRAMS`."""
        histogram = self.histograms[name]
        (histogram.labels(*labels) if labels else histogram).observe(seconds)

    def counter_value(self, name: str) -> int:
        """Return the value of a counter without labels. Unlike `value`, collects nothing else."""
        return int(next(iter(self.counters[name].collect())).samples[0].value)

    def gauge(self, name: str, read: Read) -> None:
        """Register the function that reads a gauge."""
        assert name in GAUGES
        self.gauges.read[name] = read

    def value(self, name: str, **labels: str) -> float:
        """Return the value of a counter with these labels, 0 if it was never increased."""
        return self.registry.get_sample_value(f"{NAMESPACE}_{name}_total", labels) or 0.0

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        text: bytes = generate_latest(self.registry)
        return text


def merge_metrics(texts: Iterable[tuple[str, bytes]]) -> bytes:
    """Merge the metrics of several processes, adding the label `process`."""
    families: dict[str, Metric] = {}
    for process, text in texts:
        for family in text_string_to_metric_families(text.decode()):
            merged = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for sample in family.samples:
                merged.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)
    registry = CollectorRegistry()
    registry.register(StaticCollector(list(families.values())))
    merged_text: bytes = generate_latest(registry)
    return merged_text


class StaticCollector(Collector):
    """Metrics that were read in other processes."""

    def __init__(self, families: list[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterator[Metric]:
        yield from self.families


def process_name() -> str:
    """Value of the label `process` for this process."""
    return str(os.getpid())
