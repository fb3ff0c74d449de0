"""The bot's processes, their databases and their load balancer."""
