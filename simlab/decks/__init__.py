"""Cards and tiles: notation and constants, for all games that use them."""
