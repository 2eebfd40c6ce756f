"""Numbers that are fitted to measurements."""
