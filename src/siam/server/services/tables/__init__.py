"""The tables that are open in memory, who looks at them, and who is told of what."""
