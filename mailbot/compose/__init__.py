"""The reply: which kind it is, its words in eight languages, its grids and pictures."""

from mailbot.compose.entry import Composed, Context, compose
from mailbot.options import ComposeOptions

__all__ = ["ComposeOptions", "Composed", "Context", "compose"]
