"""What a new arena shows: house bots, an account for its organiser, and a tournament really played."""
