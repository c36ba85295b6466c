"""What ``./scripts/bench`` measures: the engine, the build, what readers wait for, the strength of computer players."""
