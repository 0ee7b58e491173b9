"""What is checked, one part of the catalogue a module: rows as they should be beside rows as they are."""
