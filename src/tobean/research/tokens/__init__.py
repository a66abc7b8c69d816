"""Games as sequences of tokens: the vocabulary and grammar of actions, the features of observations, and the token game
that environments are built on."""
