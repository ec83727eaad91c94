"""How a tournament is told: Markdown, JSON, pictures."""
