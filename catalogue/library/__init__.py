"""The catalogue as a library: `catalogue.open` and what it gives."""
