"""Checks of a history against the truth: each yields what can't have happened in any order."""
