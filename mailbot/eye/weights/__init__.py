"""The digit network: its weights, and the recipe that made them."""
