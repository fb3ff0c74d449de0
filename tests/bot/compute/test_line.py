"""Who comes next: by rank, and in turn between people."""

from bot.compute.processes import Line


def taken(line: Line[str]) -> list[str]:
    return list(iter(line.take, None))


def test_people_take_turns_however_much_each_has_asked() -> None:
    line: Line[str] = Line()
    for number in range(4):
        line.put(f"a{number}", 1, 0)
    for number in range(2):
        line.put(f"b{number}", 2, 0)
    line.put("c0", 3, 0)
    assert taken(line) == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]
    assert line.take() is None


def test_a_lower_rank_comes_first_whoever_asks() -> None:
    line: Line[str] = Line()
    line.put("review", 1, 1)
    line.put("picture", 1, 0)
    line.put("other review", 2, 1)
    assert line.take() == "picture"
    line.put("other picture", 2, 0)
    assert taken(line) == ["other picture", "review", "other review"]
