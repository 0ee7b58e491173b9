"""Answers that take long, computed once."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

_KEPT = 64


class Remembered:
    """The newest answers, by their keys."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object, compute: Callable[[], T]) -> T:
        """Return the answer for a key, computed now or before."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: T = self._kept[key]
                return found
        computed = compute()
        with self._lock:
            self._kept[key] = computed
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return computed
