"""The compiled twin of `siam.rules`, and search on top of it."""
