"""What the shared records have place for."""

MAX_SEATS = 8
MAX_PACK = 256
MAX_DICE = 4
MAX_FACES = 255
MAX_PARAMS = 16
