"""The addresses for programs, below /api: JSON in, JSON out."""
