"""The experiments page: memory tasks trained in a process of their own, watched while they learn."""
