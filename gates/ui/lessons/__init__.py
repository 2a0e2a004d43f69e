"""The lessons page: a question first, then the figure and the computed answer."""
