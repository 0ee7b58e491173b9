"""What differs from database to database: one module for each, behind one interface."""
