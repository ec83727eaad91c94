"""How strong the levels and the champion are: ladders, duels, and the page that tells it."""
