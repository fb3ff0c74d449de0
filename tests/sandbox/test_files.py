import struct
import zlib
from dataclasses import replace

import pytest

from sandbox.acts.picture import picture
from sandbox.client import NotPossible, Person, Sandbox
from tests.sandbox.caller import Caller
from tests.sandbox.uploads import ask, upload


def png(width: int, height: int) -> bytes:
    """A whole one, but for its points."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


def jpeg(width: int, height: int) -> bytes:
    comment = b"\xff\xe0" + struct.pack(">H", 4) + b"hi"
    return b"\xff\xd8" + comment + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, height, width)


@pytest.mark.parametrize("content", [png(400, 300), jpeg(400, 300)])
async def test_a_picture_knows_its_size_and_can_be_downloaded(bot: Caller, alice: Person, content: bytes) -> None:
    sent = await upload(bot, "sendPhoto", alice.id, "photo", content, caption="<b>x</b>", parse_mode="HTML")
    (size,) = sent["photo"]
    assert (size["width"], size["height"], size["file_size"]) == (400, 300, len(content))
    assert sent["caption_entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    file = await bot("getFile", file_id=size["file_id"])
    async with bot.session.get(f"/file/bot{bot.token}/{file['file_path']}") as response:
        assert await response.read() == content
    seen = await alice.sees("x")
    assert (seen.photo, seen.bold) == (f"/files/{file['file_path']}", ("x",))


async def test_a_picture_has_buttons_that_can_be_pressed(bot: Caller, alice: Person) -> None:
    keyboard = {"inline_keyboard": [[{"text": "Again", "callback_data": "again"}]]}
    sent = await upload(bot, "sendPhoto", alice.id, "photo", picture(), caption="Over", reply_markup=keyboard)
    assert sent["reply_markup"] == keyboard
    assert (await alice.sees("Over")).buttons == ("Again",)


async def test_whoever_tests_reads_the_bytes_of_what_is_shown(sandbox: Sandbox, bot: Caller, alice: Person) -> None:
    await upload(bot, "sendPhoto", alice.id, "photo", picture(), caption="Over")
    shown = await alice.sees("Over")
    assert str(shown).endswith("(photo) Over")
    assert await sandbox.photo(shown) == picture()
    with pytest.raises(NotPossible, match="shows no picture"):
        await sandbox.photo(await alice.send("Thanks"))
    with pytest.raises(NotPossible, match="there is no file"):
        await sandbox.photo(replace(shown, photo="/files/photos/none.png"))


async def test_a_picture_can_be_sent_again_by_its_id(bot: Caller, alice: Person) -> None:
    first = await upload(bot, "sendPhoto", alice.id, "photo", picture())
    again = await bot("sendPhoto", chat_id=alice.id, photo=first["photo"][0]["file_id"])
    assert again["photo"] == first["photo"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (b"\x89PNG\r\n\x1a\n", "IMAGE_PROCESS_FAILED"),
        (png(9, 9)[:-4], "IMAGE_PROCESS_FAILED"),
        (png(9, 9).replace(b"\x00\x09", b"\x00\x08", 1), "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8\xff", "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8" + b"\xff\x00\x00\x00" * 9, "IMAGE_PROCESS_FAILED"),
        (png(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (png(2001, 100), "PHOTO_INVALID_DIMENSIONS"),
    ],
)
async def test_what_is_no_good_picture_is_refused(bot: Caller, alice: Person, content: bytes, reason: str) -> None:
    answer = await ask(bot, "sendPhoto", alice.id, "photo", content)
    assert answer["description"] == f"Bad Request: {reason}"


async def test_a_picture_has_at_most_ten_megabytes(bot: Caller, alice: Person) -> None:
    answer = await ask(bot, "sendPhoto", alice.id, "photo", png(9, 9) + bytes(10 * 2**20))
    assert answer["description"] == "Bad Request: file of size 10485805 bytes is too big for a photo"


async def test_an_empty_file_is_refused(bot: Caller, alice: Person) -> None:
    for method, name in (("sendPhoto", "photo"), ("sendDocument", "document")):
        answer = await ask(bot, method, alice.id, name, b"")
        assert answer["description"] == "Bad Request: file must be non-empty"


async def test_an_unknown_id_is_refused(bot: Caller, alice: Person) -> None:
    for method, name in (("sendPhoto", "photo"), ("sendDocument", "document")):
        reason = await bot.refused(method, **{"chat_id": alice.id, name: "https://example.org/x.png"})
        assert reason == "Bad Request: wrong file identifier/HTTP URL specified"
    assert await bot.refused("getFile", file_id="x") == "Bad Request: invalid file_id"


async def test_a_document_is_no_photo(bot: Caller, alice: Person) -> None:
    sent = await upload(bot, "sendDocument", alice.id, "document", b"123")
    reason = await bot.refused("sendPhoto", chat_id=alice.id, photo=sent["document"]["file_id"])
    assert reason == "Bad Request: can't use file of type Document as Photo"


async def test_a_caption_has_at_most_1024_characters(bot: Caller, alice: Person) -> None:
    answer = await ask(bot, "sendPhoto", alice.id, "photo", picture(), caption="x" * 1025)
    assert answer["description"] == "Bad Request: message caption is too long"


async def test_files_are_for_who_knows_the_token(bot: Caller) -> None:
    async with bot.session.get("/file/bot1:x/photos/file_1.png") as response:
        assert response.status == 401
    async with bot.session.get(f"/file/bot{bot.token}/photos/file_1.png") as response:
        assert response.status == 404
    async with bot.session.get("/files/photos/file_1.png") as response:
        assert response.status == 404
