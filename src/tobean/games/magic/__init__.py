"""What Rabohnzel and Excalibohn share: abilities, attacks and spells."""
