"""What the Make page starts: one fill of the catalogue, in a thread of the server."""
