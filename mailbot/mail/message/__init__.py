"""The format of mail: letters parsed, replies written, addresses told apart."""
