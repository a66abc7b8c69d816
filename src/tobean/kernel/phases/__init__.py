"""The phases of a turn that games share: planting, trading, turn order and scoring."""
