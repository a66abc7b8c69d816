"""Training of the nets of `mendel`: self-play, training, and promotion in a match against the champion."""
