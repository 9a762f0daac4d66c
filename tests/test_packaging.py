"""What is installed is whole, and `import platform` means the standard library's wherever our code runs."""

import os
import platform
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.support import ROOT

STANDARD = Path(sysconfig.get_path("stdlib"), "platform.py")
PROBE = "import platform, pathlib; pathlib.Path({out!r}).write_text(platform.__file__)\n"
INSTALLED = ("games", "bots", "tournaments", "platform/arena")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python with the wheel installed, and our dependencies, but not the checkout."""
    venv = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    python = venv / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip())
    zipfile.ZipFile(wheel).extractall(packages)
    # a folder named in a .pth file brings its packages, and not its own .pth files: so not the editable install
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return str(python)


@pytest.fixture(params=["checkout", "wheel"])
def python(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("wheel_python")) if request.param == "wheel" else sys.executable


def run(python: str, folder: Path, *words: str) -> str:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "arena.settings", "PYTHONPATH": str(folder)}
    if python == sys.executable:
        env["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT / "platform"), str(ROOT)])
    done = subprocess.run([python, *words], env=env, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def test_pytest_sees_the_standard_librarys_platform() -> None:
    assert Path(platform.__file__).samefile(STANDARD)


def test_django_sees_the_standard_librarys_platform(python: str, tmp_path: Path) -> None:
    code = "import platform, arena; print(platform.__file__, arena.__file__)"
    seen, arena = run(python, tmp_path, "-m", "django", "shell", "--no-imports", "-c", code).split()
    assert Path(seen).samefile(STANDARD)
    assert (ROOT in Path(arena).parents) == (python == sys.executable)


def test_manage_py_sees_the_standard_librarys_platform(tmp_path: Path) -> None:
    code = "import platform; print(platform.__file__)"
    seen = run(sys.executable, tmp_path, str(ROOT / "manage.py"), "shell", "--no-imports", "-c", code)
    assert Path(seen).samefile(STANDARD)


def test_the_worker_sees_the_standard_librarys_platform(python: str, tmp_path: Path) -> None:
    out = tmp_path / "seen"
    (tmp_path / "probe.py").write_text(PROBE.format(out=str(out)))
    (tmp_path / "probe_app.py").write_text(
        "import os, signal\n"
        "from arena.celery_app import app\n"
        "from celery.signals import worker_ready\n"
        "worker_ready.connect(lambda **_: os.kill(os.getpid(), signal.SIGTERM), weak=False)\n"
    )
    words = ("--pool=solo", "--include=probe", "--without-mingle", "--without-gossip", "--hostname=probe@%h")
    run(python, tmp_path, "-m", "celery", "-A", "probe_app", "worker", *words)
    assert Path(out.read_text()).samefile(STANDARD)


def test_the_web_server_sees_the_standard_librarys_platform(python: str, tmp_path: Path) -> None:
    out = tmp_path / "seen"
    (tmp_path / "probe.py").write_text("from arena.asgi import application\n" + PROBE.format(out=str(out)))
    code = "import os; from arena.standalone.web import Load; Load(os.getppid())('probe:application')"
    run(python, tmp_path, "-c", code)
    assert Path(out.read_text()).samefile(STANDARD)


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    files = [path for package in INSTALLED for path in (ROOT / package).rglob("*") if path.is_file()]
    kept = [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]
    wanted = {name.removeprefix("platform/") for name in kept}
    wanted |= {f"arena/docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}  # there by a link
    assert "arena/docs/cli.md" in wanted
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def test_templates_and_static_files_are_found_in_the_wheel(wheel_python: str, tmp_path: Path) -> None:
    code = (
        "from django.template.loader import get_template; from django.contrib.staticfiles import finders;"
        "print(get_template('base.html').origin); print(finders.find('site/base.css'))"
    )
    found = run(wheel_python, tmp_path, "-m", "django", "shell", "--no-imports", "-c", code).splitlines()
    assert len(found) == 2
    assert all(Path(path).is_file() and ROOT not in Path(path).parents for path in found)


def test_the_wheel_brings_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        entry = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "satti = arena.cli:main" in archive.read(entry).decode()
