// Why: tests of layouts rebuild a published data set small and ask what comes in without any option.
#pragma once
#include "../importers/importer_support.h"
#include "../importers/sound_support.h"

namespace fovea::test {

// What a source is taken for, and its items as an import opens them.
struct Layout {
  Recognition found;
  SourcePointer source;
};

inline Layout layoutOf(const fs::path& path) {
  Layout layout;
  layout.found = recognised(path);
  if (!layout.found.importer.empty()) layout.source = openSource(layout.found.importer, path);
  return layout;
}

// "class/split" of the item whose source ends so; "-" where it has none, "" where there is no such item.
inline std::string placeOf(const ImportSource& source, const std::string& ending) {
  const std::int64_t index = indexOf(source, ending);
  if (index < 0) return "";
  const ImportItem item = source.item(index);
  const std::string name = item.label == kNoLabel ? "-" : source.classes()[static_cast<std::size_t>(item.label)];
  return name + "/" + (item.split ? splitName(*item.split) : "-");
}

// What was decided on `what`; empty where nothing was.
inline std::string chosenFor(const std::vector<ImportDecision>& decisions, const std::string& what) {
  for (const ImportDecision& each : decisions)
    if (each.what == what) return each.chosen;
  return "";
}

// Whether something named so was left out, with words.
inline bool namesLeftOut(const ImportSource& source, const std::string& ending) {
  for (const SkippedSample& each : source.problems())
    if (each.source.ends_with(ending)) return !each.reason.empty();
  return false;
}

inline std::string tone(double hertz) {
  return wav(hertz, 0.1, 8000);
}

}  // namespace fovea::test
