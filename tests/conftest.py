"""How the tests are run: the same random cases every time, and never a test of speed."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-everywhere", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same-everywhere")
