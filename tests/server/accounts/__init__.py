"""Accounts and the people behind them: called, kept apart, let back in, forgotten."""
