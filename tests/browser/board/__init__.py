"""The board: choosing actions, input by mouse, keyboard and touch, layout on all screen sizes."""
