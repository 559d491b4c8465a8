"""All that is known of a language, one folder each."""
