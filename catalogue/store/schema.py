"""Shim until the merge."""

from catalogue.schema import INTEGER as INTEGER
from catalogue.schema import POSTGRESQL_VIEW as POSTGRESQL_VIEW
from catalogue.schema import RATING as RATING
from catalogue.schema import REVISION as REVISION
from catalogue.schema import TEXT as TEXT
from catalogue.schema import VIEW as VIEW
from catalogue.schema import alembic_version as alembic_version
from catalogue.schema import boards as boards
from catalogue.schema import claims as claims
from catalogue.schema import forms as forms
from catalogue.schema import metadata as metadata
from catalogue.schema import origins as origins
from catalogue.schema import puzzles as puzzles
from catalogue.schema import recipes as recipes
from catalogue.schema import settings as settings
from catalogue.schema import sources as sources
from catalogue.schema import streams as streams
from catalogue.schema import tags as tags
from catalogue.schema import tallies as tallies
from catalogue.schema import techniques as techniques
from catalogue.schema import uses as uses
