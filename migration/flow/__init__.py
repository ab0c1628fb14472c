"""What flows where in a whole repository: types of Python 2 along assignments, attributes, calls and imports."""
