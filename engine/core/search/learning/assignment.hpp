// What is known of the candidates of a puzzle, why, and what follows from it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "board/geometry.hpp"
#include "search/learning/clauses.hpp"

namespace engine::learning {

class Assignment {
protected:
    explicit Assignment(const Problem& problem)
        : memberships_(problem.variables + 1),
          bans_(problem.variables + 1),
          inference_(problem.inference),
          clauses_(problem.variables + 1),
          activity_(problem.variables),
          truth_(2 * problem.variables + 2),
          reason_(problem.variables + 1),
          level_of_(problem.variables + 1),
          place_(problem.variables + 1),
          nothing_(is_true(static_cast<Variable>(problem.variables))),
          explanations_(problem.inference ? problem.variables + 1 : 0) {
        truth_[nothing_] = -1;
        truth_[negation(nothing_)] = 1;
        join_groups(problem.groups);
        for (std::size_t variable = 0; variable < problem.bans.size(); ++variable) {
            banned_.insert(banned_.end(), problem.bans[variable].begin(), problem.bans[variable].end());
            bans_[variable + 1] = static_cast<std::uint32_t>(banned_.size());
        }
        for (const std::vector<Literal>& clause : problem.clauses) clauses_.add(clause, kept_for_good);
        for (std::uint32_t group = 0; group < groups_.size(); ++group) {
            const Group& each = groups_[group];
            open_ = open_ && each.left;
            if (open_ && std::has_single_bit(each.left)) open_ = assign(is_true(member(group, each.left)), {});
        }
    }

    struct Group {
        Digits members;  // that are not known to be false for good
        Digits left;     // that are not false
    };
    struct Membership {
        std::uint32_t group;
        Digits bit;
    };
    // Why a literal is true.
    struct Reason {
        enum class Kind : std::uint32_t { none, literal, group, clause, inference } kind = Kind::none;
        std::uint32_t number = 0;
    };

    std::span<const Membership> groups_of(Variable variable) const {
        return {membership_.data() + memberships_[variable], membership_.data() + memberships_[variable + 1]};
    }
    std::span<const Variable> bans_of(Variable variable) const {
        return {banned_.data() + bans_[variable], banned_.data() + bans_[variable + 1]};
    }
    Variable member(std::uint32_t group, Digits bits) const {
        return variable_[group * width_ + std::countr_zero(bits)];
    }
    bool known(Variable variable) const { return truth_[is_true(variable)] != 0; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(level_begin_.size()); }

    void join_groups(const std::vector<std::vector<Variable>>& groups) {
        for (const std::vector<Variable>& group : groups)
            width_ = std::max(width_, static_cast<std::uint32_t>(group.size()));
        variable_.resize(groups.size() * width_);
        for (const std::vector<Variable>& group : groups) {
            std::ranges::copy(group, variable_.begin() + static_cast<std::ptrdiff_t>(groups_.size() * width_));
            const auto all = static_cast<Digits>((std::uint64_t{1} << group.size()) - 1);
            groups_.push_back({all, all});
            for (const Variable variable : group) ++memberships_[variable + 1];
        }
        for (std::size_t variable = 1; variable < memberships_.size(); ++variable)
            memberships_[variable] += memberships_[variable - 1];
        membership_.resize(memberships_.back());
        std::vector<std::uint32_t> next = memberships_;
        for (std::uint32_t group = 0; group < groups.size(); ++group)
            for (std::size_t bit = 0; bit < groups[group].size(); ++bit)
                membership_[next[groups[group][bit]]++] = {group, Digits{1} << bit};
    }

    // False when the literal is known to be false: that is a conflict.
    bool assign(Literal literal, Reason reason) {
        if (truth_[literal] > 0) return true;
        if (truth_[literal] < 0) {
            conflict_ = reason;
            contradicted_ = literal;
            return false;
        }
        const Variable variable = variable_of(literal);
        truth_[literal] = 1;
        truth_[negation(literal)] = -1;
        reason_[variable] = reason;
        level_of_[variable] = level();
        place_[variable] = static_cast<std::uint32_t>(trail_.size());
        trail_.push_back(literal);
        return true;
    }

    // All that follows from what is true, or false at a conflict.
    bool propagate() {
        do {
            while (followed_ < trail_.size()) {
                const Literal literal = trail_[followed_++];
                ++followed_ever_;
                const Variable variable = variable_of(literal);
                if (!(says_true(literal) ? follow_true(variable) : follow_false(variable))) return false;
                if (!follow_clauses(negation(literal))) return false;
            }
            if (!inference_ || !inference_->waiting()) return true;
        } while (infer());
        return false;
    }

    // What a further constraint rules out.
    bool infer() {
        gone_.clear();
        const auto [holds, number] = inference_->look(trail_.size(), gone_);
        const Reason reason{Reason::Kind::inference, number};
        for (const Variable variable : gone_) {
            explanations_[variable].clear();
            if (!assign(is_false(variable), reason)) return false;
        }
        if (holds) return true;
        explanations_.back().clear();
        conflict_ = reason;
        contradicted_ = nothing_;
        return false;
    }

    std::span<const Literal> explanation(Literal literal, Reason reason) {
        std::vector<Literal>& causes = explanations_[variable_of(literal)];
        if (causes.empty()) {
            const Variable gone = literal == nothing_ ? no_variable : variable_of(literal);
            inference_->explain(reason.number, gone, {truth_, place_, level_of_}, causes);
        }
        return causes;
    }

    // The others of its groups are false.
    bool follow_true(Variable variable) {
        for (const auto& [group, bit] : groups_of(variable))
            for (Digits rest = groups_[group].left & ~bit; rest; rest &= rest - 1)
                if (!assign(is_false(member(group, rest)), {Reason::Kind::literal, is_true(variable)})) return false;
        for (const Variable other : bans_of(variable))
            if (!assign(is_false(other), {Reason::Kind::literal, is_true(variable)})) return false;
        return true;
    }

    // The last one that is left of a group is true.
    bool follow_false(Variable variable) {
        if (inference_) inference_->note_false(variable);
        for (const auto& [group, bit] : groups_of(variable)) {
            const Digits left = groups_[group].left &= ~bit;
            if (left & (left - 1)) continue;
            const Variable last = left ? member(group, left) : variable;
            if (!assign(is_true(last), {Reason::Kind::group, group})) return false;
        }
        return true;
    }

    bool follow_clauses(Literal now_false) {
        std::vector<Clauses::Watcher>& watchers = clauses_.watchers(now_false);
        auto kept = watchers.begin(), next = kept;
        bool consistent = true;
        while (next != watchers.end() && consistent) {
            Clauses::Watcher& watcher = *kept++ = *next++;
            if (truth_[watcher.other] > 0) continue;
            const Reason reason{Reason::Kind::clause, watcher.clause};
            if (watcher.is_pair) {
                consistent = assign(watcher.other, reason);
                continue;
            }
            const std::span<Literal> literals = clauses_.literals(watcher.clause);
            const Literal first = literals[0] ^ literals[1] ^ now_false;
            literals[0] = watcher.other = first;
            literals[1] = now_false;
            if (truth_[first] > 0) continue;
            Literal* const other = new_watch(literals.subspan(2));
            if (!other) {
                consistent = assign(first, reason);
            } else if (truth_[*other] > 0) {
                watcher.other = *other;
            } else {
                std::swap(literals[1], *other);
                clauses_.watchers(literals[1]).push_back({watcher.clause, first, false});
                --kept;
            }
        }
        watchers.erase(std::copy(next, watchers.end(), kept), watchers.end());
        return consistent;
    }

    // One of the literals that is not false, or null. It is one that says that a candidate is false, if it can be: few
    // candidates become true, so such a literal need not be replaced soon.
    Literal* new_watch(std::span<Literal> literals) {
        Literal* found = nullptr;
        for (Literal& literal : literals) {
            if (truth_[literal] < 0) continue;
            if (!says_true(literal)) return &literal;
            if (!found) found = &literal;
        }
        return found;
    }

    // Visits the literals that had to be false for the reason to demand this one.
    template <class Visit>
    void for_each_cause(Literal literal, Reason reason, Visit visit) {
        switch (reason.kind) {
            case Reason::Kind::none: break;
            case Reason::Kind::literal: visit(negation(static_cast<Literal>(reason.number))); break;
            case Reason::Kind::group:
                for (Digits rest = groups_[reason.number].members; rest; rest &= rest - 1)
                    if (const Literal other = is_true(member(reason.number, rest)); other != literal) visit(other);
                break;
            case Reason::Kind::clause:
                for (const Literal other : clauses_.literals(reason.number))
                    if (other != literal) visit(other);
                break;
            case Reason::Kind::inference:
                for (const Literal other : explanation(literal, reason)) visit(other);
                break;
        }
    }

    void assume(Literal literal) {
        level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
        ++guesses_;
        assign(literal, {});
    }

    void back_to(std::uint32_t level) {
        if (level >= this->level()) return;
        for (std::size_t i = trail_.size(), end = level_begin_[level]; i-- > end;) {
            const Literal literal = trail_[i];
            const Variable variable = variable_of(literal);
            if (!says_true(literal) && i < followed_) {
                for (const auto& [group, bit] : groups_of(variable)) groups_[group].left |= bit;
                if (inference_) inference_->forget_false(variable);
            }
            truth_[literal] = truth_[negation(literal)] = 0;
            activity_.push(variable);
        }
        trail_.resize(level_begin_[level]);
        followed_ = trail_.size();
        level_begin_.resize(level);
    }

    std::uint32_t width_ = 0;             // of the largest group
    std::vector<Variable> variable_;      // by group and bit
    std::vector<Membership> membership_;  // of one variable after another, and where those of each begin
    std::vector<std::uint32_t> memberships_;
    std::vector<Variable> banned_;  // likewise
    std::vector<std::uint32_t> bans_;
    std::vector<Group> groups_;
    Inference* inference_;
    Clauses clauses_;
    Activity activity_;
    bool open_ = true;  // there may be a solution

    std::vector<std::int8_t> truth_;       // of a literal: 1 true, -1 false, 0 not known
    std::vector<Reason> reason_;           // by variable
    std::vector<std::uint32_t> level_of_;  // by variable
    std::vector<std::uint32_t> place_;     // by variable: where in the trail
    std::vector<Literal> trail_;           // all that is true, in order
    std::vector<std::uint32_t> level_begin_;
    std::size_t followed_ = 0;  // literals of the trail that have been followed up
    Reason conflict_;
    const Literal nothing_;     // that is false for good
    Literal contradicted_ = 0;  // the literal that the reason of the conflict demands though it is false
    std::int64_t guesses_ = 0, followed_ever_ = 0;

    // Reasons of the inference, by variable; empty until they are asked for. The last is that of a conflict.
    std::vector<std::vector<Literal>> explanations_;
    std::vector<Variable> gone_;
};

}  // namespace engine::learning
