"""How fair the game is: the games that answer it, the figures, and the page that tells them."""
