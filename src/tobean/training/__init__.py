"""How the nets of `mendel` are made: games of bots against themselves, learning, and a match with the champion."""
