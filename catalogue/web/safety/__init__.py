"""What keeps a local server safe from pages of other sites, from other machines, and from requests without end."""
