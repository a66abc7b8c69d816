"""The laboratory: measures how strong bots are. Deals are repeated with rotated seats, figures come with intervals."""
