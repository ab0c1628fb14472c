"""Who acts: guests of the environment. None of them imports or names another."""
