"""Measure speed and strength, and try what breaks."""
