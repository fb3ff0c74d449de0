"""Delivery of updates to the bot."""
