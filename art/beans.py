"""All bean figures by the key of their kind."""

from typing import Final

from art import beans_al_cabohne, beans_bohnanza, beans_bohnedikt, beans_rabohnzel

FIGURES: Final = {
    **beans_bohnanza.FIGURES,
    **beans_al_cabohne.FIGURES,
    **beans_rabohnzel.FIGURES,
    **beans_bohnedikt.FIGURES,
}
