"""How much leaves in any stretch of time, for tests."""

TINY = 1e-6


def assert_never_more(left: list[float], rate: float, burst: float) -> None:
    """No stretch of time holds more than the burst and the rate allow."""
    for first, begin in enumerate(left):
        for last in range(first, len(left)):
            assert last - first + 1 <= burst + (left[last] - begin) * rate + TINY
