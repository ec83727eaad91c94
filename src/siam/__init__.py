"""King of Siam: the board game by Peer Sylvester, as rules, engine, server and table."""

__version__ = "0.1.0"
