// Every technique of HoDoKu 2.2.0 with its name, the rule by which a solver looks for it, its score, its level, and whether it is
// used unless somebody says otherwise.
//
// Some rules find several techniques in one search, such as the three kinds of nice loops; then the score and level are
// those of the rule, and the rule has a name of its own that no step carries.
#pragma once

#include <array>
#include <cstdint>

namespace engine::scoring {

// The rules in the order in which HoDoKu tries them, then what the rules that find several techniques call them. The numbers
// are stored with steps: a new technique gets the next one, and none ever changes.
// clang-format off
#define SCORING_TECHNIQUES(TECHNIQUE) \
    TECHNIQUE(full_house, full_house, 4, easy, true) \
    TECHNIQUE(naked_single, naked_single, 4, easy, true) \
    TECHNIQUE(hidden_single, hidden_single, 14, easy, true) \
    TECHNIQUE(locked_pair, locked_pair, 40, medium, true) \
    TECHNIQUE(locked_triple, locked_triple, 60, medium, true) \
    TECHNIQUE(pointing, pointing, 50, medium, true) \
    TECHNIQUE(claiming, claiming, 50, medium, true) \
    TECHNIQUE(naked_pair, naked_pair, 60, medium, true) \
    TECHNIQUE(naked_triple, naked_triple, 80, medium, true) \
    TECHNIQUE(hidden_pair, hidden_pair, 70, medium, true) \
    TECHNIQUE(hidden_triple, hidden_triple, 100, medium, true) \
    TECHNIQUE(naked_quadruple, naked_quadruple, 120, hard, true) \
    TECHNIQUE(hidden_quadruple, hidden_quadruple, 150, hard, true) \
    TECHNIQUE(x_wing, x_wing, 140, hard, true) \
    TECHNIQUE(swordfish, swordfish, 150, hard, true) \
    TECHNIQUE(jellyfish, jellyfish, 160, hard, true) \
    TECHNIQUE(remote_pair, remote_pair, 110, hard, true) \
    TECHNIQUE(bug_plus_1, bug_plus_1, 100, hard, true) \
    TECHNIQUE(skyscraper, skyscraper, 130, hard, true) \
    TECHNIQUE(two_string_kite, two_string_kite, 150, hard, true) \
    TECHNIQUE(turbot_fish, turbot_fish, 120, hard, true) \
    TECHNIQUE(empty_rectangle, empty_rectangle, 120, hard, true) \
    TECHNIQUE(w_wing, w_wing, 150, hard, true) \
    TECHNIQUE(xy_wing, xy_wing, 160, hard, true) \
    TECHNIQUE(xyz_wing, xyz_wing, 180, hard, true) \
    TECHNIQUE(uniqueness_1, uniqueness_1, 100, hard, true) \
    TECHNIQUE(uniqueness_2, uniqueness_2, 100, hard, true) \
    TECHNIQUE(uniqueness_3, uniqueness_3, 100, hard, true) \
    TECHNIQUE(uniqueness_4, uniqueness_4, 100, hard, true) \
    TECHNIQUE(uniqueness_5, uniqueness_5, 100, hard, true) \
    TECHNIQUE(uniqueness_6, uniqueness_6, 100, hard, true) \
    TECHNIQUE(hidden_rectangle, hidden_rectangle, 100, hard, true) \
    TECHNIQUE(avoidable_rectangle_1, avoidable_rectangle_1, 100, hard, true) \
    TECHNIQUE(avoidable_rectangle_2, avoidable_rectangle_2, 100, hard, true) \
    TECHNIQUE(finned_x_wing, finned_x_wing, 130, hard, true) \
    TECHNIQUE(sashimi_x_wing, sashimi_x_wing, 150, hard, true) \
    TECHNIQUE(finned_swordfish, finned_swordfish, 200, unfair, true) \
    TECHNIQUE(sashimi_swordfish, sashimi_swordfish, 240, unfair, true) \
    TECHNIQUE(finned_jellyfish, finned_jellyfish, 250, unfair, true) \
    TECHNIQUE(sashimi_jellyfish, sashimi_jellyfish, 260, unfair, true) \
    TECHNIQUE(sue_de_coq, sue_de_coq, 250, unfair, true) \
    TECHNIQUE(simple_colors, simple_colors, 150, hard, true) \
    TECHNIQUE(multi_colors, multi_colors, 200, hard, true) \
    TECHNIQUE(x_chain, x_chain, 260, unfair, true) \
    TECHNIQUE(xy_chain, xy_chain, 260, unfair, true) \
    TECHNIQUE(nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(grouped_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(als_xz, als_xz, 300, unfair, true) \
    TECHNIQUE(als_xy_wing, als_xy_wing, 320, unfair, true) \
    TECHNIQUE(als_chain, als_chain, 340, unfair, true) \
    TECHNIQUE(death_blossom, death_blossom, 360, unfair, false) \
    TECHNIQUE(franken_x_wing, franken_x_wing, 300, unfair, true) \
    TECHNIQUE(franken_swordfish, franken_swordfish, 350, unfair, true) \
    TECHNIQUE(franken_jellyfish, franken_jellyfish, 370, unfair, false) \
    TECHNIQUE(finned_franken_x_wing, finned_franken_x_wing, 390, unfair, true) \
    TECHNIQUE(finned_franken_swordfish, finned_franken_swordfish, 410, unfair, true) \
    TECHNIQUE(finned_franken_jellyfish, finned_franken_jellyfish, 430, unfair, false) \
    TECHNIQUE(mutant_x_wing, mutant_x_wing, 450, extreme, false) \
    TECHNIQUE(mutant_swordfish, mutant_swordfish, 450, extreme, false) \
    TECHNIQUE(mutant_jellyfish, mutant_jellyfish, 450, extreme, false) \
    TECHNIQUE(finned_mutant_x_wing, finned_mutant_x_wing, 470, extreme, false) \
    TECHNIQUE(finned_mutant_swordfish, finned_mutant_swordfish, 470, extreme, false) \
    TECHNIQUE(finned_mutant_jellyfish, finned_mutant_jellyfish, 470, extreme, false) \
    TECHNIQUE(kraken_fish, kraken_fish, 500, extreme, false) \
    TECHNIQUE(forcing_chain, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_net, forcing_net, 700, extreme, true) \
    TECHNIQUE(brute_force, brute_force, 10000, extreme, true) \
    TECHNIQUE(simple_colors_trap, simple_colors, 150, hard, true) \
    TECHNIQUE(simple_colors_wrap, simple_colors, 150, hard, true) \
    TECHNIQUE(multi_colors_1, multi_colors, 200, hard, true) \
    TECHNIQUE(multi_colors_2, multi_colors, 200, hard, true) \
    TECHNIQUE(continuous_nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(discontinuous_nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(aic, nice_loop, 280, unfair, true) \
    TECHNIQUE(grouped_continuous_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(grouped_discontinuous_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(grouped_aic, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(kraken_fish_1, kraken_fish, 500, extreme, false) \
    TECHNIQUE(kraken_fish_2, kraken_fish, 500, extreme, false) \
    TECHNIQUE(forcing_chain_contradiction, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_chain_verity, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_net_contradiction, forcing_net, 700, extreme, true) \
    TECHNIQUE(forcing_net_verity, forcing_net, 700, extreme, true)
// clang-format on

#define NUMBERED(technique, ...) technique,
enum class Technique : std::uint8_t { SCORING_TECHNIQUES(NUMBERED) count };
#undef NUMBERED

// By their size, from 2 on.
inline constexpr std::array naked_sets = {Technique::naked_pair, Technique::naked_triple, Technique::naked_quadruple};
inline constexpr std::array hidden_sets = {Technique::hidden_pair, Technique::hidden_triple, Technique::hidden_quadruple};

inline constexpr int technique_count = static_cast<int>(Technique::count);

enum class Level : std::uint8_t { easy, medium, hard, unfair, extreme, count };

inline constexpr std::array level_names = {"easy", "medium", "hard", "unfair", "extreme"};

// A puzzle whose score is above that of its level goes to the next one. The last has no highest score.
inline constexpr std::array<int, 5> highest_scores = {800, 1000, 1600, 1800, 0x7fffffff};

struct TechniqueFacts {
    const char* name;  // as in the enumeration
    Technique rule;
    int score;
    Level level;
    bool enabled;
};

#define FACTS(technique, rule, score, level, enabled) \
    TechniqueFacts{#technique, Technique::rule, score, Level::level, enabled},
inline constexpr std::array techniques = {SCORING_TECHNIQUES(FACTS)};
#undef FACTS

}  // namespace engine::scoring
