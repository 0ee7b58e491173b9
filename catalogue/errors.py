"""What goes wrong for a reason the user can mend."""


class CatalogueError(Exception):
    """One line that says what is wrong and what to do about it."""
