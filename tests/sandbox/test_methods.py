"""The table of methods agrees with the library's own signatures, and with what is implemented."""

import inspect
import re

import pytest
import telegram

from sandbox.api.handlers import HANDLERS
from sandbox.schema.methods import METHODS


def signature(method: str) -> dict[str, inspect.Parameter]:
    name = re.sub(r"(?<!^)([A-Z])", lambda match: "_" + match[1].lower(), method)
    return dict(inspect.signature(getattr(telegram.Bot, name)).parameters)


def test_every_method_of_the_table_is_carried_out() -> None:
    assert METHODS.keys() == HANDLERS.keys()


@pytest.mark.parametrize("method", METHODS)
def test_every_parameter_is_known_to_the_library(method: str) -> None:
    assert METHODS[method].keys() <= signature(method).keys()


@pytest.mark.parametrize("method", METHODS)
def test_the_same_parameters_are_required(method: str) -> None:
    required = {
        name
        for name, parameter in signature(method).items()
        if name != "self" and parameter.default is inspect.Parameter.empty
    }
    assert {name for name, parameter in METHODS[method].items() if parameter.required} == required
