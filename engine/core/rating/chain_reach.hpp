// Which candidates refute themselves, in how few links: walks from all candidates together, a layer at a time.
// Every candidate carries the set of those that reach it, a bit each, so that one step along a link moves them all.
#pragma once

#include "rating/chain_walk.hpp"

namespace engine::rating {

typedef std::uint64_t Words4 __attribute__((vector_size(32)));
typedef std::uint64_t Words8 __attribute__((vector_size(64)));
typedef std::uint64_t Words16 __attribute__((vector_size(128)));

// `Set` has a bit for each candidate.
template <class Set>
class Reach {
public:
    static constexpr int words = sizeof(Set) / 8, most = 64 * words;

    void begin(const Links& links) {
        links_ = &links;
        for (int i = 0; i < links.count; ++i) {
            on_[i] = off_[i] = Set{};
            on_[i][i / 64] = std::uint64_t{1} << (i % 64);
            new_on_[i] = on_[i];
        }
        moving_ = true;
    }

    // One layer more: what the newly reached ons rule out, and what that forces. False once nothing moves.
    template <Ways ways>
    bool advance() {
        if (!moving_) return false;
        const Links& links = *links_;
        for (int i = 0; i < links.count; ++i) new_off_[i] = Set{};
        for (int i = 0; i < links.count; ++i) {
            const Set moved = new_on_[i];
            if (!any(moved)) continue;
            new_on_[i] = Set{};
            const int first = ways.cells ? links.first[i] : links.first_in_regions[i];
            for (int k = first; k < links.first[i + 1]; ++k) new_off_[links.link[k].to] |= moved;
        }
        for (int i = 0; i < links.count; ++i) {
            const Set moved = new_off_[i] & ~off_[i];
            off_[i] |= moved;
            const Forced& forced = links.forced[i];
            for (int k = !ways.cells && forced.in_cell; k < (ways.regions ? forced.count : forced.in_cell); ++k)
                new_on_[forced.link[k].to] |= moved;
        }
        Set all{};
        for (int i = 0; i < links.count; ++i) {
            new_on_[i] &= ~on_[i];
            on_[i] |= new_on_[i];
            all |= new_on_[i];
        }
        moving_ = any(all);
        return true;
    }

    // After n layers: the candidate rules itself out by a chain of up to 2n literals.
    bool refuted(int i) const { return has(off_[i], i); }

    // Not holding would force it, by a chain of up to 2n + 2 literals.
    template <Ways ways>
    bool proven(int i) const {
        const Forced& forced = links_->forced[i];
        const int begin = !ways.cells && forced.in_cell, end = ways.regions ? forced.count : forced.in_cell;
        for (int a = begin; a < end; ++a)
            for (int b = begin; b < end; ++b)
                if (has(off_[forced.link[a].to], forced.link[b].to)) return true;
        return false;
    }

    // All that rule themselves out; false if none does.
    bool refuted(CandidateSet& all) const {
        all = {};
        bool any = false;
        for (int i = 0; i < links_->count; ++i)
            if (refuted(i)) {
                all.add(i);
                any = true;
            }
        return any;
    }

    // Whether something refuted reaches it as on and as off, as what a cycle rules out does with all on the cycle.
    bool met_twice(int i, const CandidateSet& refuted) const {
        std::uint64_t both = 0;
        for (int k = 0; k < words && k < CandidateSet::words; ++k) both |= on_[i][k] & off_[i][k] & refuted.word[k];
        return both;
    }

private:
    static bool any(const Set& set) {
        std::uint64_t together = 0;
        for (int k = 0; k < words; ++k) together |= set[k];
        return together;
    }
    static bool has(const Set& set, int i) { return set[i / 64] >> (i % 64) & 1; }

    const Links* links_ = nullptr;
    bool moving_ = false;
    Set on_[most], off_[most], new_on_[most], new_off_[most];
};

// The narrowest of three that takes all candidates of a position.
class AnyReach {
public:
    template <class Work>
    void with(const Links& links, Work work) {
        if (links.count <= Reach<Words4>::most)
            work(narrow_);
        else if (links.count <= Reach<Words8>::most)
            work(wide_);
        else
            work(widest_);
    }

private:
    Reach<Words4> narrow_;
    Reach<Words8> wide_;
    Reach<Words16> widest_;
};

}  // namespace engine::rating
