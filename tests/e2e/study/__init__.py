"""Replays, advice, puzzles, lessons, and the rules."""
