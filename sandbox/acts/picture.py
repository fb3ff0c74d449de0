"""The picture that the page sends as a photo."""

import struct
import zlib

WIDTH, HEIGHT = 320, 240


def picture() -> bytes:
    """A sky-blue PNG that fades towards the bottom."""
    rows = b"".join(b"\0" + bytes((90 + row // 2, 160 + row // 3, 230)) * WIDTH for row in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
