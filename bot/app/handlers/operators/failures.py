"""What failed and was kept: tried again, or dropped."""

from bot.app.handlers.operators.showing import note, show
from bot.app.model.limits import LISTED, LOOKED_AT
from bot.app.model.operators import Failure
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.operators import failures as screens
from bot.app.screens.pages import page_of


async def show_all(page_key: str, request: Request) -> Answer:
    """List what failed lately, the latest first."""
    return _show(await request.work.operators.failed(LOOKED_AT), page_key, request)


async def retry(key: str, request: Request) -> Answer:
    """Try a job or a message again."""
    return await _do(key, request, again=True)


async def drop(key: str, request: Request) -> Answer:
    """It is seen, and goes."""
    return await _do(key, request, again=False)


async def _do(key: str, request: Request, *, again: bool) -> Answer:
    failed = await request.work.operators.failed(LOOKED_AT)
    meant = next((one for one in failed if one.id == key and (one.can_be_retried or not again)), None)
    if meant is None:
        return _show(failed, "", request, "admin.toast-changed")
    if again:
        request.work.operators.retry_failure(meant, request.world.now())
    else:
        request.work.operators.drop_failure(meant)
    note("retry" if again else "drop", request, about=meant.id)
    return _show(tuple(one for one in failed if one is not meant), "", request)


def _show(failed: tuple[Failure, ...], page_key: str, request: Request, toast: str = "") -> Answer:
    page = page_of(len(failed), page_key, LISTED)
    return show(screens.failures(failed[page.begin : page.begin + page.size], page, request.texts), request, toast)
