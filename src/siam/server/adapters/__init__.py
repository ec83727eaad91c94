"""How the services talk to the world."""
