"""Finding the best move: the tree, exact endings, plain UCT, and the limits they keep."""
