"""The rulebook as pure functions on frozen values; standard library only."""
