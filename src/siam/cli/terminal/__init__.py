"""The game as a conversation in the terminal: its words, its pictures, its questions."""
