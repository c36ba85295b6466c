"""The command line: a module for each command, named like it, whose ``run`` returns the exit status."""
