"""Card-game rules that can be read, run and checked.

Everything the engine knows is reached through :func:`ask`: a question goes in, its answer comes out, both plain JSON
values, and every answer says ``because`` of which rules it came out so.
"""

from __future__ import annotations

from rules_engine.asking import ask
from rules_engine.reading import Fault, Unusable

__all__ = ["Fault", "Unusable", "ask"]
__version__ = "0.1.0"
