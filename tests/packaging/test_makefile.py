"""`make` sets up its environment once, anew where that is broken and was made by it, and touches no other."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from zipfile import ZipFile

import pytest

from tests.bot.typed import only
from tests.needs import ROOT

PATIENCE = 300
METADATA = {
    "METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n",
    "WHEEL": "Wheel-Version: 1.0\n",
    "RECORD": "",
}
SETTING_UP = "Setting up .venv (once)…"
CURE = ".venv does not work, and was not made here: make clean removes it, and the next make sets up another"


class Checkout:
    """A folder with this Makefile, and of the bot only what it asks for; it needs a package that lies beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.venv, wheels = folder, folder / ".venv", folder / "wheels"
        wheels.mkdir()
        with ZipFile(wheel := wheels / "tiny-1-py3-none-any.whl", "w") as packed:
            packed.writestr("tiny.py", "")
            for name, text in METADATA.items():
                packed.writestr(f"tiny-1.dist-info/{name}", text)
        sha = hashlib.sha256(wheel.read_bytes()).hexdigest()
        lock = f"tiny==1 \\\n    --hash=sha256:{sha}\nnever==1 ; sys_platform == 'never' \\\n    --hash=sha256:{sha}\n"
        for name in ("requirements.lock", "requirements-dev.lock", "requirements-search.lock"):
            (folder / name).write_text(lock, "utf-8")
        shutil.copy(ROOT / "Makefile", folder)
        (folder / "bot").mkdir()
        (folder / "bot" / "__main__.py").write_text("import tiny\nprint('plays')\n", "utf-8")
        (folder / "bot" / "settings.py").write_text("def no_token():\n    return ''\n", "utf-8")
        self._around = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
            "MAKEFLAGS": "",
            "MAKELEVEL": "",
            "PYTHONPATH": "",
        }

    def make(self, *words: str, **given: str) -> CompletedProcess[str]:
        command = ["make", "--silent", *words, f"PYTHON={sys.executable}"]
        around = only(self._around | given)
        return subprocess.run(
            command, cwd=self.folder, env=around, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def base_gone(checkout: Checkout) -> None:
    checkout.python.unlink()
    checkout.python.symlink_to("/nowhere/python3.11")


def python_too_old(checkout: Checkout) -> None:
    checkout.python.unlink()
    checkout.python.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    checkout.python.chmod(0o755)


def packages_missing(checkout: Checkout) -> None:
    for found in checkout.venv.glob("lib/*/site-packages/tiny*"):
        shutil.rmtree(found) if found.is_dir() else found.unlink()


def another_python(checkout: Checkout) -> None:
    [packages] = checkout.venv.glob("lib/python3.*")
    packages.rename(packages.with_name("python3.99"))


def interrupted_before_its_python(checkout: Checkout) -> None:
    shutil.rmtree(checkout.venv / "bin")
    (checkout.venv / ".run").unlink()


def interrupted_before_pip(checkout: Checkout) -> None:
    for found in checkout.venv.glob("lib/*/site-packages/pip*"):
        shutil.rmtree(found)
    (checkout.venv / ".run").unlink()


WAYS: tuple[Callable[[Checkout], None], ...] = (
    base_gone,
    python_too_old,
    packages_missing,
    another_python,
    interrupted_before_its_python,
    interrupted_before_pip,
)


@pytest.mark.costly
def test_what_make_has_set_up_is_left_alone_until_it_breaks_and_then_made_anew(checkout: Checkout) -> None:
    first = checkout.make("run")
    assert (first.returncode, first.stdout.splitlines()) == (0, [SETTING_UP, "plays"]), first.stderr
    for way in WAYS:
        before = (checkout.venv / ".run").stat().st_mtime_ns
        again = checkout.make()
        assert (again.stdout, again.stderr) == ("plays\n", "")
        assert (checkout.venv / ".run").stat().st_mtime_ns == before
        way(checkout)
        (checkout.venv / "left over").touch()
        tried = checkout.make("--dry-run")
        assert (tried.returncode, (checkout.venv / "left over").exists()) == (0, True), way
        mended = checkout.make()
        assert (mended.returncode, mended.stdout.splitlines()) == (0, [SETTING_UP, "plays"]), (way, mended.stderr)
        assert not (checkout.venv / "left over").exists()


@pytest.mark.costly
def test_one_that_somebody_else_has_made_is_used_and_never_removed(checkout: Checkout) -> None:
    subprocess.run([sys.executable, "-m", "venv", checkout.venv], check=True)
    used = checkout.make()
    assert (used.returncode, used.stdout) == (0, "plays\n"), used.stderr
    packages_missing(checkout)
    told = checkout.make()
    assert (told.returncode, told.stdout, checkout.python.exists()) == (2, f"{CURE}\n", True)
    assert checkout.make("clean").returncode == 0
    mended = checkout.make()
    assert (mended.returncode, mended.stdout.splitlines()) == (0, [SETTING_UP, "plays"]), mended.stderr


@pytest.mark.parametrize("what", ["a folder", "a file", "a dangling link", "a base that is gone"])
@pytest.mark.parametrize("goal", ["run", "check"])
def test_what_is_no_environment_and_was_not_made_here_is_told_with_its_cure(
    checkout: Checkout, what: str, goal: str
) -> None:
    match what:
        case "a folder":
            checkout.venv.mkdir()
        case "a file":
            checkout.venv.touch()
        case "a dangling link":
            checkout.venv.symlink_to("nowhere")
        case _:
            checkout.python.parent.mkdir(parents=True)
            base = os.path.realpath(checkout.folder / "nowhere")
            checkout.python.symlink_to(base)
    told = checkout.make(goal)
    assert (told.returncode, told.stdout) == (2, f"{CURE}\n")
    assert os.path.lexists(checkout.venv)
    assert checkout.make("clean").returncode == 0
    assert not os.path.lexists(checkout.venv)
