"""The explorer page: gate biases on the left, what they do to memory and to gradients on the right."""
