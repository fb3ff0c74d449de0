"""What breaks, and who attacks."""
