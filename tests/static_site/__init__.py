"""Tests of the static site in Chromium and Node (`make test-site`)."""
