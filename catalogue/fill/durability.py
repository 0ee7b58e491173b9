"""Shim until the merge."""

from catalogue.recovery import check_after_restart as check_after_restart
