"""What came of the last experiments, kept so that a plot needs no second run."""

import threading
from collections import OrderedDict
from collections.abc import Iterator

from anyio import CapacityLimiter

from engine.teaching.experiments import Experiment, Outcome

_KEPT = 8  # experiments


class Experiments:
    """The last experiments of a server; one is worked on at a time."""

    def __init__(self) -> None:
        self.limiter = CapacityLimiter(1)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Experiment, list[Outcome]] = OrderedDict()

    def run(self, experiment: Experiment) -> Iterator[Outcome]:
        """Run an experiment and yield its outcomes, which are kept as they come; errors as from `Experiment`."""
        outcomes: list[Outcome] = []
        with self._lock:
            self._kept.pop(experiment, None)
            self._kept[experiment] = outcomes
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        for outcome in experiment.outcomes():
            outcomes.append(outcome)
            yield outcome

    def outcomes(self, experiment: Experiment) -> list[Outcome]:
        """Return what is known of an experiment: all or some of its outcomes; it is run where nothing is kept."""
        with self._lock:
            kept = self._kept.get(experiment)
        return list(kept) if kept else list(self.run(experiment))
