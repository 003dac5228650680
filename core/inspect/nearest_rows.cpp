#include "core/inspect/nearest_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/parallel_ranges.h"
#include "core/base/random.h"
#include "core/inspect/row_distances.h"

namespace fovea {
namespace {

constexpr std::size_t kTrees = 8;
constexpr std::size_t kSmallestLeaf = 40;
constexpr int kDeepestTree = 200;
constexpr int kMostRounds = 12;
constexpr double kFewChanges = 0.001;  // fraction of all neighbours; the search ends at fewer changes
// maximum per direction: neighbours of a row, and rows that have it as neighbour
constexpr std::size_t kMostCandidates = 20;
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kQueriesAtOnce = 16 * kTileQueries;

// The nearest rows found so far: nearest first, ties by index.
class NearestList {
 public:
  NearestList(std::uint32_t* other, float* squared, std::size_t count)
      : other_(other), squared_(squared), count_(count) {}

  void clear() {
    std::fill_n(other_, count_, kNobody);
    std::fill_n(squared_, count_, std::numeric_limits<float>::infinity());
  }
  bool accepts(float squared, std::uint32_t other) const {
    return squared < squared_[count_ - 1] || (squared == squared_[count_ - 1] && other < other_[count_ - 1]);
  }
  // Returns the index of the new entry. Shifts `isNew` along with the list.
  std::size_t insert(float squared, std::uint32_t other, std::uint8_t* isNew = nullptr) {
    std::size_t place = count_ - 1;
    for (;
         place > 0 && (squared_[place - 1] > squared || (squared_[place - 1] == squared && other_[place - 1] > other));
         --place) {
      squared_[place] = squared_[place - 1];
      other_[place] = other_[place - 1];
      if (isNew) isNew[place] = isNew[place - 1];
    }
    squared_[place] = squared;
    other_[place] = other;
    if (isNew) isNew[place] = 1;
    return place;
  }

 private:
  std::uint32_t* other_;
  float* squared_;
  std::size_t count_;
};

class Search {
 public:
  Search(const Tensor& rows, std::size_t count, const NearestOptions& options, const CancelToken& cancel,
         const ProgressFunction& progress)
      : values_(rows.data<float>()),
        rows_(static_cast<std::size_t>(rows.shape()[0])),
        width_(static_cast<std::size_t>(rows.shape()[1])),
        options_(options),
        cancel_(cancel),
        progress_(progress) {
    found_.count = count;
    found_.other.resize(rows_ * count);
    found_.squared.resize(rows_ * count);
    for (std::size_t row = 0; row < rows_; ++row) list(row).clear();
  }

  bool compareAll();
  bool descend();
  bool complete();
  NearestRows take() && { return std::move(found_); }

 private:
  // Links of each row to compare in a round: its neighbours, and rows that have it as neighbour.
  struct Candidates {
    std::vector<std::uint32_t> other;  // [N, 2 × kMostCandidates]; kNobody marks the end
    std::uint32_t* of(std::size_t row) { return other.data() + row * 2 * kMostCandidates; }
    const std::uint32_t* of(std::size_t row) const { return other.data() + row * 2 * kMostCandidates; }
  };

  NearestList list(std::size_t row) {
    return {found_.other.data() + row * found_.count, found_.squared.data() + row * found_.count, found_.count};
  }
  const float* row(std::size_t index) const { return values_ + index * width_; }
  bool over(std::size_t count, std::size_t grain, double from, double to,
            const std::function<void(std::size_t, std::size_t)>& work) const {
    return parallelRanges(
        count, grain, work,
        [&](std::size_t done) {
          const double part = count > 0 ? static_cast<double>(done) / static_cast<double>(count) : 1;
          const double share = from + (to - from) * part;
          if (progress_) progress_({"Finding neighbours", static_cast<std::uint64_t>(share * 1000), 1000});
          return !cancel_.cancelled();
        },
        options_.threads);
  }
  void compareQueries(std::size_t begin, std::size_t end);
  void growTree(std::size_t tree, std::vector<std::uint32_t>& order, std::vector<std::uint32_t>& leaves) const;
  bool compareLeaves();
  void chooseCandidates(std::uint64_t round, Candidates& fresh, Candidates& known);
  bool joinNeighbours(const Candidates& fresh, const Candidates& known, double from, double to,
                      std::vector<std::uint32_t>& changes);

  const float* values_;
  std::size_t rows_, width_;
  NearestOptions options_;
  const CancelToken& cancel_;
  const ProgressFunction& progress_;
  NearestRows found_;
  std::vector<std::uint8_t> isNew_;  // per neighbour: not compared with the others yet
};

void Search::compareQueries(std::size_t begin, std::size_t end) {
  std::vector<float> tile(width_ * kTileRows);
  TileDistances distances;
  for (std::size_t first = 0; first < rows_; first += kTileRows) {
    const std::size_t inTile = std::min(kTileRows, rows_ - first);
    for (std::size_t lane = 0; lane < inTile; ++lane)
      for (std::size_t d = 0; d < width_; ++d) tile[d * kTileRows + lane] = row(first + lane)[d];
    for (std::size_t query = begin; query < end; query += kTileQueries) {
      std::array<const float*, kTileQueries> queries;
      for (std::size_t q = 0; q < kTileQueries; ++q) queries[q] = row(std::min(query + q, end - 1));
      tileDistances(queries, tile.data(), width_, distances);
      for (std::size_t q = 0; q < std::min(kTileQueries, end - query); ++q) {
        NearestList nearest = list(query + q);
        for (std::size_t lane = 0; lane < inTile; ++lane)
          if (const auto other = static_cast<std::uint32_t>(first + lane);
              other != query + q && nearest.accepts(distances[q][lane], other))
            nearest.insert(distances[q][lane], other);
      }
    }
    if (cancel_.cancelled()) return;
  }
}

bool Search::compareAll() {
  return over(rows_, kQueriesAtOnce, 0, 1, [&](std::size_t begin, std::size_t end) { compareQueries(begin, end); });
}

// Fills `order` with the rows leaf by leaf, and `leaves` with the ends of the leaves. Each node is split by the plane
// halfway between two of its rows.
void Search::growTree(std::size_t tree, std::vector<std::uint32_t>& order, std::vector<std::uint32_t>& leaves) const {
  struct Node {
    std::uint32_t begin, end;
    int depth;
  };
  const std::size_t largest = std::max(kSmallestLeaf, found_.count * 3 / 2);
  Random random(options_.seed, tree + 1);
  order.resize(rows_);
  for (std::uint32_t i = 0; i < rows_; ++i) order[i] = i;
  std::vector<Node> open{{0, static_cast<std::uint32_t>(rows_), 0}};
  while (!open.empty() && !cancel_.cancelled()) {
    const Node node = open.back();
    open.pop_back();
    const std::uint32_t size = node.end - node.begin;
    if (size <= largest || node.depth > kDeepestTree) {
      leaves.push_back(node.end);
      continue;
    }
    const auto pick = [&] { return order[node.begin + static_cast<std::uint32_t>(random.below(size))]; };
    const std::uint32_t a = pick(), b = pick();
    const auto middle = std::partition(order.begin() + node.begin, order.begin() + node.end, [&](std::uint32_t index) {
      const float fromA = squaredDistance(row(index), row(a), width_);
      const float fromB = squaredDistance(row(index), row(b), width_);
      return fromA == fromB ? random.next32() % 2 == 0 : fromA < fromB;
    });
    const auto divided = static_cast<std::uint32_t>(middle - order.begin());
    // Nodes are on a stack, so the first half is pushed last and the leaves are in order.
    open.push_back({divided, node.end, node.depth + 1});
    open.push_back({node.begin, divided, node.depth + 1});
  }
}

bool Search::compareLeaves() {
  std::vector<std::vector<std::uint32_t>> orders(kTrees), leaves(kTrees);
  if (!over(kTrees, 1, 0, 0.2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t tree = begin; tree < end; ++tree) growTree(tree, orders[tree], leaves[tree]);
      }))
    return false;
  // The range of each row's leaf in each tree.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place(rows_ * kTrees);
  for (std::size_t tree = 0; tree < kTrees; ++tree) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : leaves[tree]) {
      for (std::uint32_t i = begin; i < end; ++i) place[orders[tree][i] * kTrees + tree] = {begin, end};
      begin = end;
    }
  }
  // A leaf of equal rows may be large: comparing some of them is enough.
  const auto most = static_cast<std::uint32_t>(4 * std::max(kSmallestLeaf, found_.count * 3 / 2));
  return over(rows_, 256, 0.2, 0.4, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> seen(rows_, kNobody);
    for (std::size_t index = begin; index < end && !cancel_.cancelled(); ++index) {
      NearestList nearest = list(index);
      seen[index] = static_cast<std::uint32_t>(index);
      for (std::size_t tree = 0; tree < kTrees; ++tree) {
        const auto [first, last] = place[index * kTrees + tree];
        for (std::uint32_t i = first; i < std::min(last, first + most); ++i) {
          const std::uint32_t other = orders[tree][i];
          if (std::exchange(seen[other], static_cast<std::uint32_t>(index)) == index) continue;
          const float squared = squaredDistance(row(index), row(other), width_);
          if (nearest.accepts(squared, other)) nearest.insert(squared, other, isNew_.data() + index * found_.count);
        }
      }
    }
  });
}

// Chooses new and known links of each row in both directions, at random if there are too many.
void Search::chooseCandidates(std::uint64_t round, Candidates& fresh, Candidates& known) {
  const std::size_t k = found_.count;
  for (Candidates* each : {&fresh, &known}) each->other.assign(rows_ * 2 * kMostCandidates, kNobody);
  std::vector<std::array<std::uint16_t, 4>> sizes(rows_, std::array<std::uint16_t, 4>{});
  Random random(options_.seed, kTrees + 1 + round);
  // Uses a random order, so that no row is preferred.
  std::vector<std::uint32_t> order(rows_);
  for (std::uint32_t i = 0; i < rows_; ++i) std::swap(order[i] = i, order[random.below(i + 1)]);
  const std::size_t start = random.next32();
  for (std::size_t i = 0; i < k; ++i)
    for (const std::uint32_t index : order) {
      const std::size_t entry = index * k + (i + start) % k;
      const std::uint32_t other = found_.other[entry];
      if (other == kNobody) continue;
      const bool isNew = isNew_[entry] != 0;
      Candidates& candidates = isNew ? fresh : known;
      auto& forward = sizes[index][isNew ? 0 : 1];
      if (forward < kMostCandidates) {
        candidates.of(index)[forward++] = other;
        isNew_[entry] = 0;
      }
      auto& back = sizes[other][isNew ? 2 : 3];
      if (back < kMostCandidates) candidates.of(other)[kMostCandidates + back++] = index;
    }
}

// Compares each row with the links of its links, unless both links have been compared before. A row writes to its own
// list and reads those of the previous round, so the order of the rows does not matter.
bool Search::joinNeighbours(const Candidates& fresh, const Candidates& known, double from, double to,
                            std::vector<std::uint32_t>& changes) {
  const std::size_t k = found_.count;
  return over(rows_, 256, from, to, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> seen(rows_, kNobody);
    for (std::size_t index = begin; index < end && !cancel_.cancelled(); ++index) {
      NearestList nearest = list(index);
      const auto stamp = static_cast<std::uint32_t>(index);
      seen[index] = stamp;
      for (std::size_t i = 0; i < k; ++i)
        if (const std::uint32_t other = found_.other[index * k + i]; other != kNobody) seen[other] = stamp;
      const auto compare = [&](const std::uint32_t* others) {
        for (std::size_t i = 0; i < 2 * kMostCandidates; ++i) {
          const std::uint32_t other = others[i];
          if (other == kNobody || std::exchange(seen[other], stamp) == stamp) continue;
          const float squared = squaredDistance(row(index), row(other), width_);
          if (!nearest.accepts(squared, other)) continue;
          nearest.insert(squared, other, isNew_.data() + index * k);
          ++changes[index];
        }
      };
      const auto through = [&](const std::uint32_t* links, bool both) {
        for (std::size_t i = 0; i < 2 * kMostCandidates; ++i) {
          if (links[i] == kNobody) continue;
          compare(fresh.of(links[i]));
          if (both) compare(known.of(links[i]));
        }
      };
      through(fresh.of(index), true);
      through(known.of(index), false);
    }
  });
}

// Compares rows that have found too few neighbours with all rows.
bool Search::complete() {
  std::vector<std::uint32_t> lacking;
  for (std::uint32_t index = 0; index < rows_; ++index)
    if (found_.other[(index + 1) * found_.count - 1] == kNobody) lacking.push_back(index);
  return over(lacking.size(), 1, 1, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      list(lacking[i]).clear();
      compareQueries(lacking[i], lacking[i] + 1);
    }
  });
}

bool Search::descend() {
  isNew_.assign(found_.other.size(), 0);
  if (!compareLeaves()) return false;
  Candidates fresh, known;
  std::vector<std::uint32_t> changes(rows_);
  for (int round = 0; round < kMostRounds; ++round) {
    chooseCandidates(static_cast<std::uint64_t>(round), fresh, known);
    std::ranges::fill(changes, 0);
    const double from = 0.4 + 0.6 * round / kMostRounds;
    if (!joinNeighbours(fresh, known, from, from + 0.6 / kMostRounds, changes)) return false;
    std::uint64_t sum = 0;
    for (const std::uint32_t each : changes) sum += each;
    if (static_cast<double>(sum) <= kFewChanges * static_cast<double>(found_.other.size())) break;
  }
  return complete();
}

}  // namespace

Result<NearestRows> nearestRows(const Tensor& rows, std::size_t count, const NearestOptions& options,
                                const CancelToken& cancel, const ProgressFunction& progress) {
  Search search(rows, count, options, cancel, progress);
  const bool done = rows.shape()[0] <= options.exactUpTo ? search.compareAll() : search.descend();
  if (!done || cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
  return std::move(search).take();
}

}  // namespace fovea
