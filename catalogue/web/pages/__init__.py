"""The pages for people, one module each."""
