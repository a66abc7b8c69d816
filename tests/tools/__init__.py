"""Programs run by hand, by make or by CI: fuzzing, golden files, catalogues, a check of wheels, a chaos test."""
