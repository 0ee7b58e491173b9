"""Shim until the merge."""

from catalogue.import_checks import forms_of as forms_of
