import io

from solver.cli.progress import CLEAR, Progress, line


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_nothing_is_written_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        progress(1, 2)
        progress(2, 2)
    assert stream.getvalue() == ""


def test_the_line_is_rewritten_and_wiped_out_at_the_end() -> None:
    screen = Screen()
    with Progress(screen) as progress:
        progress(0, 2, "bound 26274…26301")
        progress(2, 2)
    first, second, rest = screen.getvalue().removeprefix(CLEAR).split(CLEAR)
    assert first == f"[{'.' * 24}]  0/2  bound 26274…26301"
    assert second == f"[{'#' * 24}]  2/2"
    assert rest == ""


def test_calls_in_quick_succession_are_written_once() -> None:
    screen = Screen()
    with Progress(screen) as progress:
        for done in range(1000):
            progress(done, 10**9)
    assert screen.getvalue().count(CLEAR) < 1000


def test_no_time_is_told_before_anything_was_done() -> None:
    assert line(0, 4, 20) == f"[{'.' * 24}]  0/4"
    assert line(1, 4, 20, before=1) == f"[{'#' * 6}{'.' * 18}]  1/4"
    screen = Screen()
    with Progress(screen) as progress:
        progress.note("compiling…")
        progress(50, 100)
    assert screen.getvalue() == f"{CLEAR}compiling…{CLEAR}[{'#' * 12}{'.' * 12}]  50/100{CLEAR}"


def test_the_line_says_how_long_the_rest_takes() -> None:
    assert line(1, 4, 20) == f"[{'#' * 6}{'.' * 18}]  1/4  1:00 left"
    assert line(1, 361, 10).endswith("  1:00:00 left")
    assert line(3, 5, 20, before=1) == f"[{'#' * 14}{'.' * 10}]  3/5  0:20 left"
    assert line(0, 0, 5) == f"[{'#' * 24}]  0/0"
