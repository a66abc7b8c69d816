"""The art of tobean: these modules draw every picture and write one SVG sprite (docs/art.md)."""
