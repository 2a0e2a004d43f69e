"""The models page: a person's own weights, what they are, what their gates do, and how they compare."""
