"""What a run was worth: computed from what it left behind, never from its memory."""
