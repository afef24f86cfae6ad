"""From sums to answers: estimates, comparisons, tournaments."""
