"""The parameters page: how many numbers a network has, by whose count, and what equal counts leave unequal."""
