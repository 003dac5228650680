#include "core/data/importers/grey_levels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace fovea {
namespace {

constexpr int kIgnoredLevel = 255;
constexpr int kBlur = 24;     // typical change of a value by compression
constexpr int kFarApart = 8;  // values nearer than this are indices
constexpr int kMostLevels = 32;
constexpr std::size_t kMostUnnamed = 64;

class Reading {
 public:
  Reading(const GreyCounts& grey, std::size_t named) : grey_(grey), named_(named) {
    for (int value = 0; value < 256; ++value)
      if (countAt(value) > 0) values_.push_back(value);
    total_ = std::accumulate(grey.counts.begin(), grey.counts.end(), std::uint64_t{0});
  }

  GreyLevels make(const std::string& labels) {
    if (labels == "indices" || values_.empty()) return {};
    if (labels == "black_white") return blackAndWhite(true);
    if (labels == "values") return grey_.lossy ? levels(peaks(), true) : levels(values_, false);
    if (onlyBlackAndWhite() && (named_ <= 2 || values_.size() == 2)) {
      GreyLevels result = blackAndWhite(false);
      if (named_ > 2)
        result.decisions.push_back(decision("black and white: the first two classes",
                                            fmt::format("they are only 0 and 255, and {} classes are named", named_),
                                            {"labels=black_white", "labels=indices"}, false));
      return result;
    }
    if (named_ > 0 && highest() < static_cast<int>(named_) && !grey_.lossy) return {};
    return grey_.lossy ? ofCompressed() : ofExact();
  }

 private:
  std::uint64_t countAt(int value) const { return grey_.counts[static_cast<std::size_t>(value)]; }
  // Returns the highest value below that of ignored pixels.
  int highest() const {
    const bool ignored = values_.back() == kIgnoredLevel && values_.size() > 1;
    return ignored ? values_[values_.size() - 2] : values_.back() == kIgnoredLevel ? 0 : values_.back();
  }
  bool onlyBlackAndWhite() const {
    return std::all_of(values_.begin(), values_.end(), [](int value) { return value == 0 || value == 255; });
  }

  static GreyLevels levels(std::vector<int> chosen, bool nearest) {
    GreyLevels result;
    result.kind = chosen.size() > 255 ? GreyLevels::Kind::Photograph : GreyLevels::Kind::Levels;
    result.levels = std::move(chosen);
    result.nearest = nearest;
    return result;
  }
  static GreyLevels blackAndWhite(bool nearest) { return levels({0, 255}, nearest); }

  static ImportDecision decision(std::string chosen, std::string because, std::vector<std::string> alternatives,
                                 bool sure) {
    return {"the values of the masks", std::move(chosen), std::move(because), std::move(alternatives), sure};
  }

  // Returns the fraction of all values near black or white.
  double nearEnds() const {
    std::uint64_t near = 0;
    for (int i = 0; i <= kBlur; ++i) near += countAt(i) + countAt(255 - i);
    return static_cast<double>(near) / static_cast<double>(total_);
  }

  // Returns the values around which the others cluster.
  std::vector<int> peaks() const {
    std::array<std::uint64_t, 256> left = grey_.counts;
    std::uint64_t rest = total_;
    std::vector<int> found;
    while (rest * 100 > total_ * 2 && std::ssize(found) <= kMostLevels) {
      const auto peak = static_cast<int>(std::max_element(left.begin(), left.end()) - left.begin());
      for (int value = std::max(0, peak - kBlur); value <= std::min(255, peak + kBlur); ++value)
        rest -= std::exchange(left[static_cast<std::size_t>(value)], 0);
      found.push_back(peak);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  GreyLevels ofCompressed() const {
    const std::vector<int> found = peaks();
    if (nearEnds() > 0.9 && (found.size() < 3 || nearEnds() > 0.97)) {
      GreyLevels result = blackAndWhite(true);
      result.decisions.push_back(decision("black and white: two classes",
                                          "the masks are JPEG files, whose compression blurs two values into many",
                                          {"labels=indices"}, true));
      return result;
    }
    if (std::ssize(found) > kMostLevels) return photograph();
    GreyLevels result = levels(found, true);
    result.decisions.push_back(decision(fmt::format("{} classes at {}", found.size(), fmt::join(found, ", ")),
                                        "the masks are JPEG files, and their values gather there",
                                        {"labels=values", "labels=black_white"}, false));
    return result;
  }

  GreyLevels photograph() const {
    GreyLevels result;
    result.kind = GreyLevels::Kind::Photograph;
    return result;
  }

  int leastGap() const {
    int least = 256;
    for (std::size_t i = 1; i < values_.size(); ++i) least = std::min(least, values_[i] - values_[i - 1]);
    return least;
  }
  bool isRegular() const {
    int most = 0;
    for (std::size_t i = 1; i < values_.size(); ++i) most = std::max(most, values_[i] - values_[i - 1]);
    return most - leastGap() <= 2 && (values_.size() > 2 || most >= 64);
  }

  GreyLevels ofExact() const {
    const int most = highest();
    const auto count = std::ssize(values_) - (values_.back() == kIgnoredLevel);
    if (most + 1 == count) return {};  // the values are 0, 1, 2, …
    if (values_.size() > kMostUnnamed && nearEnds() > 0.9) {
      GreyLevels result = blackAndWhite(true);
      result.decisions.push_back(decision("black and white: two classes",
                                          fmt::format("{:.1f} % of them are nearly so", 100 * nearEnds()),
                                          {"labels=black_white", "labels=indices"}, nearEnds() > 0.97));
      return result;
    }
    if (values_[0] == 1 && most == count && values_.back() != kIgnoredLevel && named_ == 0) {
      GreyLevels result = levels(values_, false);
      result.decisions.push_back(
          decision(fmt::format("{} classes, from 1 on", count), "no mask holds the value 0", {"labels=indices"}, true));
      return result;
    }
    if (values_.size() > 1 && values_.size() <= kMostLevels && leastGap() >= kFarApart && isRegular()) {
      GreyLevels result = levels(values_, false);
      result.decisions.push_back(decision(fmt::format("{} classes at {}", values_.size(), fmt::join(values_, ", ")),
                                          "they hold these values alone, which lie evenly apart", {"labels=indices"},
                                          true));
      return result;
    }
    GreyLevels result;
    const bool few = most + 1 <= 2 * count && values_.size() <= kMostUnnamed;
    result.decisions.push_back(
        decision(fmt::format("indices of {} classes", most + 1),
                 fmt::format("{} of the values from 0 to {} are in no mask that was looked at", most + 1 - count, most),
                 {"labels=indices", "labels=values", "class_names=a,b,c"}, few));
    return result;
  }

  const GreyCounts& grey_;
  const std::size_t named_;
  std::vector<int> values_;
  std::uint64_t total_ = 0;
};

}  // namespace

Field maskValuesField() {
  return {.name = "labels",
          .title = "Grey values",
          .help = "How the values of grey masks become classes.",
          .choices = {{"automatic", "As the masks suggest"},
                      {"indices", "A value is the number of its class"},
                      {"values", "Each value that occurs is a class"},
                      {"objects", "Each value is an object, and all are of one class"},
                      {"black_white", "Two classes, dark and bright"}}};
}

GreyLevels greyLevelsOf(const GreyCounts& grey, const std::string& labels, std::size_t named) {
  return Reading(grey, named).make(labels);
}

}  // namespace fovea
