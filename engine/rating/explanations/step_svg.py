"""Shim until the merge."""

from engine.step_drawing import svg_step as svg_step
