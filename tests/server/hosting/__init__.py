"""The server as a program, and the programs around it."""
