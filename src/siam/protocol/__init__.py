"""The engine as a process that speaks JSON lines."""
