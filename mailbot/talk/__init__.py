"""What a person says: the wish, corrections, the thread they answer in."""
