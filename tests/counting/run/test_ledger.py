"""The ledger: whatever happens in whatever order, every shard has one result."""

import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from caballero import InvalidInput
from caballero.counting.run.ledger import (
    DIGITS,
    MOST_FAILURES,
    Coordinator,
    Ledger,
    NewShard,
    Result,
)

DEEPEST = 3
ABOUT = {"question": "how many?"}


def result_of(place: str, worker: str = "w") -> Result:
    """The fixed result of the shard at a place: a few tours, and some shards below it."""
    left = len(place) % 3 + 1 if len(place) < DEEPEST else 0
    spec = tuple(NewShard(0.1, f'{{"i": {i}}}') for i in range(left))
    return Result(worker, sum(map(ord, place)), f"hash of {place}", None, 1, 0.5, spec)


def all_places(place: str) -> set[str]:
    """All shards that there will be at last."""
    below = [place + DIGITS[i] for i in range(len(result_of(place).left))]
    return {place}.union(*(all_places(one) for one in below))


class LedgerMachine(RuleBasedStateMachine):
    """Workers come and go, coordinators are killed, results come twice or late."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = 0.0
        self.lent: dict[int, str] = {}  # what workers think that they have
        self.open(make=True)
        self.ledger.describe(ABOUT, [NewShard(1.0, "{}")])

    def open(self, make: bool = False) -> None:
        self.ledger = Ledger(Path(self.folder.name), create=make)

    def teardown(self) -> None:
        while (lease := self.ledger.lease(1e9, 1e9)) is not None:
            self.ledger.record(lease.number, result_of(lease.place))
        shards = list(self.ledger.shards())
        places = {shard.place for shard in shards}
        assert places <= all_places("0")
        assert self.failed() or places == all_places("0")
        for shard in shards:
            if shard.state in ("done", "verified"):
                expected = result_of(shard.place)
                assert (shard.tours, shard.hash) == (expected.tours, expected.hash)
        assert [shard.place for shard in shards] == sorted(shard.place for shard in shards)
        self.ledger.__exit__()
        self.folder.cleanup()

    def failed(self) -> set[str]:
        return {shard.place for shard in self.ledger.shards("failed")}

    @rule(length=st.floats(0, 5))
    def lease(self, length: float) -> None:
        lease = self.ledger.lease(self.clock + length, self.clock)
        if lease is not None:
            self.lent[lease.number] = lease.place

    @precondition(lambda self: self.lent)
    @rule(data=st.data(), forget=st.booleans())
    def finish(self, data: st.DataObject, forget: bool) -> None:
        number = data.draw(st.sampled_from(sorted(self.lent)))
        before = {shard.number: shard.state for shard in self.ledger.shards()}[number]
        taken = self.ledger.record(number, result_of(self.lent[number]))
        assert taken == (before not in ("done", "verified"))
        if forget:
            del self.lent[number]

    @precondition(lambda self: self.lent)
    @rule(data=st.data(), why=st.sampled_from([None, "fault"]))
    def give_back(self, data: st.DataObject, why: str | None) -> None:
        number = data.draw(st.sampled_from(sorted(self.lent)))
        self.ledger.give_back([number], why)

    @rule(seconds=st.floats(0, 5))
    def wait(self, seconds: float) -> None:
        self.clock += seconds

    @rule()
    def kill(self) -> None:
        self.ledger.__exit__()
        self.open()
        self.ledger.take_over(Coordinator("t", "host", 1, self.clock, self.clock, 0.0))
        assert not list(self.ledger.shards("leased"))

    @rule(data=st.data())
    def lose_a_file(self, data: st.DataObject) -> None:
        over = [shard.number for shard in self.ledger.shards("done", "verified")]
        if over:
            self.ledger.requeue([data.draw(st.sampled_from(over))], "file")

    @rule(data=st.data())
    def verify(self, data: st.DataObject) -> None:
        shards = list(self.ledger.shards())
        shard = data.draw(st.sampled_from(shards))
        self.ledger.record_verified(shard.number, "other")
        after = {one.number: one.state for one in self.ledger.shards()}[shard.number]
        over = shard.state in ("done", "verified")
        assert after == ("verified" if over else shard.state)

    @invariant()
    def shares_add_up(self) -> None:
        totals = self.ledger.totals()
        assert -1e-9 <= totals.share <= 1
        assert sum(totals.states.values()) == len(list(self.ledger.shards()))

    @invariant()
    def failures_are_few(self) -> None:
        assert all(shard.failures <= MOST_FAILURES for shard in self.ledger.shards())


TestLedger = pytest.mark.slow(LedgerMachine.TestCase)
TestLedger.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)


def test_a_phase_waits_for_those_before(tmp_path: Path) -> None:
    """Only phase 0 waits for nothing; a shard that is redone holds up the later phases again."""
    result = Result("w", 1, "hash", None, 1, 0.5)
    shards = [NewShard(1.0, "{}", phase) for phase in (1, 1, 2, 4, 0)]
    with Ledger(tmp_path, create=True) as ledger:
        ledger.describe(ABOUT, shards)

        def leased() -> list[int]:
            return [lease.number for lease in iter(lambda: ledger.lease(60, 0), None)]

        def record(*numbers: int) -> None:
            for number in numbers:
                ledger.record(number, result)

        assert leased() == [1, 2, 5]
        record(1, 5)
        assert leased() == []
        record(2)
        assert leased() == [3]
        record(3)
        ledger.requeue([2], "file")
        assert leased() == [2]
        record(2)
        assert leased() == [4]
        record(4)
        assert ledger.totals().complete


def test_a_change_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    with Ledger(tmp_path, create=True) as ledger:
        ledger.describe(ABOUT, [NewShard(1.0, "{}")])
        lease = ledger.lease(60, 0)
        assert lease is not None
        too_many = result_of("0")._replace(left=(NewShard(0.1, "{}"),) * (len(DIGITS) + 1))
        with pytest.raises(ValueError, match="too many"):
            ledger.record(lease.number, too_many)
        broken = result_of("0")._replace(left=(NewShard(0.1, None),))  # type: ignore[arg-type]
        with pytest.raises(InvalidInput):
            ledger.record(lease.number, broken)
        assert [shard.state for shard in ledger.shards()] == ["leased"]


def test_an_interrupt_as_a_change_begins_leaves_no_lease(tmp_path: Path) -> None:
    with Ledger(tmp_path, create=True) as ledger:
        ledger.describe(ABOUT, [NewShard(1.0, "{}")])
        ledger.take_over(Coordinator("mine", "host", 1, 0.0, 0.0, 0.0))
        assert ledger.lease(10, 0) is not None
        ledger._base.execute("BEGIN IMMEDIATE")  # and here the interrupt comes
        ledger.leave("mine")
        assert ledger.totals().states == {"waiting": 1}


@pytest.mark.parametrize(
    "spoil",
    [
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM shard; END",
        "DROP TABLE shard",
    ],
)
def test_other_tables_are_none_of_ours(tmp_path: Path, spoil: str) -> None:
    with Ledger(tmp_path, create=True):
        pass
    base = sqlite3.connect(tmp_path / "ledger.sqlite")
    base.execute(spoil)
    base.close()
    with pytest.raises(InvalidInput) as caught:
        Ledger(tmp_path)
    assert caught.value.code == "run-damaged"


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "run-no-store"), (b"no database" * 500, "run-damaged")]
)
def test_other_files_are_no_ledger(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "ledger.sqlite").write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        Ledger(tmp_path)
    assert caught.value.code == code


def test_many_may_make_the_same_ledger(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()

        def make(folder: Path = folder) -> dict[str, str]:
            with Ledger(folder, create=True) as ledger:
                ledger.describe(ABOUT, [NewShard(1.0, "{}")])
                return ledger.description()

        with ThreadPoolExecutor(4) as pool:
            made = [pool.submit(make) for _ in range(4)]
        assert [one.result() for one in made] == [ABOUT | {"shards": "1"}] * 4
        with Ledger(folder) as ledger:
            assert len(list(ledger.shards())) == 1


@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_deleted_shard_is_noticed_while_the_run_is_unfinished(
    tmp_path: Path, number: int
) -> None:
    with Ledger(tmp_path, create=True) as ledger:
        ledger.describe(ABOUT, [NewShard(0.5, "{}"), NewShard(0.5, "{}")])
        for _ in range(2):
            lease = ledger.lease(until=60, now=0)
            assert lease is not None
            ledger.record(lease.number, result_of(lease.place))
        assert sum(ledger.totals().states.values()) == 6
        base = sqlite3.connect(tmp_path / "ledger.sqlite")
        base.execute("DELETE FROM shard WHERE number = ?", (number,))
        base.commit()
        base.close()
        with pytest.raises(InvalidInput) as caught:
            ledger.totals()
        assert caught.value.code == "run-damaged"
