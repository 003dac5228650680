#include "core/data/image_facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

namespace fovea {
namespace {

constexpr int kColumns = 9, kRows = 8;
constexpr double kBlankDeviation = 1.5;

// The pixels of one row, plane by plane; a grey image has but one.
struct RowPlanes {
  const std::uint8_t* red;
  const std::uint8_t* green;
  const std::uint8_t* blue;  // null: grey
};

// Adds the grey of each pixel to `totals`: 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601) in [0, 255] with 16 bits behind
// the point. The sum of their squares has 16 bits behind the point too.
[[gnu::always_inline]] inline std::uint64_t addGreyRow(const RowPlanes& row, std::size_t count, std::uint64_t* totals) {
  std::uint64_t squares = 0;
  const auto add = [&](std::size_t i, std::uint32_t grey) {
    totals[i] += grey;
    const std::uint32_t rounded = grey >> 8;
    squares += std::uint64_t{rounded * rounded};
  };
  if (row.blue)
    for (std::size_t i = 0; i < count; ++i)
      add(i, 19595u * row.red[i] + 38470u * row.green[i] + 7471u * row.blue[i]);
  else
    for (std::size_t i = 0; i < count; ++i) add(i, std::uint32_t{row.red[i]} << 16);
  return squares;
}

std::uint64_t addGreyRowPlain(const RowPlanes& row, std::size_t count, std::uint64_t* totals) {
  return addGreyRow(row, count, totals);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t addGreyRowAvx2(const RowPlanes& row, std::size_t count, std::uint64_t* totals) {
  return addGreyRow(row, count, totals);
}
#endif

auto fastestGreyRow() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return &addGreyRowAvx2;
#endif
  return &addGreyRowPlain;
}

// Where each of `cells` parts of `extent` places begins: place p belongs to part p cells / extent. And the end.
template <std::size_t cells>
std::array<std::size_t, cells + 1> cellBegins(std::size_t extent) {
  std::array<std::size_t, cells + 1> begins;
  for (std::size_t cell = 0; cell <= cells; ++cell) begins[cell] = (cell * extent + cells - 1) / cells;
  return begins;
}

class Groups {
 public:
  explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0u); }
  std::uint32_t rootOf(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

// Joins those of some distinct fingerprints that differ in at most `distance` bits.
class NearJoiner {
 public:
  NearJoiner(std::span<const std::uint64_t> prints, int distance, Groups& groups)
      : prints_(prints), distance_(distance), groups_(groups) {}

  // Of `members`, which differ in bits of `open` alone. Two that are near are the same in at least one of distance + 1
  // parts of these bits; those that share a part are few, or are split again by the bits that are left.
  void join(std::vector<std::uint32_t> members, std::uint64_t open) {
    const int bits = std::popcount(open);
    if (bits <= distance_) {
      for (const std::uint32_t member : members) groups_.join(members[0], member);
      return;
    }
    if (members.size() <= kFew) return joinPairs(members);
    const int parts = distance_ + 1;
    for (int part = 0; part < parts; ++part) {
      const std::uint64_t mask = bitsOf(open, bits * part / parts, bits * (part + 1) / parts);
      std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(prints_[a] & mask, a) < std::pair(prints_[b] & mask, b);
      });
      for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
        while (end < members.size() && !((prints_[members[begin]] ^ prints_[members[end]]) & mask)) ++end;
        if (end - begin > 1)
          join({members.begin() + std::ptrdiff_t(begin), members.begin() + std::ptrdiff_t(end)}, open & ~mask);
      }
    }
  }

 private:
  static constexpr std::size_t kFew = 64;

  // Those bits of `open` that are its first-th to before its last-th.
  static std::uint64_t bitsOf(std::uint64_t open, int first, int last) {
    std::uint64_t bits = 0;
    for (int i = 0; i < last; ++i, open &= open - 1)
      if (i >= first) bits |= open & -open;
    return bits;
  }
  void joinPairs(const std::vector<std::uint32_t>& members) {
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (std::popcount(prints_[members[i]] ^ prints_[members[k]]) <= distance_) groups_.join(members[i], members[k]);
  }

  std::span<const std::uint64_t> prints_;
  int distance_;
  Groups& groups_;
};

}  // namespace

ImageFacts imageFacts(const Shape& shape, std::span<const std::uint8_t> pixels) {
  const bool colour = shape[0] == 3;
  assert(shape.rank() == 3 && (colour || shape[0] == 1) && !pixels.empty());
  const auto height = static_cast<std::size_t>(shape[1]), width = static_cast<std::size_t>(shape[2]);
  std::array<std::uint64_t, kColumns * kRows> sums{}, counts{};
  std::uint64_t sum = 0, squares = 0;
  const auto columns = cellBegins<kColumns>(width);
  const auto rows = cellBegins<kRows>(height);
  const auto addRow = fastestGreyRow();
  std::vector<std::uint64_t> totals(width);
  for (std::size_t cellRow = 0; cellRow < kRows; ++cellRow) {
    std::fill(totals.begin(), totals.end(), 0);
    for (std::size_t y = rows[cellRow]; y < rows[cellRow + 1]; ++y) {
      const std::uint8_t* red = pixels.data() + y * width;
      squares += addRow({red, red + (colour ? height * width : 0), colour ? red + 2 * height * width : nullptr}, width,
                        totals.data());
    }
    for (std::size_t column = 0; column < kColumns; ++column) {
      const std::size_t cell = cellRow * kColumns + column;
      for (std::size_t x = columns[column]; x < columns[column + 1]; ++x) sums[cell] += totals[x];
      counts[cell] = (columns[column + 1] - columns[column]) * (rows[cellRow + 1] - rows[cellRow]);
      sum += sums[cell];
    }
  }
  // A small image has cells without a pixel: each takes the one before it.
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x) {
      const auto cell = static_cast<std::size_t>(y * kColumns + x);
      if (counts[cell] > 0) continue;
      const std::size_t from = x > 0 ? cell - 1 : cell - kColumns;
      sums[cell] = sums[from];
      counts[cell] = counts[from];
    }
  ImageFacts facts;
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x + 1 < kColumns; ++x) {
      const auto left = static_cast<std::size_t>(y * kColumns + x);
      // Means compared without dividing.
      if (sums[left] * counts[left + 1] < sums[left + 1] * counts[left])
        facts.fingerprint |= std::uint64_t{1} << (8 * y + x);
    }
  const auto count = static_cast<double>(height * width);
  const double mean = static_cast<double>(sum) / 65536.0 / count;
  const double deviation = std::sqrt(std::max(0.0, static_cast<double>(squares) / 65536.0 / count - mean * mean));
  facts.brightness = static_cast<std::uint8_t>(std::lround(std::min(mean, 255.0)));
  facts.contrast = static_cast<std::uint8_t>(std::lround(std::min(deviation, 255.0)));
  facts.blank = deviation < kBlankDeviation;
  facts.tiny = std::min(shape[1], shape[2]) < kTinySide;
  return facts;
}

std::vector<std::vector<std::uint32_t>> nearDuplicates(std::span<const std::uint64_t> fingerprints, int distance) {
  assert(distance >= 0 && distance <= 7);
  // Those that are the same stand for each other, so that many of them cost nothing.
  std::vector<std::uint32_t> order(fingerprints.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(fingerprints[a], a) < std::pair(fingerprints[b], b);
  });
  std::vector<std::uint64_t> distinct;
  std::vector<std::uint32_t> classOf(fingerprints.size());
  for (const std::uint32_t i : order) {
    if (distinct.empty() || distinct.back() != fingerprints[i]) distinct.push_back(fingerprints[i]);
    classOf[i] = static_cast<std::uint32_t>(distinct.size() - 1);
  }
  Groups groups(distinct.size());
  if (distance > 0) {
    std::vector<std::uint32_t> all(distinct.size());
    std::iota(all.begin(), all.end(), 0u);
    NearJoiner(distinct, distance, groups).join(std::move(all), ~std::uint64_t{0});
  }
  std::vector<std::int64_t> placeOf(distinct.size(), -1);
  std::vector<std::vector<std::uint32_t>> found;
  for (std::uint32_t i = 0; i < fingerprints.size(); ++i) {
    std::int64_t& place = placeOf[groups.rootOf(classOf[i])];
    if (place < 0) {
      place = static_cast<std::int64_t>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(place)].push_back(i);
  }
  std::erase_if(found, [](const auto& group) { return group.size() < 2; });
  return found;
}

}  // namespace fovea
