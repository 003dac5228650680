#include "core/network/repeated_parts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace fovea {
namespace {

constexpr std::size_t kLongestPart = 64;      // in passages
constexpr std::size_t kLeastLayers = 3;       // minimum size of a part that becomes a block
constexpr std::size_t kLeastUnequal = 4;      // minimum size if all parameters differ
constexpr std::size_t kMostCandidates = 400;  // only the best candidates are tried
constexpr std::size_t kFirstChoices = 16;     // number of divisions that are compared
constexpr double kNodeCost = 2;               // cost of a node on the sheet, relative to one in a block

// A run of passages that occurs at several places.
struct Candidate {
  std::size_t length = 0;  // in passages
  std::size_t layers = 0;
  double charm = 0;  // bonus if it begins and ends where a user would divide
  std::vector<std::size_t> starts;
};

LayerFamily familyOf(const Network& network, LayerId id) {
  return findLayer(network.find(id)->type)->family;
}

std::uint64_t mixed(std::uint64_t key, int number) {
  key = (key ^ static_cast<std::uint64_t>(number + 1)) * 0x9E3779B97F4A7C15ull;
  return key ^ (key >> 29);
}

class Division {
 public:
  Division(const Network& network, const PassageChain& text) : network_(network), text_(text) { collect(); }

  struct Part {
    std::size_t candidate;
    std::vector<std::size_t> starts;
  };
  struct Choice {
    std::vector<Part> parts;
    double gain = 0;
  };
  // Returns the division with the fewest nodes to look at.
  Choice best() const {
    Choice best;
    for (std::size_t first = 0; first < std::min(kFirstChoices, candidates_.size()); ++first)
      if (Choice choice = beginningWith(first); choice.gain > best.gain) best = std::move(choice);
    return best;
  }
  const Candidate& candidate(std::size_t number) const { return candidates_[number]; }

 private:
  // Returns a key that is equal for places with equal shapes and parameters.
  std::uint64_t exactKey(std::size_t start, std::size_t length) const {
    std::uint64_t key = 0;
    for (std::size_t i = start; i < start + length; ++i) key = mixed(key, text_[i].exact);
    return key;
  }

  bool sameShape(std::size_t one, std::size_t other, std::size_t length) const {
    for (std::size_t i = 0; i < length; ++i)
      if (text_[one + i].shape != text_[other + i].shape) return false;
    return true;
  }

  void collect() {
    std::unordered_map<std::uint64_t, Candidate> found;
    for (std::size_t start = 0; start < text_.size(); ++start) {
      std::uint64_t key = 0;
      std::size_t layers = 0, branching = 0, behind = 0;
      for (std::size_t end = start; end < std::min(text_.size(), start + kLongestPart); ++end) {
        const Passage& passage = text_[end];
        branching += passage.branches() ? 1 : 0;
        if (!passage.foldable || branching > 1) break;
        // A part ends where its branches have joined, or after one activation or normalisation behind the join.
        if (branching > 0 && !passage.branches() && (++behind > 1 || !rounds(passage))) break;
        layers += passage.layers.size();
        key = mixed(key, passage.shape);
        if (layers < kLeastLayers) continue;
        Candidate& candidate = found.try_emplace(key, Candidate{end - start + 1, layers, 0, {}}).first->second;
        // Otherwise the two keys collide by chance.
        if (candidate.length == end - start + 1 &&
            (candidate.starts.empty() || sameShape(candidate.starts.front(), start, candidate.length)))
          candidate.starts.push_back(start);
      }
    }
    for (auto& [key, candidate] : found) {
      if (candidate.starts.size() < 2) continue;
      keepWholeRuns(candidate);
      candidate.charm = charmOf(candidate);
      if (gainOf(candidate, freeStarts(candidate, {})) > 0) candidates_.push_back(std::move(candidate));
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      order.emplace_back(-gainOf(candidates_[i], freeStarts(candidates_[i], {})), i);
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
      return std::tuple(a.first, candidates_[a.second].starts, candidates_[a.second].length) <
             std::tuple(b.first, candidates_[b.second].starts, candidates_[b.second].length);
    });
    std::vector<Candidate> sorted;
    for (std::size_t i = 0; i < std::min(kMostCandidates, order.size()); ++i)
      sorted.push_back(std::move(candidates_[order[i].second]));
    candidates_ = std::move(sorted);
  }

  bool is(const Passage& passage, LayerFamily family) const {
    return !passage.branches() && familyOf(network_, passage.layers.front()) == family;
  }
  bool rounds(const Passage& passage) const {
    return is(passage, LayerFamily::Activation) || is(passage, LayerFamily::Normalization);
  }

  // The period of a part in passages: 2 for "conv relu conv relu"; its length if it does not repeat itself.
  std::size_t periodOf(const Candidate& candidate) const {
    const std::size_t start = candidate.starts.front();
    for (std::size_t period = 1; 2 * period <= candidate.length; ++period)
      if (sameShape(start, start + period, candidate.length - period)) return period;
    return candidate.length;
  }

  // A part that repeats itself counts only if it is not a piece of a longer run: six equal layers count as six times
  // one, not as three times two.
  void keepWholeRuns(Candidate& candidate) const {
    const std::size_t period = periodOf(candidate);
    if (period == candidate.length) return;
    std::erase_if(candidate.starts, [&](std::size_t start) {
      const std::size_t end = start + candidate.length;
      const std::size_t more = candidate.length % period == 0 ? period : 1;
      return (start >= more && sameShape(start - more, start - more + period, more)) ||
             (end + more <= text_.size() && sameShape(end, end - period, more));
    });
  }

  double charmOf(const Candidate& candidate) const {
    if (candidate.starts.empty()) return 0;
    const Passage& first = text_[candidate.starts.front()];
    const Passage& last = text_[candidate.starts.front() + candidate.length - 1];
    const bool begins = !is(first, LayerFamily::Activation) && !is(first, LayerFamily::Normalization) &&
                        !is(first, LayerFamily::Pooling);
    const bool ends = last.branches() || is(last, LayerFamily::Activation) || is(last, LayerFamily::Pooling);
    return (begins ? 0.2 : 0) + (ends ? 0.1 : -0.4);
  }

  // Returns places that overlap neither each other nor passages already taken.
  static std::vector<std::size_t> freeStarts(const Candidate& candidate, const std::vector<bool>& taken) {
    std::vector<std::size_t> starts;
    std::size_t end = 0;
    for (const std::size_t start : candidate.starts) {
      if (start < end) continue;
      bool free = true;
      for (std::size_t i = start; i < start + candidate.length && free; ++i) free = taken.empty() || !taken[i];
      if (!free) continue;
      starts.push_back(start);
      end = start + candidate.length;
    }
    return starts;
  }

  double gainOf(const Candidate& candidate, const std::vector<std::size_t>& starts) const {
    std::set<std::uint64_t> kinds;
    for (const std::size_t start : starts) kinds.insert(exactKey(start, candidate.length));
    if (starts.size() < 2 || (kinds.size() == starts.size() && candidate.layers < kLeastUnequal)) return 0;
    const auto uses = static_cast<double>(starts.size()), layers = static_cast<double>(candidate.layers);
    return kNodeCost * uses * (layers - 1) - static_cast<double>(kinds.size()) * layers + uses * candidate.charm;
  }

  Choice beginningWith(std::size_t first) const {
    Choice choice;
    std::vector<bool> taken(text_.size(), false);
    for (std::optional<std::size_t> next = first; next;) {
      const Candidate& chosen = candidates_[*next];
      Part part{*next, freeStarts(chosen, taken)};
      choice.gain += gainOf(chosen, part.starts);
      for (const std::size_t start : part.starts)
        std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(start), chosen.length, true);
      choice.parts.push_back(std::move(part));
      next.reset();
      double most = 0;
      for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (const double gain = gainOf(candidates_[i], freeStarts(candidates_[i], taken)); gain > most) {
          most = gain;
          next = i;
        }
    }
    return choice;
  }

  const Network& network_;
  const PassageChain& text_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<RepeatedPart> repeatedParts(const Network& network, const PassageChain& text) {
  const Division division(network, text);
  std::vector<RepeatedPart> parts;
  std::map<std::vector<int>, int> kinds;
  for (const Division::Part& found : division.best().parts) {
    RepeatedPart& part = parts.emplace_back();
    part.length = division.candidate(found.candidate).length;
    for (const std::size_t start : found.starts) {
      std::vector<int> exact;
      for (std::size_t i = start; i < start + part.length; ++i) exact.push_back(text[i].exact);
      part.places.push_back({start, kinds.try_emplace(std::move(exact), static_cast<int>(kinds.size())).first->second});
    }
  }
  return parts;
}

}  // namespace fovea
