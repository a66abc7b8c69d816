"""Tables, random walks and checks for tests of the engine."""
