"""Shim until the merge."""

from catalogue.files import Unsynced as Unsynced
from catalogue.files import all_synced as all_synced
from catalogue.files import boot_id as boot_id
from catalogue.files import expect_unsynced as expect_unsynced
from catalogue.files import expect_unsynced_only as expect_unsynced_only
from catalogue.files import unsynced as unsynced
