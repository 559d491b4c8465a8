"""Mail: letters in, replies out; the only home of its formats and protocols."""
