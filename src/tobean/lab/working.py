"""What happens on a node of a cluster: a worker looks whether it may take part, unpacks, and does its jobs or follows
a course."""

from __future__ import annotations

import io
import itertools
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tobean.extras import advice
from tobean.lab.luggage import edition, unpack
from tobean.lab.pool import News, WorkFailed, news_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.lab.course import Step
    from tobean.lab.luggage import Luggage


def work(luggage: Luggage, do: bytes, jobs: bytes) -> tuple[tuple[str, str] | None, News[Any], float]:
    """Who refuses to take part, if the tobean of this node is another one, and which it has; the news of these jobs;
    how many seconds they took."""
    import ray

    news: News[Any] = News([])
    if luggage["tobean"] != edition():
        return (ray.util.get_node_ip_address(), edition()), news, 0.0
    unpack(luggage)
    began = perf_counter()
    act = ray.cloudpickle.loads(do)
    for job in ray.cloudpickle.loads(jobs):
        try:
            news.done.append(act(job))
        except Exception as error:  # whatever it is, whoever gave the job tells it
            told = news_of(error)
            news.failure, news.crash = told.failure, told.crash
            break
    return None, news, perf_counter() - began


def follow(
    luggage: Luggage, course: bytes, sheets: list[tuple[str, Any]], kept: dict[str, bytes], cores: int
) -> Callable[[], tuple[tuple[str, str] | None, News[Step]]]:
    """Gives what takes the next step: who refuses to take part, as above, and the news of one step, or of none if that
    was all."""
    import ray

    if luggage["tobean"] != edition():
        refused = (ray.util.get_node_ip_address(), edition())
        return lambda: (refused, News([]))
    unpack(luggage)
    files = ((name, io.BytesIO(ray.get(sheet))) for name, sheet in sheets)
    steps = ray.cloudpickle.loads(course)(files, kept, cores)

    def next_step() -> tuple[tuple[str, str] | None, News[Step]]:
        news: News[Step] = News([])
        try:
            news.done += itertools.islice(steps, 1)
        except ModuleNotFoundError as error:
            node = ray.util.get_node_ip_address()
            news.failure = WorkFailed("the node {node}: {reason}", node=node, reason=advice(error) or str(error))
        except Exception as error:  # whatever it is, whoever gave the course tells it
            told = news_of(error)
            news.failure, news.crash = told.failure, told.crash
        return None, news

    return next_step
