"""Coming in, being somebody, being called, and finding the way back."""
