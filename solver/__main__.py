"""Run the solver by hand: `python -m solver COMMAND VARIANT …`."""

import json
import signal
import sys
from collections.abc import Sequence

from solver.cli.catalogue import COMMANDS, PROGRAM, Command, parser_for, top_parser
from solver.cli.output import BadInput, Failure, nearest, printing
from solver.feedback import InconsistentHistory
from solver.tree import DamagedTree

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code of the process."""
    try:
        with printing():
            _run(list(sys.argv[1:] if arguments is None else arguments))
    except BadInput as error:
        return _report_error(str(error), BAD_INPUT)
    except (Failure, DamagedTree) as error:
        return _report_error(str(error), FAILED)
    except InconsistentHistory:
        return _report_error("no code fits these replies; `doubt` says which of them may be wrong", BAD_INPUT)
    except OSError as error:
        return _report_error(f"{error.filename or 'output'}: {error.strerror}", BAD_INPUT if error.filename else FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _run(given: list[str]) -> None:
    command = _command(given)
    options = parser_for(command).parse_intermixed_args(given[1:])
    if command.interactive:
        # Just before it waits at a prompt, Python does not see an interrupt until the next line is typed.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    report = command.run(options)
    if report is not None:
        print(json.dumps(report.figures) if options.json else report.text)


def _command(given: list[str]) -> Command:
    name = given[0] if given else ""
    if name not in COMMANDS:
        top_parser().parse_known_args(given)
        said = f"no command is called {name!r}" if name else "a command comes first"
        raise BadInput(f"{said}: {', '.join(COMMANDS)} ({PROGRAM} --help){nearest(name, COMMANDS)}")
    return COMMANDS[name]


def _report_error(why: str, status: int) -> int:
    print("solver:", " ".join(why.split()), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
