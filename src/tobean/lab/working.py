"""What happens on a node of a cluster: a worker looks whether it may take part, unpacks, and does its jobs."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from tobean.lab.luggage import edition, unpack
from tobean.lab.pool import News, news_of

if TYPE_CHECKING:
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
