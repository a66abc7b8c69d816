"""`mendel`: a bot that values positions and deals by neural networks trained on self-play."""
