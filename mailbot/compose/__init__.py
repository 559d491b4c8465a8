"""The reply: which kind it is, its words in eight languages, its grids and pictures."""

from mailbot.compose.entry import Composed, ComposeOptions, Context, compose

__all__ = ["ComposeOptions", "Composed", "Context", "compose"]
