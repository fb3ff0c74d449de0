"""Simulated people: their actions, what they see, and their accounts of what they did."""
