"""Code models that are not pure: they ask a language model, or repeat one."""
