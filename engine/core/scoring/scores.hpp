// The data of scores: rules, records, positions, the steps taken.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/layout.hpp"
#include "scoring/step.hpp"

namespace engine::scoring {

// Goes up when a puzzle may get another score, level or path than before, because scores are stored. Catalogues of
// program 0.2.0 have one version for ratings and scores: their scores are those of version 1.
inline constexpr int score_version = 1;

// A rule with its score and level: a table of them is tried in order.
struct Rule {
    std::int32_t technique, score, level;
};

// How the scoring of a puzzle ended: `stuck` if no rule applies.
enum class Status : std::uint8_t { scored, no_solution, several_solutions, stuck };

inline constexpr std::array status_names = {"scored", "no_solution", "several_solutions", "stuck"};

// All zero, and no technique, unless scored or stuck.
struct Score {
    Status status = Status::scored;
    std::int8_t level = 0;
    std::int16_t hardest = -1;  // Technique
    std::int32_t score = 0;
    std::array<std::uint16_t, technique_count> counts{};
};

inline auto fields(const Score& of) {
    return std::array{
        field("status", of, of.status), field("level", of, of.level),   field("hardest", of, of.hardest),
        field("score", of, of.score),   field("counts", of, of.counts),
    };
}

// A position: the clues, all filled cells, and the candidates that remain as bits for each cell.
struct Position {
    const std::uint8_t *clues, *filled;
    const std::uint16_t* kept;
};

struct TakenStep {
    Step step;
    Rule rule;
};

}  // namespace engine::scoring
