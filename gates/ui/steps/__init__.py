"""The step-by-step page: one step of a cell from typed numbers, with the calculation written out."""
