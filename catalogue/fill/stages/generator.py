"""Shim until the merge."""

from catalogue.request import FAIR as FAIR
from catalogue.request import SAMPLINGS as SAMPLINGS
from catalogue.request import Generated as Generated
from catalogue.request import Source as Source
from catalogue.request import method_of as method_of
from catalogue.request import sampling_of as sampling_of
