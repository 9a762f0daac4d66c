"""Measurements: `python -m bench`, or `python -m bench SECTION ...`. A section is a module (see `__main__`)."""
