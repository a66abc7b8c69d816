"""Rules of single games, and checks that every game must pass, including installed ones."""
