"""The engine as a process that speaks JSON lines, and comments on a record."""
