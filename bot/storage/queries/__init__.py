"""The named queries, one file a subject; every database runs the same ones."""
