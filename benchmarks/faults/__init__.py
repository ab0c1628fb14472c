"""Plants behavioural faults in migrated files and finds out whether the Tester sees them."""
