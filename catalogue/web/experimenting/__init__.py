"""What the Experiment page runs: searches of random boards, and what came of the last ones."""
