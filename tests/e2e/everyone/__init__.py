"""Every eye, hand, size and language."""
