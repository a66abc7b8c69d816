"""All bean figures by the key of their kind."""

from typing import Final

from art.beans import al_cabohne, bohnanza, bohnedikt, rabohnzel

FIGURES: Final = {**bohnanza.FIGURES, **al_cabohne.FIGURES, **rabohnzel.FIGURES, **bohnedikt.FIGURES}
