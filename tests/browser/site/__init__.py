"""A first game on the static site; all other tests of it are in tests/static_site."""
