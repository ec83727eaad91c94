"""Teaching the evaluation: self-play, studied endings, and whole training runs."""
