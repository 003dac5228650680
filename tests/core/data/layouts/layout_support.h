// Why: the layouts of public data sets are rebuilt small, and what comes in is looked at as a person would: kind,
// samples, classes, splits, and what was asked.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <set>

#include "../importers/importer_support.h"
#include "core/data/importing/names.h"

namespace fovea::test {

using Strings = std::vector<std::string>;

// What came of a source without any option.
struct Taken {
  std::string kind;  // "folder: classification"
  Strings classes;
  std::string splits;  // "train 4, test 2, open 1"
  bool asks = false;   // a decision is not sure, or the source is refused
  std::string words;   // every decision, remark, problem and error
  SourcePointer source;
};

inline std::string splitsOf(const ImportSource& source) {
  std::map<std::string, int> counts;
  for (std::int64_t i = 0; i < source.size(); ++i) {
    const auto split = source.item(i).split;
    ++counts[split ? std::string(splitName(*split)) : "open"];
  }
  std::string text;
  for (const char* name : {"train", "validation", "test", "open"})
    if (counts[name] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, counts[name]);
  return text;
}

inline Taken take(const fs::path& path, const FieldValues& options = {}, std::string importer = {}) {
  Taken taken;
  if (layoutWitness && importer.empty() && options == FieldValues()) layoutWitness(path);
  const auto found = recogniseAny(path);
  if (importer.empty() && !found.ok()) {
    taken.asks = true;
    taken.words = found.error().text();
    return taken;
  }
  if (importer.empty()) importer = found->importer;
  auto source = tryOpen(importer, path, options);
  if (!source.ok()) {
    taken.asks = true;
    taken.words = source.error().text();
    return taken;
  }
  taken.source = std::move(source).value();
  taken.kind = importer + ": " + taskName(taken.source->task());
  taken.classes = taken.source->classes();
  taken.splits = splitsOf(*taken.source);
  const auto decisions = taken.source->decisions();
  taken.asks = !checkDecided(decisions).ok();
  for (const ImportDecision& each : decisions)
    taken.words += fmt::format("{}: {}, because {} ({})\n", each.what, each.chosen, each.because,
                               fmt::join(each.alternatives, "; "));
  for (const SkippedSample& problem : taken.source->problems())
    taken.words += fmt::format("left out: {}: {}\n", problem.source, problem.reason);
  if (found.ok())
    for (const std::string& warning : found->warnings) taken.words += warning + "\n";
  return taken;
}

// The class of the item whose source ends so.
inline std::string classOf(const ImportSource& source, const std::string& ending) {
  const std::int64_t i = indexOf(source, ending);
  if (i < 0) return "(not there)";
  const std::int32_t label = source.item(i).label;
  return label == kNoLabel ? "(none)" : source.classes()[static_cast<std::size_t>(label)];
}

// The labels that the mask of an item holds.
inline std::set<int> labelsOf(const ImportSource& source, std::int64_t index) {
  const LoadedItem item = loaded(source, index);
  const auto values = item.target.values<std::uint8_t>();
  return {values.begin(), values.end()};
}

// line(0) to line(count − 1), each with a line end.
inline std::string lines(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line(i) + "\n";
  return text;
}

// Makes grey pictures, each of a value of its own.
inline void writePictures(const fs::path& folder, const Strings& names, std::uint32_t width = 4,
                          std::uint32_t height = 3) {
  static int value = 0;
  for (const std::string& name : names) writeBytes(folder / name, greyPng(width, height, ++value % 251));
}

// A folder "set" in which a test puts the files of a data set.
class LayoutTest : public ::testing::Test {
 protected:
  Taken taken(const FieldValues& options = {}, const std::string& importer = {}) const {
    return take(root, options, importer);
  }
  void file(const std::string& name, const std::string& content) const { writeBytes(root / name, content); }
  // Writes images called form(0), form(1), …
  void pictures(const std::string& form, int count, std::uint32_t width, std::uint32_t height) const {
    for (int i = 0; i < count; ++i) writePictures(root, {fmt::format(fmt::runtime(form), i)}, width, height);
  }
  const TemporaryFolder folder;
  const fs::path root = folder / "set";
};

}  // namespace fovea::test
