"""The door of the program."""

import atexit
import gc
import signal
import subprocess
import sys

import pytest

BEFORE = signal.getsignal(signal.SIGINT)
from board_catalogue.catalogue.__main__ import main  # noqa: E402  it takes the signal for itself

signal.signal(signal.SIGINT, BEFORE)


class InterruptedImport:
    """Ctrl-C just when the commands are to be loaded."""

    def find_spec(self, name, path=None, target=None):
        if name == "board_catalogue.catalogue.cli":
            raise KeyboardInterrupt


def test_ctrl_c_while_the_commands_are_loaded_ends_the_program_without_a_word(monkeypatch, capsys):
    monkeypatch.setattr(gc, "set_threshold", lambda young: None)
    monkeypatch.setattr(atexit, "register", lambda function: None)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.delitem(sys.modules, "board_catalogue.catalogue.cli")
    monkeypatch.setattr(sys, "meta_path", [InterruptedImport(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_what_is_not_installed_is_told_in_one_line(call, error_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "board_catalogue.catalogue.verbs.stats", None)
    assert "board_catalogue.catalogue.verbs.stats" in error_of(call("stats"))


@pytest.mark.slow
def test_python_runs_the_same_program(program):
    answers = [
        subprocess.run([*command, "query", "--limit", "-1"], capture_output=True, text=True)
        for command in ([program], [sys.executable, "-m", "board_catalogue.catalogue"])
    ]
    ours, pythons = answers
    assert ours.returncode == pythons.returncode == 2
    assert pythons.stderr == ours.stderr.replace("catalogue query", "python -m board_catalogue.catalogue query")
    assert ours.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "moment",
    [
        "import interrupted; assert interrupted.done",  # an import ends first
        "class Lost:\n    def __del__(self): raise KeyboardInterrupt\nLost()",  # what a callback loses comes again
    ],
)
def test_ctrl_c_comes_when_it_does_no_harm(tmp_path, moment):
    (tmp_path / "interrupted.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\ndone = True\n")
    lines = [
        "import signal, time",
        "from board_catalogue.catalogue import __main__ as program",
        "program.AGAIN = 0.5",  # on a busy machine a hundredth of a second can be over before the next line
        "program.heed_ctrl_c()",
        "try:",
        *(f"    {line}" for line in moment.splitlines()),
        "    print('on', flush=True)",
        "    time.sleep(9)",
        "except KeyboardInterrupt:",
        "    print('off')",
    ]
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, cwd=tmp_path)
    assert (run.stdout.split(), run.stderr) == (["on", "off"], "")
