"""The command line: a module for each command, named like it, whose ``run`` returns the exit status."""

WELL, FAILED, UNUSABLE = 0, 1, 2
"""The exit statuses: all is well, an example failed or answers differ, something could not be used."""
