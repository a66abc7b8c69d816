"""Rules of single languages: a grammar and the trading vocabulary that players type, one module each per language."""
