"""Knowledge of bots about magic, shared by Rabohnzel and Excalibohn."""
