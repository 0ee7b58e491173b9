"""The packed bytes of a board."""

from math import factorial

from reference.shapes import rows_of, size_of


def row_bits(size: int) -> int:
    return len(f"{factorial(size) - 1:b}")


def pack(board: list[int]) -> bytes:
    """All rows but the last by their rank among the permutations, one after another as binary numbers."""
    size = size_of(board)
    text = ""
    for row in rows_of(board)[:-1]:
        smaller_later = [sum(later < digit for later in row[i:]) for i, digit in enumerate(row)]
        rank = sum(count * factorial(size - 1 - i) for i, count in enumerate(smaller_later))
        text += f"{rank:0{row_bits(size)}b}"
    text = text or "0"  # one byte at least
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def unpack(packed: bytes, size: int) -> list[int]:
    text = "".join(f"{byte:08b}" for byte in packed)
    bits = row_bits(size)
    rows: list[list[int]] = []
    for start in range(0, (size - 1) * bits, bits):
        rank = int(text[start : start + bits], 2)
        unseen = list(range(1, size + 1))
        rows.append([])
        for left in range(size - 1, -1, -1):
            place, rank = divmod(rank, factorial(left))
            rows[-1].append(unseen.pop(place))
    last = [sum(range(1, size + 1)) - sum(column) for column in zip(*rows, strict=True)]
    return [digit for row in [*rows, last] for digit in row]
