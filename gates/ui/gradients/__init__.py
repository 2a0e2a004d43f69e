"""The gradients page: a laboratory of six sections, from held gates to training hygiene."""
