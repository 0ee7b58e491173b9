// Automata along lines of cells: walked step by step, read from a code, or made of a regular expression.
#include <bit>
#include <map>
#include <unordered_map>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

// Values with a number each, in the order in which they come.
template <class Value>
class Numbered {
public:
    State number_of(const Value& value) {
        const auto [place, is_new] = numbers_.try_emplace(value, std::ssize(values_));
        if (is_new) values_.push_back(&place->first);
        return place->second;
    }
    const Value& operator[](State number) const { return *values_[number]; }

private:
    std::map<Value, State> numbers_;
    std::vector<const Value*> values_;
};

}  // namespace

// Only states that are reached within the line count.
Statement automaton(int lowest, int digits, Line cells, State start, const Step& step, const Accepts& accepts) {
    constexpr std::size_t most_states = 1 << 16;
    std::unordered_map<State, int> numbers = {{start, 0}};
    std::vector<State> states = {start};
    std::vector<Arc> arcs;
    std::size_t fresh = 0;
    for (std::size_t read = 0; read < cells.size(); ++read) {
        for (const std::size_t end = states.size(); fresh < end; ++fresh) {
            const std::size_t own = arcs.size();
            for (int place = 0; place < digits; ++place) {
                const State next = step(states[fresh], lowest + place);
                if (next == none) continue;
                const auto [known, is_new] = numbers.try_emplace(next, static_cast<int>(states.size()));
                if (is_new) states.push_back(next);
                std::size_t arc = own;
                while (arc < arcs.size() && arcs[arc].after != known->second) ++arc;
                if (arc == arcs.size()) arcs.push_back({static_cast<int>(fresh), 0, known->second});
                arcs[arc].digits |= 1 << place;
            }
        }
        if (states.size() > most_states)
            refuse_as("an automaton of more than ", static_cast<int>(most_states), " states");
    }
    Line accepting;
    for (std::size_t number = 0; number < states.size(); ++number)
        if (accepts(states[number])) accepting.push_back(static_cast<int>(number));
    return {Kind::automaton, std::move(cells), std::move(accepting), std::move(arcs), {}};
}

// --- Codes of Interactive-Sudoku-Solver -------------------------------------------------------------------------------

namespace {

// Numbers of some bits each, the highest bit first, from base64 text without padding in the characters for addresses.
class Bits {
public:
    explicit Bits(const std::string& code) {
        constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string text = code + std::string((4 - code.size() % 4) % 4, '=');
        const std::size_t end = text.find_last_not_of('=') + 1;
        bool fits = text.size() - end <= 2;
        text.resize(end);
        for (char letter : text) {
            letter = letter == '-' ? '+' : letter == '_' ? '/' : letter;
            const std::size_t value = alphabet.find(letter);
            fits = fits && value != alphabet.npos;
            for (int bit = 5; bit >= 0; --bit) bits_.push_back(value >> bit & 1);
        }
        if (!fits) refuse_as(quoted(code, 10), " is not in base64");
        bits_.resize(bits_.size() / 8 * 8);
    }

    std::size_t left() const { return bits_.size() - at_; }
    int take(int count) {
        if (static_cast<std::size_t>(count) > left())
            refuse_as("the code of an automaton is cut, or it is something else");
        int number = 0;
        while (count-- > 0) number = number << 1 | bits_[at_++];
        return number;
    }

private:
    std::vector<bool> bits_;
    std::size_t at_ = 0;
};

}  // namespace

// 2 bits for the format, 4 for the bits of a state less 1, 4 for the symbols less 1, the number of first states and of
// other accepting ones, a bit for each first state that accepts, and then the arcs of each state: plain with their number,
// or packed with a bit for each symbol. First states have the lowest numbers, accepting ones follow. The symbol after the
// digits is the end of one group of cells.
Statement encoded(const std::string& code, const Lines& groups, int digits) {
    Bits bits(code.empty() ? "ACAA" : code);  // no code: one state that accepts nothing
    const int format = bits.take(2), width = bits.take(4) + 1, symbols = bits.take(4) + 1;
    if (format > 1) refuse_as("the code of an automaton is cut, or it is something else");
    const int first = bits.take(width), others = bits.take(width);
    std::vector<bool> accepting(first + others, true);
    for (int state = first; state-- > 0;) accepting[state] = bits.take(1);
    std::map<Pair, Line> following;  // the states after a state and a symbol
    if (format == 1) {
        for (int state = 0; bits.left() >= static_cast<std::size_t>(symbols); ++state) {
            const int some = bits.take(symbols);
            for (int symbol = 0; symbol < symbols; ++symbol)
                if (some >> symbol & 1) following[{state, symbol}].push_back(bits.take(width));
        }
    } else {
        const int counted = bits.take(4);
        for (int state = 0; counted && bits.left() >= static_cast<std::size_t>(counted); ++state)
            for (int count = bits.take(counted); count > 0; --count) {
                const int symbol = bits.take(std::bit_width(static_cast<unsigned>(symbols - 1)));
                following[{state, symbol}].push_back(bits.take(width));
            }
    }
    if (symbols > digits + 1 || (groups.size() > 1 && symbols != digits + 1))
        refuse_as("an automaton of ", symbols, " symbols on a board of ", digits, " digits");

    Line cells;
    std::map<std::size_t, int> ends;  // how many groups end after so many cells, the last one aside
    for (std::size_t number = 0; number < groups.size(); ++number) {
        if (number) ++ends[cells.size()];
        cells.insert(cells.end(), groups[number].begin(), groups[number].end());
    }
    Numbered<Line> sets;  // of states
    std::map<std::pair<State, int>, State> known;
    const auto read = [&](State set, int symbol) {
        const auto [place, is_new] = known.try_emplace({set, symbol}, 0);
        if (is_new) {
            Line after;
            for (const int state : sets[set])
                if (const auto found = following.find({state, symbol}); found != following.end())
                    after.insert(after.end(), found->second.begin(), found->second.end());
            std::ranges::sort(after);
            after.erase(std::ranges::unique(after).begin(), after.end());
            place->second = sets.number_of(after);
        }
        return place->second;
    };
    const auto over_ends = [&](std::size_t place, State set) {
        for (int count = ends.contains(place) ? ends[place] : 0; count > 0; --count) set = read(set, digits);
        return set;
    };
    const auto step = [&](State state, int symbol) -> State {
        const State place = (state >> 32) + 1;
        const State after = over_ends(place, read(state & 0xFFFFFFFF, symbol));
        return sets[after].empty() ? none : place << 32 | after;
    };
    const auto accepts = [&](State state) {
        const auto is_accepting = [&](int one) { return one < first + others && accepting[one]; };
        return state >> 32 == std::ssize(cells) && std::ranges::any_of(sets[state & 0xFFFFFFFF], is_accepting);
    };
    const State start = over_ends(0, sets.number_of(range(0, first)));
    return automaton(0, digits, cells, start, step, accepts);
}

// --- Regular expressions ----------------------------------------------------------------------------------------------

namespace {

// A part of an expression. Equal parts have the same number, and so have equal sequences of parts.
struct Part {
    enum Kind { some, then, either, repeat } kind;
    int digits = 0, least = 0, most = 0;  // most: -1 for any number
    Line parts = {};

    auto operator<=>(const Part&) const = default;
};

// In an expression digits stand for themselves, A to Z for 10 and up; `.` for any, `[1-3]` and `[^5]` for some. `|`
// separates alternatives, `( )` holds a part together, and `* + ? {n} {n,} {n,m}` say how often it comes.
class Expression {
public:
    Expression(const Board& board, const std::string& pattern) : board_(board) {
        for (const char letter : pattern)
            if (letter != ' ' && (letter < '\t' || letter > '\r')) pattern_ += letter;
        if (pattern_.size() > most_characters)
            refuse_as("a regular expression has at most ", most_characters, " characters");
        start_ = number_of_sequence({either()});
        if (at_ < pattern_.size()) fail(at_);
    }

    State start() { return sets_.number_of({start_}); }

    State step(State set, int place) {
        Line found;
        for (const int sequence : sets_[set])
            for (const auto& [digits, rest] : ways(sequence))
                if (digits >> place & 1) found.push_back(rest);
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found.empty() ? none : sets_.number_of(found);
    }

    bool accepts(State set) const {
        return std::ranges::any_of(sets_[set], [&](int sequence) {
            return std::ranges::all_of(sequences_[sequence], [&](int part) { return may_be_empty(part); });
        });
    }

private:
    static constexpr int most_characters = 4096, most_repeated = 64, deepest = 200;
    static constexpr std::string_view symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    int number_of(const Part& part) { return static_cast<int>(parts_.number_of(part)); }
    int number_of_sequence(const Line& parts) { return static_cast<int>(sequences_.number_of(parts)); }

    [[noreturn]] void fail(std::size_t at) const {
        refuse_as("the regular expression ", quoted(pattern_, 40), " cannot be read at character ",
                  static_cast<int>(at) + 1);
    }

    // --- Reading ---

    char next() const { return at_ < pattern_.size() ? pattern_[at_] : '\0'; }
    bool take(char wanted) {
        const bool found = next() == wanted && at_ < pattern_.size();
        at_ += found;
        return found;
    }

    int either() {
        Part all{Part::either};
        do all.parts.push_back(sequence());
        while (take('|'));
        return number_of(all);
    }

    int sequence() {
        Part all{Part::then};
        while (at_ < pattern_.size() && next() != '|' && next() != ')') {
            int one = atom();
            while (repeats(one)) {
            }
            all.parts.push_back(one);
        }
        return number_of(all);
    }

    int atom() {
        if (take('(')) {
            if (++depth_ > deepest) fail(at_);
            const int inner = either();
            if (!take(')')) fail(at_);
            --depth_;
            return inner;
        }
        std::uint64_t named = 0;
        bool others = false;
        if (take('.')) {
            others = true;
        } else if (const std::size_t begin = at_; take('[')) {
            others = take('^');
            while (!take(']')) {
                const int low = symbol(begin), high = take('-') ? symbol(begin) : low;
                for (int each = low; each <= high; ++each) named |= std::uint64_t{1} << each;
            }
        } else {
            named = std::uint64_t{1} << symbol(at_);
        }
        Part some{Part::some};
        some.digits = board_.where([&](int digit) { return (digit < 64 && (named >> digit & 1)) != others; });
        return number_of(some);
    }

    // The value of the next symbol; what fails begins at `begin`.
    int symbol(std::size_t begin) {
        const std::size_t value = at_ < pattern_.size() ? symbols.find(next()) : symbols.npos;
        if (value == symbols.npos) fail(begin);
        ++at_;
        return static_cast<int>(value);
    }

    // How often a part comes, if that is said next.
    bool repeats(int& one) {
        Part repeated{Part::repeat, 0, 0, -1, {one}};
        const std::size_t begin = at_;
        if (take('+')) {
            repeated.least = 1;
        } else if (take('?')) {
            repeated.most = 1;
        } else if (take('{')) {
            const bool has_least = count(repeated.least);
            if (!take(','))
                repeated.most = repeated.least;
            else if (!count(repeated.most))
                repeated.most = -1;
            const bool fits = repeated.most < 0 || repeated.most >= repeated.least;
            if (!has_least || !take('}') || !fits || std::max(repeated.least, repeated.most) > most_repeated)
                fail(begin);
        } else if (!take('*')) {
            return false;
        }
        one = number_of(repeated);
        return true;
    }

    bool count(int& number) {
        const std::size_t begin = at_;
        for (number = 0; '0' <= next() && next() <= '9'; ++at_) number = std::min(10 * number + next() - '0', 1000);
        return at_ > begin;
    }

    // --- The partial derivatives of Antimirov ---

    bool may_be_empty(int number) const {
        const Part& part = parts_[number];
        const auto empty = [&](int one) { return may_be_empty(one); };
        switch (part.kind) {
            case Part::then: return std::ranges::all_of(part.parts, empty);
            case Part::either: return std::ranges::any_of(part.parts, empty);
            case Part::repeat: return part.least == 0 || may_be_empty(part.parts[0]);
            default: return false;
        }
    }

    using Ways = Pairs;  // digits that parts may begin with, and the sequence that is then left

    const Ways& ways(int sequence) {
        const auto [place, is_new] = ways_.try_emplace(sequence);
        if (is_new) place->second = find_ways(sequences_[sequence]);
        return place->second;
    }

    Ways find_ways(const Line& parts) {
        if (parts.empty()) return {};
        const Line rest = part_of(parts, 1, parts.size());
        const Part first = parts_[parts[0]];
        const auto before_rest = [&](Line begin) {
            begin.insert(begin.end(), rest.begin(), rest.end());
            return number_of_sequence(begin);
        };
        Ways found;
        const auto add = [&](int sequence) {
            const Ways& more = ways(sequence);
            found.insert(found.end(), more.begin(), more.end());
        };
        switch (first.kind) {
            case Part::some: found.emplace_back(first.digits, number_of_sequence(rest)); break;
            case Part::then: add(before_rest(first.parts)); break;
            case Part::either:
                for (const int one : first.parts) add(before_rest({one}));
                break;
            case Part::repeat: {
                const Part again{Part::repeat, 0, std::max(first.least - 1, 0), std::max(first.most - 1, -1),
                                 first.parts};
                if (first.most)
                    for (const auto& [digits, left] : ways(number_of_sequence(first.parts))) {
                        Line begin = sequences_[left];
                        begin.push_back(number_of(again));
                        found.emplace_back(digits, before_rest(begin));
                    }
                if (may_be_empty(parts[0])) add(number_of_sequence(rest));
            }
        }
        return found;
    }

    const Board& board_;
    std::string pattern_;
    std::size_t at_ = 0;
    int depth_ = 0, start_ = 0;
    Numbered<Part> parts_;
    Numbered<Line> sequences_, sets_;  // of parts, of sequences
    std::map<int, Ways> ways_;
};

}  // namespace

Statement regular(const Board& board, const std::string& pattern, const Line& cells) {
    Expression expression(board, pattern);
    return automaton(
        0, board.digits, cells, expression.start(), [&](State set, int place) { return expression.step(set, place); },
        [&](State set) { return expression.accepts(set); });
}

}  // namespace engine::named
