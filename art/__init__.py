"""The art of tobean: every picture is drawn by these modules and written as one SVG sprite (docs/art.md)."""
