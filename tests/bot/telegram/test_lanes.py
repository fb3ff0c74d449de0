"""Which updates follow one another: those of one chat, and those of both ids of a group that moves."""

from bot.app.messages import Asked, Chat, Incoming, Migrated, Person, Said, Unknown
from bot.telegram.receive import lanes_of

ANN = Person(7, "Ann")
OLD, NEW, OTHER = -5, -(10**12) - 5, -6


def said(update: int, chat: int) -> Said:
    return Said(update, Chat(chat), ANN, update, "0123")


def numbers(*batch: Incoming) -> list[list[int]]:
    return sorted([incoming.update for incoming in lane] for lane in lanes_of(batch))


def test_each_chat_has_a_lane_in_the_order_of_delivery() -> None:
    batch = (said(1, OLD), said(2, OTHER), Asked(3, "q", ANN, ""), said(4, OLD), Unknown(5, "poll"), said(6, OTHER))
    assert numbers(*batch) == [[1, 4], [2, 6], [3], [5]]


def test_both_ids_of_a_group_that_moves_share_a_lane() -> None:
    move = (Migrated(2, Chat(OLD), NEW), Migrated(3, Chat(OLD), NEW))
    assert numbers(said(1, OLD), *move, said(4, NEW), said(5, OTHER)) == [[1, 2, 3, 4], [5]]


def test_whichever_order_telegram_tells_in_the_move_stands_between_the_old_chat_and_the_new() -> None:
    late = (said(1, NEW), Migrated(2, Chat(OLD), NEW), said(3, OLD), said(4, NEW), said(5, OLD))
    assert numbers(*late) == [[3, 5, 2, 1, 4]]


def test_where_only_one_of_the_two_messages_comes_it_is_the_same() -> None:
    assert numbers(said(1, OLD), said(2, NEW)) == [[1], [2]]
    assert numbers(Migrated(1, Chat(OLD), NEW), said(2, NEW), said(3, OTHER)) == [[1, 2], [3]]
