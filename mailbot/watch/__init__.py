"""How the running service shows itself: logs, metrics, health, the service manager."""
