"""The phases of a turn that games share: planting, trading, harvesting, turn order and scoring."""
