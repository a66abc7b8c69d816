"""Bohnsai (S1-S3): Bohnanza with bonsai beans and a pair of shears."""

from tobean_bohnsai.garden import Prune
from tobean_bohnsai.rules import RULES

__all__ = ["RULES", "Prune"]
