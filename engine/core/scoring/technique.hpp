// Every technique of HoDoKu 2.2.0 with its number, its name, and the rule by which a solver looks for it.
//
// Some rules find several techniques in one search, such as the three kinds of nice loops; then the score and level are
// those of the rule, and the rule has a name of its own that no step carries.
#pragma once

#include <array>
#include <cstdint>

namespace engine::scoring {

// The numbers are stored with steps: a new technique gets the next one, and none ever changes.
enum class Technique : std::uint8_t {
    full_house,
    naked_single,
    hidden_single,
    locked_pair,
    locked_triple,
    pointing,
    claiming,
    naked_pair,
    naked_triple,
    hidden_pair,
    hidden_triple,
    naked_quadruple,
    hidden_quadruple,
    x_wing,
    swordfish,
    jellyfish,
    remote_pair,
    bug_plus_1,
    skyscraper,
    two_string_kite,
    turbot_fish,
    empty_rectangle,
    w_wing,
    xy_wing,
    xyz_wing,
    uniqueness_1,
    uniqueness_2,
    uniqueness_3,
    uniqueness_4,
    uniqueness_5,
    uniqueness_6,
    hidden_rectangle,
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    finned_x_wing,
    sashimi_x_wing,
    finned_swordfish,
    sashimi_swordfish,
    finned_jellyfish,
    sashimi_jellyfish,
    sue_de_coq,
    simple_colors,
    multi_colors,
    x_chain,
    xy_chain,
    nice_loop,
    grouped_nice_loop,
    als_xz,
    als_xy_wing,
    als_chain,
    death_blossom,
    franken_x_wing,
    franken_swordfish,
    franken_jellyfish,
    finned_franken_x_wing,
    finned_franken_swordfish,
    finned_franken_jellyfish,
    mutant_x_wing,
    mutant_swordfish,
    mutant_jellyfish,
    finned_mutant_x_wing,
    finned_mutant_swordfish,
    finned_mutant_jellyfish,
    kraken_fish,
    forcing_chain,
    forcing_net,
    brute_force,
    // What the rules above that find several techniques call them.
    simple_colors_trap,
    simple_colors_wrap,
    multi_colors_1,
    multi_colors_2,
    continuous_nice_loop,
    discontinuous_nice_loop,
    aic,
    grouped_continuous_nice_loop,
    grouped_discontinuous_nice_loop,
    grouped_aic,
    kraken_fish_1,
    kraken_fish_2,
    forcing_chain_contradiction,
    forcing_chain_verity,
    forcing_net_contradiction,
    forcing_net_verity,
    count
};

inline constexpr int technique_count = static_cast<int>(Technique::count);

enum class Level : std::uint8_t { easy, medium, hard, unfair, extreme, count };

inline constexpr std::array level_names = {"easy", "medium", "hard", "unfair", "extreme"};

// A puzzle whose score is above that of its level goes to the next one. The last has no highest score.
inline constexpr std::array<int, 5> highest_scores = {800, 1000, 1600, 1800, 0x7fffffff};

struct TechniqueFacts {
    Technique technique;
    const char* name;
    Technique rule;
    int score;
    Level level;
    bool enabled;
};

namespace detail {

constexpr TechniqueFacts rule(Technique technique, const char* name, int score, Level level, bool enabled = true) {
    return {technique, name, technique, score, level, enabled};
}
constexpr TechniqueFacts kind(Technique technique, const char* name, Technique of, int score, Level level,
                              bool enabled = true) {
    return {technique, name, of, score, level, enabled};
}

}  // namespace detail

// The rules in the order in which HoDoKu tries them, then the kinds of steps of the rules that find several.
inline constexpr std::array<TechniqueFacts, technique_count> techniques = [] {
    using enum Technique;
    using detail::kind, detail::rule;
    constexpr Level easy = Level::easy, medium = Level::medium, hard = Level::hard, unfair = Level::unfair,
                    extreme = Level::extreme;
    return std::array<TechniqueFacts, technique_count>{{
        rule(full_house, "full-house", 4, easy),
        rule(naked_single, "naked-single", 4, easy),
        rule(hidden_single, "hidden-single", 14, easy),
        rule(locked_pair, "locked-pair", 40, medium),
        rule(locked_triple, "locked-triple", 60, medium),
        rule(pointing, "pointing", 50, medium),
        rule(claiming, "claiming", 50, medium),
        rule(naked_pair, "naked-pair", 60, medium),
        rule(naked_triple, "naked-triple", 80, medium),
        rule(hidden_pair, "hidden-pair", 70, medium),
        rule(hidden_triple, "hidden-triple", 100, medium),
        rule(naked_quadruple, "naked-quadruple", 120, hard),
        rule(hidden_quadruple, "hidden-quadruple", 150, hard),
        rule(x_wing, "x-wing", 140, hard),
        rule(swordfish, "swordfish", 150, hard),
        rule(jellyfish, "jellyfish", 160, hard),
        rule(remote_pair, "remote-pair", 110, hard),
        rule(bug_plus_1, "bug-plus-1", 100, hard),
        rule(skyscraper, "skyscraper", 130, hard),
        rule(two_string_kite, "two-string-kite", 150, hard),
        rule(turbot_fish, "turbot-fish", 120, hard),
        rule(empty_rectangle, "empty-rectangle", 120, hard),
        rule(w_wing, "w-wing", 150, hard),
        rule(xy_wing, "xy-wing", 160, hard),
        rule(xyz_wing, "xyz-wing", 180, hard),
        rule(uniqueness_1, "uniqueness-1", 100, hard),
        rule(uniqueness_2, "uniqueness-2", 100, hard),
        rule(uniqueness_3, "uniqueness-3", 100, hard),
        rule(uniqueness_4, "uniqueness-4", 100, hard),
        rule(uniqueness_5, "uniqueness-5", 100, hard),
        rule(uniqueness_6, "uniqueness-6", 100, hard),
        rule(hidden_rectangle, "hidden-rectangle", 100, hard),
        rule(avoidable_rectangle_1, "avoidable-rectangle-1", 100, hard),
        rule(avoidable_rectangle_2, "avoidable-rectangle-2", 100, hard),
        rule(finned_x_wing, "finned-x-wing", 130, hard),
        rule(sashimi_x_wing, "sashimi-x-wing", 150, hard),
        rule(finned_swordfish, "finned-swordfish", 200, unfair),
        rule(sashimi_swordfish, "sashimi-swordfish", 240, unfair),
        rule(finned_jellyfish, "finned-jellyfish", 250, unfair),
        rule(sashimi_jellyfish, "sashimi-jellyfish", 260, unfair),
        rule(sue_de_coq, "sue-de-coq", 250, unfair),
        rule(simple_colors, "simple-colors", 150, hard),
        rule(multi_colors, "multi-colors", 200, hard),
        rule(x_chain, "x-chain", 260, unfair),
        rule(xy_chain, "xy-chain", 260, unfair),
        rule(nice_loop, "nice-loop", 280, unfair),
        rule(grouped_nice_loop, "grouped-nice-loop", 300, unfair),
        rule(als_xz, "als-xz", 300, unfair),
        rule(als_xy_wing, "als-xy-wing", 320, unfair),
        rule(als_chain, "als-chain", 340, unfair),
        rule(death_blossom, "death-blossom", 360, unfair, false),
        rule(franken_x_wing, "franken-x-wing", 300, unfair),
        rule(franken_swordfish, "franken-swordfish", 350, unfair),
        rule(franken_jellyfish, "franken-jellyfish", 370, unfair, false),
        rule(finned_franken_x_wing, "finned-franken-x-wing", 390, unfair),
        rule(finned_franken_swordfish, "finned-franken-swordfish", 410, unfair),
        rule(finned_franken_jellyfish, "finned-franken-jellyfish", 430, unfair, false),
        rule(mutant_x_wing, "mutant-x-wing", 450, extreme, false),
        rule(mutant_swordfish, "mutant-swordfish", 450, extreme, false),
        rule(mutant_jellyfish, "mutant-jellyfish", 450, extreme, false),
        rule(finned_mutant_x_wing, "finned-mutant-x-wing", 470, extreme, false),
        rule(finned_mutant_swordfish, "finned-mutant-swordfish", 470, extreme, false),
        rule(finned_mutant_jellyfish, "finned-mutant-jellyfish", 470, extreme, false),
        rule(kraken_fish, "kraken-fish", 500, extreme, false),
        rule(forcing_chain, "forcing-chain", 500, extreme),
        rule(forcing_net, "forcing-net", 700, extreme),
        rule(brute_force, "brute-force", 10000, extreme),
        kind(simple_colors_trap, "simple-colors-trap", simple_colors, 150, hard),
        kind(simple_colors_wrap, "simple-colors-wrap", simple_colors, 150, hard),
        kind(multi_colors_1, "multi-colors-1", multi_colors, 200, hard),
        kind(multi_colors_2, "multi-colors-2", multi_colors, 200, hard),
        kind(continuous_nice_loop, "continuous-nice-loop", nice_loop, 280, unfair),
        kind(discontinuous_nice_loop, "discontinuous-nice-loop", nice_loop, 280, unfair),
        kind(aic, "aic", nice_loop, 280, unfair),
        kind(grouped_continuous_nice_loop, "grouped-continuous-nice-loop", grouped_nice_loop, 300, unfair),
        kind(grouped_discontinuous_nice_loop, "grouped-discontinuous-nice-loop", grouped_nice_loop, 300, unfair),
        kind(grouped_aic, "grouped-aic", grouped_nice_loop, 300, unfair),
        kind(kraken_fish_1, "kraken-fish-1", kraken_fish, 500, extreme, false),
        kind(kraken_fish_2, "kraken-fish-2", kraken_fish, 500, extreme, false),
        kind(forcing_chain_contradiction, "forcing-chain-contradiction", forcing_chain, 500, extreme),
        kind(forcing_chain_verity, "forcing-chain-verity", forcing_chain, 500, extreme),
        kind(forcing_net_contradiction, "forcing-net-contradiction", forcing_net, 700, extreme),
        kind(forcing_net_verity, "forcing-net-verity", forcing_net, 700, extreme),
    }};
}();

static_assert(
    [] {
        for (int number = 0; number < technique_count; ++number)
            if (static_cast<int>(techniques[number].technique) != number) return false;
        return true;
    }(),
    "a technique that is not at its number");

}  // namespace engine::scoring
