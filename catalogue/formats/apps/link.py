"""Shim until the merge."""

from catalogue.formats.applications import SERVICES as SERVICES
