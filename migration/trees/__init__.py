"""What is read from syntax trees alone: fields, bodies, scopes, precedence, version guards."""
