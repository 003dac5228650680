#include "core/data/importers/table_look.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ull;
constexpr double kLargestCount = 1e9;
constexpr std::size_t kSmall = 256;

std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 31;
  value *= 0xBF58476D1CE4E5B9ull;
  value ^= value >> 27;
  return value * 0x94D049BB133111EBull;
}

// Returns the count of integers from 0 to 255 separated by blanks; 0 if the field holds anything else.
std::int64_t pixelsIn(std::string_view field) {
  std::int64_t count = 0;
  int value = -1;
  for (const char c : field) {
    if (c == ' ') {
      value = -1;
    } else if (c >= '0' && c <= '9') {
      count += value < 0;
      value = std::max(value, 0) * 10 + (c - '0');
      if (value > 255) return 0;
    } else {
      return 0;
    }
  }
  return count;
}

// Returns true for a name with a known file ending: letters after a point, no blank.
bool looksLikeFile(std::string_view field) {
  const std::size_t dot = field.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || field.size() - dot < 3 || field.size() - dot > 6) return false;
  if (field.find(' ') != std::string_view::npos) return false;
  return fileKindOf(field) != FileKind::Other;
}

// Returns true for two or more whole numbers without leading zeros, separated by commas.
bool isListOfWhole(std::string_view field) {
  constexpr std::size_t kMostDigits = 4, kLongestList = 256;
  if (field.size() > kLongestList || field.find(',') == std::string_view::npos) return false;
  for (std::size_t begin = 0; begin <= field.size();) {
    const std::size_t end = std::min(field.find(',', begin), field.size());
    const std::string_view part = trimmed(field.substr(begin, end - begin));
    if (part.empty() || part.size() > kMostDigits || (part.size() > 1 && part[0] == '0') ||
        part.find_first_not_of("0123456789") != std::string_view::npos)
      return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace

void ColumnLook::add(std::string_view field, bool ordered) {
  if (ordered) ++ordered_;
  const bool sampled = takesSample();
  if (field.empty()) {
    ++empty;
    content = content * kPrime + 1;
    pattern = pattern * kPrime + 1;
    return;
  }
  const bool only = paths == filled, onlyFiles = files == filled, onlySplits = splits == filled;
  ++filled;
  letters += static_cast<std::int64_t>(field.size());
  countValue(field, ordered);
  if (sampled && !many_) sampled_.back().place = static_cast<std::int32_t>(lastPlace_);
  if (const auto number = realNumber(field)) {
    if (sampled) sampled_.back() = {sampled_.back().place, true, *number};
    addNumber(*number, field, ordered);
    content = content * kPrime + std::bit_cast<std::uint64_t>(*number + 0.0);
    return;
  }
  addWord(field);
  if (only) paths += fileKindOf(field) == FileKind::Image;
  if (onlyFiles) files += looksLikeFile(field);
  if (onlySplits) splits += splitOfField(field).has_value();
  content = content * kPrime + std::hash<std::string_view>{}(field);
}

// Begins the sample of a row if the row is sampled. When there are too many, about half of them are given up. Which
// rows are sampled depends on their numbers alone, but has no period, as values may have.
bool ColumnLook::takesSample() {
  const auto isDue = [&] { return mixed(static_cast<std::uint64_t>(rows()) + kPrime) % sampleStep_ == 0; };
  if (!isDue()) return false;
  if (sampled_.size() == kMostSampled) {
    sampleStep_ *= 2;
    std::uint64_t place = sampleStep_ * kMostSampled;
    std::erase_if(sampled_, [&](const Sampled&) { return mixed(++place) % 2 == 0; });
    if (!isDue()) return false;
  }
  sampled_.emplace_back();
  return true;
}

void ColumnLook::addNumber(double number, std::string_view field, bool ordered) {
  lowest = numbers == 0 ? number : std::min(lowest, number);
  highest = numbers == 0 ? number : std::max(highest, number);
  ++numbers;
  const std::size_t digits = field[0] == '-' || field[0] == '+' ? 1 : 0;
  zeroLed += field.size() > digits + 1 && field[digits] == '0' && field[digits + 1] >= '0' && field[digits + 1] <= '9';
  const bool isWhole = number == std::floor(number);
  whole += isWhole;
  bytes += isWhole && number >= 0 && number <= 255;
  if (!ordered) return;
  steps_ += ordered_ == 1 || number == previous_ + 1;
  previous_ = number;
  if (isWhole && std::abs(number) < kLargestCount) mixed_ += mixed(static_cast<std::uint64_t>(number + kLargestCount));
}

void ColumnLook::addWord(std::string_view field) {
  const std::size_t step = std::min((field.size() - 1) / kLengthStep, kLongestText / kLengthStep);
  if (lengths_.size() <= step) lengths_.resize(step + 1);
  ++lengths_[step];
  blanks += std::count(field.begin(), field.end(), ' ');
  if (pixels + 1 == filled && field.size() > kSmall) {
    const std::int64_t count = pixelsIn(field);
    pixels += count > 0;
    pixelCount = pixelCount == 0 || pixelCount == count ? count : -1;
  }
  if (isMissing(field)) {
    ++missingWords;
    return;
  }
  lists += isListOfWhole(field);
  if (field.size() <= 64 && field.find(',') != std::string_view::npos) {
    if (const auto number = numberOf(field, DecimalSign::PointAndThousands);
        number && field[field[0] == '-' || field[0] == '+'] != '0') {
      ++thousands;
      wholeThousands += *number == std::floor(*number);
    }
    if (numberOf(field, DecimalSign::Comma)) {
      ++commaNumbers;
      return;
    }
  }
  bool timed = false;
  for (int order = 0; order < 3; ++order) {
    const auto date = dateOf(field, static_cast<DateOrder>(order));
    dates[order] += date.has_value();
    timed = timed || (date && *date != std::floor(*date));
  }
  times += timed;
  if (badExample.empty()) badExample = std::string(field.substr(0, 40));
}

// Returns the stored form of a value: long ones are abbreviated to their beginning and hash.
std::string ColumnLook::keyOf(std::string_view field) {
  if (field.size() <= kSmall) return std::string(field);
  return std::string(field.substr(0, kLengthStep)) + std::to_string(std::hash<std::string_view>{}(field));
}

// Notes whether a value repeats. The sample takes values rather than rows, so that a repeated value is either in it
// each time or never; it is halved where it becomes too large.
void ColumnLook::watchRepeats(std::size_t hash) {
  constexpr std::size_t kMostHashes = 4096;
  if ((hash & hashMask_) != 0) return;
  repeats_ = !sampledHashes_.insert(hash).second;
  while (!repeats_ && sampledHashes_.size() > kMostHashes) {
    hashMask_ = hashMask_ * 2 + 1;
    std::erase_if(sampledHashes_, [this](std::size_t each) { return (each & hashMask_) != 0; });
  }
}

void ColumnLook::countValue(std::string_view field, bool ordered) {
  const auto hashOf = [](std::string_view value) { return mixed(std::hash<std::string_view>{}(value)); };
  if (many_) {
    if (!repeats_) watchRepeats(field.size() <= kSmall ? hashOf(field) : hashOf(keyOf(field)));
    return;
  }
  std::int32_t* known = nullptr;
  if (field.size() <= 3 && field[0] >= '0' && field[0] <= '9' && (field[0] != '0' || field.size() == 1)) {
    const auto number = wholeNumber(field);
    if (number && *number < static_cast<std::int64_t>(kSmall)) {
      if (small_.empty()) small_.assign(kSmall, -1);
      known = &small_[static_cast<std::size_t>(*number)];
    }
  }
  std::size_t place = 0;
  if (known && *known >= 0) {
    place = static_cast<std::size_t>(*known);
    ++valueCounts[place];
  } else {
    const std::string key = keyOf(field);
    const auto [found, isNew] = places_.try_emplace(key, values.size());
    place = found->second;
    if (isNew) {
      values.push_back(key);
      valueCounts.push_back(0);
    }
    ++valueCounts[place];
    many_ = values.size() > kMostValues;
    for (std::size_t i = 0; many_ && !repeats_ && i < values.size(); ++i) watchRepeats(hashOf(values[i]));
  }
  if (known) *known = static_cast<std::int32_t>(place);
  pattern = pattern * kPrime + place + 2;
  runs_ += ordered && place != lastPlace_;
  lastPlace_ = place;
}

std::optional<std::int64_t> ColumnLook::countOf(std::string_view value) const {
  if (many_) return std::nullopt;
  const auto found = places_.find(keyOf(value));
  return found == places_.end() ? 0 : valueCounts[found->second];
}

bool ColumnLook::allDifferent() const {
  return filled > 0 && !repeats_ &&
         std::all_of(valueCounts.begin(), valueCounts.end(), [](std::int64_t n) { return n == 1; });
}

std::int64_t ColumnLook::numbersAs(DecimalSign sign) const {
  return numbers + (sign == DecimalSign::Comma ? commaNumbers : sign == DecimalSign::PointAndThousands ? thousands : 0);
}

std::int64_t ColumnLook::wholeAs(DecimalSign sign) const {
  return whole + (sign == DecimalSign::PointAndThousands ? wholeThousands : 0);
}

bool ColumnLook::enumerates() const {
  if (whole != filled || empty > 0 || ordered_ != filled || filled < 2) return false;
  if (highest - lowest + 1 != static_cast<double>(filled) || std::abs(highest) >= kLargestCount) return false;
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < filled; ++i)
    sum += mixed(static_cast<std::uint64_t>(lowest + static_cast<double>(i) + kLargestCount));
  return sum == mixed_;
}

std::int64_t ColumnLook::lengthOf(double share) const {
  std::int64_t seen = 0;
  std::int64_t all = 0;
  for (const std::int64_t count : lengths_) all += count;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    seen += lengths_[i];
    if (static_cast<double>(seen) >= share * static_cast<double>(all))
      return static_cast<std::int64_t>(std::min((i + 1) * kLengthStep, kLongestText));
  }
  return kLengthStep;
}

}  // namespace fovea
