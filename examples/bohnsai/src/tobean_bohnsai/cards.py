"""The beans of Bohnsai: those of Bohnanza, and eight bonsai beans (S1)."""

from typing import Final

from tobean.games.bohnanza.cards import BEANS as BOHNANZA_BEANS
from tobean.kernel.cards import Bean, register_kind

BONSAI: Final = register_kind("Bonsai")

BEANS: Final = (*BOHNANZA_BEANS, Bean(BONSAI, 8, (2, 3, 4, 0), "our invention"))
