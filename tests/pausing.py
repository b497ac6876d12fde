"""A budget whose pauses are seen, for tests of long functions."""

from collections.abc import Callable

from caballero.machine.limits import Budget


class Paused(Budget):
    """A budget that calls a function at every pause while it runs."""

    def __init__(self, look: Callable[[], object]) -> None:
        super().__init__()
        self.look = look

    def pause(self) -> None:
        self.look()


def pauses_of(work: Callable[[], object]) -> int:
    """Return how often some work pauses."""
    seen: list[int] = []
    with Paused(lambda: seen.append(1)):
        work()
    return len(seen)


def stops(work: Callable[[], object]) -> bool:
    """Return whether a limit ends some work at its first pause."""

    def stop() -> None:
        raise InterruptedError

    try:
        with Paused(stop):
            work()
    except InterruptedError:
        return True
    return False
