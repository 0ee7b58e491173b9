"""What scripts of the page compute, under node: undo, marks, history, sharing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from board_catalogue.catalogue.pages.contents import game_key
from board_catalogue.engine import Grid

NODE = shutil.which("node")


@pytest.mark.skipif(not NODE, reason="node is not installed (Debian: apt install nodejs)")
def test_scripts_under_node():
    own = {"KEY": game_key(Grid.parse("3..1......4..2.."))}
    tests = Path(__file__).with_name("scripts.test.mjs")
    done = subprocess.run([NODE, "--test", tests], env=os.environ | own, capture_output=True, text=True, timeout=100)
    assert not done.returncode, done.stdout
