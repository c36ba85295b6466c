"""What ``./scripts/test --release`` adds: mutants of the judging, packages, known vulnerabilities, another builder."""
