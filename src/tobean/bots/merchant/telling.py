"""What a seat says when it is asked what it would like to have, or what it would give.

It says no more than a call of its own would (T8): which kinds it looks for, which it could do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.bots.base import Remark
from tobean.bots.expertise import judge_for
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.proposing import longed_for, to_spare
from tobean.bots.merchant.temper import USUAL

if TYPE_CHECKING:
    from tobean.view.observation import Observation


def wishes_told(view: Observation) -> Remark:
    """What this seat would like to have."""
    bazaar = Bazaar(view, judge_for(view, USUAL))
    wants = longed_for(bazaar, to_spare(bazaar))
    return Remark("my wishes", wants) if wants else Remark("no wishes")


def goods_told(view: Observation) -> Remark:
    """What this seat would give, while somebody could take it."""
    has = to_spare(Bazaar(view, judge_for(view, USUAL))) if view.agenda[-1].trades else ()
    return Remark("my goods", has) if has else Remark("no goods")
