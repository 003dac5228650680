#include "core/data/store/image_facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

namespace fovea {
namespace {

constexpr std::size_t kColumns = 9, kRows = 8, kCells = kColumns * kRows;
constexpr double kBlankDeviation = 1.5;
// Minimum difference between neighbouring pixels that counts as an edge, in absolute terms or, at low contrast,
// relative to the contrast. A single channel needs twice as much, since compressed files store colour less exactly.
constexpr double kGreyStep = 3, kStepOfContrast = 0.25;
constexpr double kRed = 0.299, kGreen = 0.587, kBlue = 0.114;  // ITU-R BT.601

// Adds each pixel to `totals`; returns the sum of the squares.
[[gnu::always_inline]] inline std::uint64_t addRow(const std::uint8_t* row, std::size_t count, std::uint32_t* totals) {
  constexpr std::size_t kBlock = 4096;  // number of pixels whose squares fit into 32 bits
  std::uint64_t squares = 0;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    std::uint32_t some = 0;
    for (std::size_t i = begin; i < std::min(count, begin + kBlock); ++i) {
      const std::uint32_t value = row[i];
      totals[i] += value;
      some += value * value;
    }
    squares += some;
  }
  return squares;
}

std::uint64_t addRowPlain(const std::uint8_t* row, std::size_t count, std::uint32_t* totals) {
  return addRow(row, count, totals);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t addRowAvx2(const std::uint8_t* row, std::size_t count, std::uint32_t* totals) {
  return addRow(row, count, totals);
}
#endif

auto fastestRow() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return &addRowAvx2;
#endif
  return &addRowPlain;
}

// The start of each of `cells` parts of `extent` positions, and the end: position p belongs to part p cells / extent.
template <std::size_t cells>
std::array<std::size_t, cells + 1> cellBegins(std::size_t extent) {
  std::array<std::size_t, cells + 1> begins;
  for (std::size_t cell = 0; cell <= cells; ++cell) begins[cell] = (cell * extent + cells - 1) / cells;
  return begins;
}

// One channel of a reduced image.
struct Plane {
  std::array<double, kCells> cells{};  // means
  double mean = 0;
  double deviation = 0;
};

Plane reduced(const std::uint8_t* pixels, std::size_t height, std::size_t width) {
  Plane plane;
  std::uint64_t sum = 0, squares = 0;
  const auto columns = cellBegins<kColumns>(width);
  const auto rows = cellBegins<kRows>(height);
  const auto add = fastestRow();
  std::vector<std::uint32_t> totals(width);
  for (std::size_t row = 0; row < kRows; ++row) {
    std::fill(totals.begin(), totals.end(), 0);
    for (std::size_t y = rows[row]; y < rows[row + 1]; ++y) squares += add(pixels + y * width, width, totals.data());
    for (std::size_t column = 0; column < kColumns; ++column) {
      const std::size_t cell = row * kColumns + column;
      std::uint64_t cellSum = 0;
      for (std::size_t x = columns[column]; x < columns[column + 1]; ++x) cellSum += totals[x];
      sum += cellSum;
      const std::size_t count = (columns[column + 1] - columns[column]) * (rows[row + 1] - rows[row]);
      // A small image has cells without a pixel, which copy the previous cell.
      plane.cells[cell] = count > 0    ? static_cast<double>(cellSum) / static_cast<double>(count)
                          : column > 0 ? plane.cells[cell - 1]
                                       : plane.cells[cell - kColumns];
    }
  }
  const auto count = static_cast<double>(height * width);
  plane.mean = static_cast<double>(sum) / count;
  plane.deviation = std::sqrt(std::max(0.0, static_cast<double>(squares) / count - plane.mean * plane.mean));
  return plane;
}

double greyOf(double red, double green, double blue) {
  return kRed * red + kGreen * green + kBlue * blue;
}

std::uint8_t byteOf(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

std::uint64_t fingerprintOfPlanes(const std::array<Plane, 3>& planes, double contrast) {
  const double step = std::min(kGreyStep, kStepOfContrast * contrast);
  std::uint64_t print = 0;
  for (std::size_t y = 0; y < kRows; ++y)
    for (std::size_t x = 0; x + 1 < kColumns; ++x) {
      std::array<double, 3> rise{};
      for (std::size_t c = 0; c < 3; ++c)
        rise[c] = planes[c].cells[y * kColumns + x + 1] - planes[c].cells[y * kColumns + x];
      const double grey = greyOf(rise[0], rise[1], rise[2]);
      const double most =
          *std::max_element(rise.begin(), rise.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
      if (std::abs(grey) > step ? grey > 0 : most > 2 * step) print |= std::uint64_t{1} << (8 * y + x);
    }
  return print;
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

// Joins distinct fingerprints that differ in at most `distance` bits.
class NearJoiner {
 public:
  NearJoiner(std::span<const std::uint64_t> prints, int distance, Groups& groups)
      : prints_(prints), distance_(distance), groups_(groups) {}

  // Joins `members`, which differ only in the bits `open`. Two near ones are equal in at least one of distance + 1
  // parts of these bits; members with an equal part are few, or are split again by the remaining bits.
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

  // The bits from index `first` to before index `last` among those set in `open`.
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
  std::array<Plane, 3> planes;
  planes[0] = reduced(pixels.data(), height, width);
  for (std::size_t c = 1; c < 3; ++c)
    planes[c] = colour ? reduced(pixels.data() + c * height * width, height, width) : planes[0];
  const double grey = greyOf(planes[0].mean, planes[1].mean, planes[2].mean);
  const double contrast = std::max({planes[0].deviation, planes[1].deviation, planes[2].deviation});
  ImageFacts facts;
  facts.fingerprint = fingerprintOfPlanes(planes, contrast);
  facts.brightness = byteOf(grey);
  facts.contrast = byteOf(contrast);
  const std::uint8_t blueness = byteOf(128 + (planes[2].mean - grey) / (2 * (1 - kBlue)));
  const std::uint8_t redness = byteOf(128 + (planes[0].mean - grey) / (2 * (1 - kRed)));
  facts.colour = static_cast<std::uint8_t>((blueness & 0xF0) | redness >> 4);
  facts.blank = contrast < kBlankDeviation;
  facts.dark = std::all_of(planes.begin(), planes.end(),
                           [](const Plane& plane) { return plane.mean + 2 * plane.deviation < kDarkLimit; });
  facts.tiny = std::min(shape[1], shape[2]) < kTinySide;
  return facts;
}

std::vector<std::vector<std::uint32_t>> nearDuplicates(std::span<const std::uint64_t> fingerprints, int distance) {
  assert(distance >= 0 && distance <= 7);
  // Equal fingerprints are represented by one, so that many of them cost nothing.
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
