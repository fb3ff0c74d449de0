"""Run the solver by hand: `python -m solver COMMAND VARIANT …`."""

import io
import json
import os
import sys
from collections.abc import Sequence

from solver.cli.bad_input import BadInput
from solver.cli.catalogue import COMMANDS, Command
from solver.cli.parser import PROGRAM, parser_for, top_parser
from solver.cli.report import Report
from solver.feedback import InconsistentHistory

BAD_INPUT = 2
BROKEN_PIPE = 141  # as shells count a program that ends so
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; its exit code is ours."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # words and arrows where only ASCII may be written
    try:
        status = _carried_out(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BadInput as error:
        return _refused(str(error))
    except InconsistentHistory:
        return _refused("no code fits these replies; `doubt` says which of them may be wrong")
    except BrokenPipeError:
        # What is still unwritten would be tried once more at the end of the program.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _carried_out(given: list[str]) -> int:
    command = _command(given)
    options = parser_for(command).parse_intermixed_args(given[1:])
    report = command.module.run(options)
    if report is None:
        return 0
    _print(report, as_json=options.json)
    return report.status


def _command(given: list[str]) -> Command:
    name = given[0] if given else ""
    if name not in COMMANDS:
        top_parser().parse_known_args(given)
        said = f"no command is called {name!r}" if name else "a command comes first"
        raise BadInput(f"{said}: {', '.join(COMMANDS)} ({PROGRAM} --help)")
    return COMMANDS[name]


def _print(report: Report, *, as_json: bool) -> None:
    print(json.dumps(report.figures) if as_json else report.text)


def _refused(why: str) -> int:
    print("solver:", " ".join(why.split()), file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
