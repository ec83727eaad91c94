"""What results say: scores with intervals, ratings, standings."""
