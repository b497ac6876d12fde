"""Sweeps whose layers are on disk, for counts that do not fit in memory.

A sweep goes in *stages* of a few steps. Some vertices of the frontier take no part in the steps of
a stage; their degrees divide the layer before it into shards
(:mod:`caballero.counting.kernels.sharding`), each of which is swept alone: states of different
shards never meet. So only the shards that the threads are sweeping are in memory. The shards of a
stage may be swept in any order; each result is a file, its states sorted by the shards of the next
stage.

A flip may map a state to another shard. So a stage ends at a flip, and equal states of several
files are merged when they are read.

Invariants: a file is complete or missing; the files before a stage stay until all files of the
stage are complete, so a sweep that was killed resumes there; a thread never holds more than its
share of the memory. The file of a shard depends only on the files before, so processes can share
the shards (:mod:`caballero.counting.shards`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, count, pairwise
from typing import Any, NamedTuple, cast

from caballero.counting.kernels.counting import Layer, Outbox
from caballero.counting.kernels.sharding import Sharding, measure, place
from caballero.counting.tuning import sizes
from caballero.machine.driver import Meter, drive_over
from caballero.machine.kernel import Counts, Ints, Marks, array_of, is_compiled, zeros
from caballero.machine.limits import Budget, LimitHit, free_memory, processors
from caballero.model.reduction import two_colours

from .checkpoint import Checkpoint, checksum
from .sweep import MEMORY_SHARE, Memory, Sweep, Worker
from .threads import in_threads


class Stage(NamedTuple):
    """Steps of a sweep in which some vertices of the frontier take no part."""

    begin: int
    end: int
    idle: tuple[int, ...]  # the vertices whose degrees are the number of a shard

    @property
    def shards(self) -> int:
        """The number of shards."""
        return int(3 ** len(self.idle))


class ThreadMemory(Memory):
    """The memory of a thread, to the byte.

    >>> memory = ThreadMemory(100)
    >>> ints = memory.room(10)
    >>> memory.release(ints)
    >>> memory.held, memory.peak
    (0, 80)
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.held = self.peak = 0

    def room(self, size: int) -> Ints:
        """Return an array of `size` zeros; raise LimitHit if the thread has too little."""
        if self.held + 8 * size > self.limit:
            raise LimitHit("megabytes")
        self.held += 8 * size
        self.peak = max(self.peak, self.held)
        return zeros(Counts, size)

    def release(self, ints: Ints) -> None:
        """Give an array back."""
        self.held -= 8 * len(ints)


class SpilledSweep:
    """A sweep whose large layers are in the folder of a checkpoint.

    Generation ``g`` is the layer before stage ``g``: a file for each shard of the stage before. The
    last two stages have no steps: the first merges equal states.

    `peak` is the most bytes that its threads may have held together.
    """

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        steps: int,
        budget: Budget,
        checkpoint: Checkpoint,
        name: str,
        *,
        flip: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> None:
        self.sweep = Sweep(neighbours, budget, flip=flip, threads=1)
        self.peak, self._sizes = 0, sizes()
        self._steps = steps
        self._small = self.sweep.first()  # the last layer that is in memory
        self._budget = budget
        self._checkpoint = checkpoint
        self._name = name
        self._neighbours = neighbours
        self._colours = colours_around_hub(neighbours, steps)
        self._threads = (threads or processors()) if is_compiled() else 1

    def run(self) -> list[Ints]:
        """Sweep; return the states of the last layer in pieces, none of them twice."""
        layer = self.first_large()
        if layer is None:
            return self.pieces(None)
        stages = self.stages(layer.step)
        newest = max((g for g in range(len(stages)) if self._is_complete(stages, g)), default=-1)
        if newest < 0:
            self.store_first(layer)
        begin = layer.step
        del layer
        for g in range(max(0, newest), len(stages) - 1):
            self.drop(before=g)
            self._finish(g, stages[g], stages[g + 1], self._read(stages, g))
        return self.pieces(begin)

    def first_large(self) -> Layer | None:
        """Sweep to the first large layer; None if none is large."""
        for layer in self.sweep.layers(self.sweep.first(), self._steps):
            if layer.size >= self._sizes.spilled_states and layer.step < self._steps:
                return layer
            self._small = layer
        return None

    def stages(self, begin: int) -> list[Stage]:
        """Return the stages, of which the first begins at this step."""
        return list(self._stages(begin))

    def store_first(self, layer: Layer) -> None:
        """Store the first large layer: generation 0."""
        stage = self._stage(layer.step)
        self._store(layer, stage, self._file(0, 0), ThreadMemory(self._allowed()), self._budget)

    def sizes(self, begin: int, generation: int) -> list[int]:
        """Return the size of each shard of a stage, in ints; `begin` is that of the first stage."""
        stages = self.stages(begin)
        files, shards = self._read(stages, generation), stages[generation].shards
        return [sum(file[shard + 1] - file[shard] for file in files) for shard in range(shards)]

    def sweep_shards(
        self, begin: int, generation: int, shards: range, most: float
    ) -> tuple[int, str]:
        """Sweep shards of a stage until `most` transitions are counted.

        Returns the first shard that was not swept, and a hash of the files that were written.
        """
        stages = self.stages(begin)
        files = self._read(stages, generation)
        last = self._budget.nodes + most
        marks: list[int] = []
        at = shards.start
        while at < shards.stop and (not marks or self._budget.nodes < last):
            memory = ThreadMemory(self._allowed())
            self._sweep_shard(
                generation, stages[generation], stages[generation + 1], files, at, memory,
                self._budget,
            )  # fmt: skip
            marks.append(self._checkpoint.mark(self._file(generation + 1, at)))
            at += 1
        return at, hashlib.sha256(repr(marks).encode()).hexdigest()

    def pieces(self, begin: int | None) -> list[Ints]:
        """Return the states of the last layer; `begin` is None if no layer is large."""
        if begin is None:
            small = self._small
            return [small.states] if small.step == self._steps else []
        stages = self.stages(begin)
        last = len(stages) - 1  # a single shard
        return [self._piece(file, stages[last], 0) for file in self._read(stages, last)]

    def _is_complete(self, stages: Sequence[Stage], generation: int) -> bool:
        """Return whether all files of a generation are stored."""
        return all(
            self._checkpoint.has(self._file(generation, shard))
            for shard in range(_files(stages, generation))
        )

    def drop(self, before: int | None = None) -> None:
        """Remove the files, or the files of the generations before a generation."""
        if before is None:
            self._checkpoint.drop(f"{self._name}-layer-")
        for older in range(before or 0):
            self._checkpoint.drop(self._file(older))

    def _stages(self, begin: int) -> Iterator[Stage]:
        while begin < self._steps:
            stage = self._stage(begin)
            yield stage
            begin = stage.end
        yield self._stage(begin)
        yield Stage(begin, begin, ())

    def _stage(self, begin: int) -> Stage:
        """Return the longest stage with enough idle vertices and without a flip inside."""
        idle = set(self.sweep.frontier(begin))
        end = begin
        while end < self._steps:
            left = idle.difference(self._neighbours[end], (end,))
            if end > begin and (len(left) < self._sizes.spilled_digits or self.sweep.flipped(end)):
                break
            idle = left
            end += 1
        # The last vertices first: then the last layer is about sorted by signature.
        return Stage(begin, end, tuple(sorted(idle, reverse=True)[: self._sizes.spilled_digits]))

    def _file(self, generation: int, shard: int | None = None) -> str:
        name = f"{self._name}-layer-{generation:02}-"
        return name if shard is None else f"{name}{shard:03}"

    def _read(self, stages: Sequence[Stage], generation: int) -> list[Ints]:
        """Map the files of a generation."""
        names = [self._file(generation, shard) for shard in range(_files(stages, generation))]
        return [self._checkpoint.kept(name, Counts, check=False) for name in names]

    def _piece(self, file: Ints, stage: Stage, shard: int) -> Ints:
        """Return the states of a shard of a stage in a file of :meth:`_store`, and check them."""
        self._budget.pause()
        piece = file[file[shard] : file[shard + 1]]
        if checksum(piece) != file[stage.shards + 1 + shard]:
            raise self._checkpoint.damaged()
        return piece

    def _allowed(self) -> float:
        """Return how many bytes the threads may use."""
        return min(self._sizes.most_bytes, MEMORY_SHARE * free_memory(), self._budget.bytes_left)

    def _finish(self, generation: int, stage: Stage, following: Stage, files: list[Ints]) -> None:
        """Sweep all shards of a stage that are not stored yet."""
        large: list[int] = []  # shards that need more than the memory of a thread
        left = [
            shard
            for shard in range(stage.shards)
            if not self._checkpoint.has(self._file(generation + 1, shard))
        ]
        joined = count(stage.shards - len(left) + 1)

        def work(shard: int, limit: float, alone: bool, meter: Meter) -> None:
            memory = ThreadMemory(limit)
            try:
                self._sweep_shard(generation, stage, following, files, shard, memory, meter)
            except LimitHit:
                if alone:
                    raise
                large.append(shard)
            self.peak = max(self.peak, memory.peak if alone else self._threads * memory.peak)

        def report(_number: int, _nothing: None) -> None:
            steps = stage.begin + (stage.end - stage.begin) * next(joined) / stage.shards
            self._budget.reach(steps / self._steps)

        allowed = self._allowed()
        for alone in (self._threads == 1, True):
            threads = 1 if alone else self._threads
            works = [partial(work, shard, allowed / threads, alone) for shard in left]
            in_threads(works, self._budget, threads=threads, done=report)
            left, large = large, []

    def _sweep_shard(
        self,
        generation: int,
        stage: Stage,
        following: Stage,
        files: list[Ints],
        shard: int,
        memory: ThreadMemory,
        meter: Meter,
    ) -> None:
        """Sweep a shard of a stage, and store the result."""
        worker = Worker(self.sweep.plan, memory)
        layer = self._load(stage, files, shard, worker, memory, meter)
        for _ in range(stage.begin, stage.end):
            worker.begin(layer)
            worker.expand(layer, None, meter)
            memory.release(layer.states)
            layer = self._packed(layer.step + 1, worker, memory, meter)
        self._store(layer, following, self._file(generation + 1, shard), memory, meter)

    def _load(
        self,
        stage: Stage,
        files: list[Ints],
        shard: int,
        worker: Worker,
        memory: ThreadMemory,
        meter: Meter,
    ) -> Layer:
        """Read the states of a shard."""
        pieces = [self._piece(file, stage, shard) for file in files]
        size = sum(map(len, pieces))
        if self.sweep.flipped(stage.begin):
            worker.clear(size // self.sweep.stride // 2, stage.begin)
            for piece in pieces:
                worker.insert(Outbox(piece, array_of(Counts, [len(piece)])), 0, meter)
            return self._packed(stage.begin, worker, memory, meter)
        states = memory.room(size)
        into: Any = memoryview(cast("Any", states)) if is_compiled() else states
        at = 0
        for piece in pieces:
            into[at : at + len(piece)] = piece
            at += len(piece)
        return Layer(stage.begin, size // self.sweep.stride, states)

    def _packed(self, step: int, worker: Worker, memory: ThreadMemory, meter: Meter) -> Layer:
        """Return the states of a worker's table."""
        size = worker.table.used
        states = memory.room(self.sweep.stride * size)
        worker.pack(states, 0, meter)
        return Layer(step, size, states)

    def _store(
        self, layer: Layer, stage: Stage, name: str, memory: ThreadMemory, meter: Meter
    ) -> None:
        """Store a layer, sorted by the shards of the stage after it.

        First come the places where the shards begin, and the end; then their checksums.
        """
        plan, first = self.sweep.plan, self.sweep.plan.place_at[layer.step]
        frontier = self.sweep.frontier(layer.step)
        label = {v: plan.labels[first + p] for p, v in enumerate(frontier)}
        coloured = [v for v in frontier if self._colours[v]]

        def sharding(ends: Sequence[int], into: Ints) -> Sharding:
            return Sharding(
                plan, layer.states,
                labels=array_of(Marks, (label[v] for v in stage.idle)),
                coloured=array_of(Marks, (label[v] for v in coloured)),
                colours=array_of(Marks, (self._colours[v] for v in coloured)),
                surplus=2 * sum(self._colours[: layer.step]),
                ends=array_of(Counts, ends),
                into=into,
            )  # fmt: skip

        measured = sharding([0] * stage.shards, zeros(Counts, 0))
        drive_over(layer.size, partial(measure, measured), meter)
        begins = list(accumulate(measured.ends, initial=2 * stage.shards + 1))
        into = memory.room(begins[-1])
        for shard, begin in enumerate(begins):
            into[shard] = begin
        drive_over(layer.size, partial(place, sharding(begins[:-1], into)), meter)
        whole: Any = memoryview(cast("Any", into)) if is_compiled() else into
        for shard, (begin, end) in enumerate(pairwise(begins), stage.shards + 1):
            into[shard] = checksum(whole[begin:end])
        self._checkpoint.keep(name, Counts, into)
        memory.release(layer.states)
        memory.release(into)


def _files(stages: Sequence[Stage], generation: int) -> int:
    """Return the number of files of a generation: a file for each shard of the stage before."""
    return stages[generation - 1].shards if generation else 1


def colours_around_hub(neighbours: Sequence[Sequence[int]], steps: int) -> list[int]:
    """Return the colour of each vertex, 1 or -1, and 0 of the hub; or all 0 if there is no hub.

    The hub is not among the vertices of the first `steps`; see
    :mod:`caballero.counting.kernels.sharding`.

    >>> colours_around_hub([[1, 4], [0, 2, 4], [1, 3, 4], [2, 4], [0, 1, 2, 3]], 2)
    [1, -1, 1, -1, 0]
    """
    none = [0] * len(neighbours)
    hub = max(range(len(neighbours)), key=lambda v: len(neighbours[v]))
    if hub < steps:
        return none
    rest = [[] if v == hub else [w for w in row if w != hub] for v, row in enumerate(neighbours)]
    found, _ = two_colours(rest)
    if found is None:
        return none
    colours = [0 if v == hub else 1 - 2 * colour for v, colour in enumerate(found)]
    return none if sum(colours) else colours
