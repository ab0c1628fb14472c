"""What rules ask about results that were lists, and are lazy now."""
