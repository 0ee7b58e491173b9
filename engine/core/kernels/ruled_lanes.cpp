// Puzzles under the same houses and relations, one to a lane of the registers.
#include "rules/statements.hpp"

#include "rules/lanes/ruled_tasks.hpp"

namespace engine::rules {

namespace {

bool any_rules(const RuledLanes::Rules&) { return true; }

// Runs what `make` makes of the rules, if they suit.
template <class Make>
bool run(const std::int32_t* numbers, Make make, bool (*suit)(const RuledLanes::Rules&) = any_rules) {
    StatementReader reader(numbers);
    if (reader.number() != 9 || reader.number() != 81) return false;  // digits, cells
    RuledLanes::Rules rules;
    if (!rules.read(reader.statements()) || !suit(rules)) return false;
    auto task = make(rules);
    search_in_lanes<RuledLanes>(task);
    return true;
}

}  // namespace

bool solve_in_lanes(const std::uint8_t* puzzles, std::int64_t count, const std::int32_t* numbers, int limit,
                    std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses) {
    return run(numbers, [&](RuledLanes::Rules& rules) {
        return RuledTask(rules, puzzles, count, limit, solutions, counts, guesses);
    });
}

bool carve_in_lanes(const std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                    const std::int64_t* positions, std::uint8_t* puzzles) {
    return run(numbers, [&](RuledLanes::Rules& rules) {
        return RuledCarveTask(rules, boards, count, seed, positions, puzzles);
    });
}

bool draw_in_lanes(std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                   const std::int64_t* positions) {
    return run(
        numbers, [&](RuledLanes::Rules& rules) { return RuledDrawTask(rules, boards, count, seed, positions); },
        [](const RuledLanes::Rules& rules) { return rules.boards_are_rare(); });
}

}  // namespace engine::rules
