"""Shim until the merge."""

from catalogue.backup import back_up as back_up
from catalogue.backup import check_backup as check_backup
from catalogue.backup import copy_database as copy_database
from catalogue.backup import restore as restore
