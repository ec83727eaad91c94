"""Accounts and the people behind them: how they come in, are called, come back, and go."""
