"""One text through all rules: source files, examples in docstrings, documents."""
