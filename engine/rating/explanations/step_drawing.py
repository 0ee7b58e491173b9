"""Shim until the merge."""

from engine.step_drawing import draw_step as draw_step
