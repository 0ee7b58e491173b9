"""The threads of a pipeline and the bounded queues between them, which fills, imports and verification share."""
