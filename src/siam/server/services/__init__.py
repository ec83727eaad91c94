"""The use cases: each asks the domain, commits, then tells those concerned."""
