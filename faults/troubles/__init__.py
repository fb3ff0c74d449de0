"""Injected faults and attacks."""
