"""Lessons of the first week: a few sentences and a few puzzles each. `lesson_list` is the place to add one."""
