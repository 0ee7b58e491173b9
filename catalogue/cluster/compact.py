"""Messages in few bytes."""

import pickle
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEVEL = 1  # of zlib: higher ones save little and take longer than what they compress took to compute


def compact(message: object) -> bytes:
    """Return anything that can be pickled as bytes."""
    return zlib.compress(pickle.dumps(message, pickle.HIGHEST_PROTOCOL), _LEVEL)


def expanded(packed: bytes) -> Any:
    """Return what `compact` was given. Only for bytes of one's own workers."""
    return pickle.loads(zlib.decompress(packed))


def planes(values: NDArray[Any]) -> bytes:
    """The first bytes of all values or records, then the second ones, and so on: most are 0 and compress to nothing."""
    return values.view(np.uint8).reshape(len(values), values.dtype.itemsize).T.tobytes()


def from_planes(packed: bytes, dtype: Any) -> NDArray[Any]:
    """Return the values that `planes` was given, `(n,)`."""
    of_bytes = np.frombuffer(packed, np.uint8).reshape(np.dtype(dtype).itemsize, -1)
    values: NDArray[Any] = np.ascontiguousarray(of_bytes.T).view(dtype).reshape(-1)
    return values
