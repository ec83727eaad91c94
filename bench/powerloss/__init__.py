"""Cut the power of a machine on paper: a disk that forgets what was not forced onto it, below the real server."""
