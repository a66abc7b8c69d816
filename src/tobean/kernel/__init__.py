"""The engine that all games share: table, agenda, actions, events and errors. It knows no particular game."""
