"""Whether an answer is what the API describes."""

_TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def check(value, schema, where="answer"):
    """Fail where a value is not what a schema says; only what our schemas use."""
    kinds = schema.get("type", list(_TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fits = any(isinstance(value, _TYPES[kind]) for kind in kinds) and (
        not isinstance(value, bool) or "boolean" in kinds
    )
    assert fits, f"{where}: {value!r} is not {kinds}"
    if "enum" in schema:
        assert value in schema["enum"], where
    if isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            check(item, schema["items"], f"{where}[{place}]")
    if isinstance(value, dict):
        assert set(schema.get("required", [])) <= set(value), where
        for name, item in value.items():
            inner = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
            assert inner is not None or "properties" not in schema, f"{where}.{name} is not described"
            check(item, inner or {}, f"{where}.{name}")
