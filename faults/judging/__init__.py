"""The evidence of a run, and the judges."""
