"""Pictures and files: uploaded with a call, or referred to by id."""

import struct
import zlib

from sandbox.refusal import bad_request
from sandbox.schema.kinds import Upload
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import File, Json
from sandbox.world.world import World

_MOST_PHOTO_BYTES = 10 * 2**20
_MOST_DOCUMENT_BYTES = 50 * 2**20
_MOST_SIDES = 10_000
_STEEPEST = 20
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FROM_LENGTH_TO_CONTENT, _SUM = 8, 4
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def photo_of(world: World, given: str | Upload) -> File:
    """The picture to send. Raises Refusal for what is not a picture."""
    if isinstance(given, str):
        file = _known(world, given)
        if not file.width:
            raise bad_request("can't use file of type Document as Photo")
        return file
    if not given.content:
        raise bad_request("file must be non-empty")
    if len(given.content) > _MOST_PHOTO_BYTES:
        raise bad_request(f"file of size {len(given.content)} bytes is too big for a photo")
    width, height = _size_of(given.content)
    if width + height > _MOST_SIDES or max(width, height) > _STEEPEST * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return world.add_file("photos", given.name, given.mime, given.content, (width, height))


def document_of(world: World, given: str | Upload) -> File:
    """The file to send."""
    if isinstance(given, str):
        return _known(world, given)
    if len(given.content) > _MOST_DOCUMENT_BYTES:
        raise bad_request("file is too big")
    if not given.content:
        raise bad_request("file must be non-empty")
    return world.add_file("documents", given.name, given.mime, given.content)


def get_file(state: State, given: Given) -> Json:
    """getFile: the path for the download."""
    file = state.world.files.get(given["file_id"])
    if file is None:
        raise bad_request("invalid file_id")
    described = {"file_id": file.id, "file_unique_id": file.id[-12:], "file_size": len(file.content)}
    return described | {"file_path": file.path}


def _known(world: World, identity: str) -> File:
    if identity not in world.files:
        raise bad_request("wrong file identifier/HTTP URL specified")
    return world.files[identity]


def _size_of(content: bytes) -> tuple[int, int]:
    """Width and height of a whole PNG, or of a JPEG by its header."""
    try:
        if content.startswith(_PNG):
            return _png_size(content)
        if content.startswith(_JPEG):
            return _jpeg_size(content)
    except (struct.error, IndexError):
        pass
    raise bad_request("IMAGE_PROCESS_FAILED")


def _png_size(content: bytes) -> tuple[int, int]:
    """Walk the chunks, checking each checksum, to the one that ends the picture."""
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        (length,) = struct.unpack(">I", content[at : at + 4])
        end = at + _FROM_LENGTH_TO_CONTENT + length
        kind, (data,) = content[at + 4 : at + _FROM_LENGTH_TO_CONTENT], struct.unpack(">I", content[end : end + _SUM])
        if zlib.crc32(content[at + 4 : end]) != data:
            raise bad_request("IMAGE_PROCESS_FAILED")
        at = end + _SUM
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int]:
    """Walk the segments to the first that begins a frame."""
    at = len(_JPEG)
    while content[at + 1] not in _FRAMES:
        (length,) = struct.unpack(">H", content[at + 2 : at + 4])
        at += 2 + length
    height, width = struct.unpack(">HH", content[at + 5 : at + 9])
    return width, height
