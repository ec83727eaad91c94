"""Arrange what happens: each use case asks the domain, commits, then tells."""
