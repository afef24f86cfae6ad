"""What compiled code shares: random numbers, records, bit sets, tables, the play loop, sums."""
