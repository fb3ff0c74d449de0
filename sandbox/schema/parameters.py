"""Parses the parameters of a call and checks them."""

import json
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.refusal import Refusal, bad_request
from sandbox.schema.kinds import Place, Upload
from sandbox.schema.methods import METHODS, Parameters

Given = dict[str, Any]


async def received(request: web.Request) -> Given:
    """The parameters of a call, from its query and its body of any content type."""
    given: Given = dict(request.query)
    if not request.can_read_body:
        return given
    match request.content_type:
        case "application/json":
            return given | _object(await request.text())
        case "application/x-www-form-urlencoded":
            return given | dict(await request.post())
        case "multipart/form-data":
            return given | await _parts(request)
        case other:
            raise bad_request(f"unsupported content type {other}")


def checked(method: str, given: Given) -> Given:
    """The parameters as values. Raises Refusal for unknown, mistyped or missing ones."""
    parameters = METHODS[method]
    uploads = {name: value for name, value in given.items() if isinstance(value, Upload)}
    _refuse_unknown(parameters, given)
    values = {
        name: parameters[name].kind(value, Place(name, uploads))
        for name, value in given.items()
        if name in parameters and value is not None
    }
    for name, parameter in parameters.items():
        if parameter.required and (name not in values or (parameter.missing and values[name] == "")):
            raise bad_request(parameter.missing or f'parameter "{name}" is required')
    return values


def _refuse_unknown(parameters: Parameters, given: Given) -> None:
    attached = json.dumps([value for value in given.values() if not isinstance(value, Upload)])
    for name, value in given.items():
        if name not in parameters and not (isinstance(value, Upload) and f"attach://{name}" in attached):
            raise bad_request(f'parameter "{name}" is unknown to this method or to the sandbox')


def _object(body: str) -> Given:
    try:
        given = json.loads(body or "{}")
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise Refusal(400, "Bad Request: can't parse the request body as a JSON object")
    return given


async def _parts(request: web.Request) -> Given:
    given: Given = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            raise bad_request("a part of the body has no name")
        if part.filename is None:
            given[part.name] = await part.text()
        else:
            content = bytes(await part.read(decode=True))
            given[part.name] = Upload(
                part.filename, part.headers.get("Content-Type", "application/octet-stream"), content
            )
    return given
