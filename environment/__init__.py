"""The medium: all state, all rules and all history that agents share. It does not know the agents."""
