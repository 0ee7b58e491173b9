"""Files of strangers: whatever a library raises for them, each command says one line that names the file."""

import numpy as np
import pytest

COMMANDS = ["solve", "rate", "show", "import", "audit", "dedupe"]


def cut(content):
    return content[: len(content) // 2]


def of_another_version(content):
    changed = bytearray(content)
    for mark, at in ((b"PK\x03\x04", 4), (b"PK\x01\x02", 6)):
        changed[content.find(mark) + at] = 255
    return bytes(changed)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("change", [cut, of_another_version])
def test_a_damaged_archive_is_one_line(tmp_path, call, error_of, monkeypatch, command, change):
    monkeypatch.chdir(tmp_path)
    np.savez("some.npz", puzzles=np.zeros((3, 81), np.uint8))
    (tmp_path / "some.npz").write_bytes(change((tmp_path / "some.npz").read_bytes()))
    assert "some.npz" in error_of(call(command, "some.npz", *(("--home", "home") if command == "import" else ())))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("text", [".And" * 3000, ".Or.AntiKnight" * 400])
def test_groups_in_groups_are_one_line(tmp_path, call, error_of, monkeypatch, command, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.txt").write_text(text)
    said = error_of(call(command, "some.txt", *(("--home", "home") if command == "import" else ())))
    assert "nested more than 50 deep" in said or command == "audit"
