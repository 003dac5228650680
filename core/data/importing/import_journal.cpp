#include "core/data/importing/import_journal.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/data/importing/import_job.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kJournalFormat = "fovea-import";
constexpr int kVersion = 1;
constexpr std::uint64_t kMaximumJournal = 64 << 20;

Error damagedJournal(const fs::path& file) {
  return fail(ErrorCode::Corrupt, file.string() + " is damaged.");
}

SkippedSamples skippedFromJson(const Json& json) {
  SkippedSamples skipped;
  skipped.count = wholeNumberAt(json, "count");
  for (const Json& entry : json.at("skipped"))
    skipped.listed.push_back(
        {entry.at("source").get<std::string>(), static_cast<std::uint64_t>(wholeNumberAt(entry, "index")),
         entry.at("reason").get<std::string>(), entry.value("from", ""), entry.value("stored", false)});
  if (json.contains("per_source")) {
    for (const Json& each : json.at("per_source"))
      skipped.perSource[each.at("from").get<std::string>()] = wholeNumberAt(each, "count");
  } else if (skipped.count > 0) {
    skipped.perSource[""] = skipped.count;
  }
  return skipped;
}

}  // namespace

Json skippedToJson(const SkippedSamples& skipped) {
  Json list = Json::array();
  for (const SkippedSample& sample : skipped.listed) {
    list.push_back({{"source", sample.source}, {"index", sample.sourceIndex}, {"reason", sample.reason}});
    if (!sample.from.empty()) list.back()["from"] = sample.from;
    if (sample.stored) list.back()["stored"] = true;
  }
  Json json = {{"count", skipped.count}, {"skipped", list}};
  if (skipped.perSource.empty() || (skipped.perSource.size() == 1 && skipped.perSource.contains(""))) return json;
  json["per_source"] = Json::array();
  for (const auto& [from, count] : skipped.perSource) json["per_source"].push_back({{"from", from}, {"count", count}});
  return json;
}

Result<SkippedSamples> readSkipped(const fs::path& folder) try {
  auto text = readFile(folder / kSkippedFile, kMaximumJournal);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return SkippedSamples();
  if (!text.ok()) return text.error();
  FOVEA_TRY(const Json json, parseJson(*text));
  return skippedFromJson(json);
} catch (const std::exception&) {
  return damagedJournal(folder / kSkippedFile);
}

Status writeJournal(const fs::path& folder, const ImportJournal& journal) {
  const Json json = {{"format", kJournalFormat},
                     {"version", kVersion},
                     {"identity", journal.identity},
                     {"done", journal.done},
                     {"added", journal.added},
                     {"duplicates", journal.duplicates},
                     {"between_splits", journal.betweenSplits},
                     {"skipped", skippedToJson({journal.skippedCount, journal.skipped})},
                     {"manifest", manifestToJson(journal.manifest)}};
  return writeFileAtomic(folder / kJournalFile, formatJsonLine(json));
}

Result<ImportJournal> readJournal(const fs::path& folder) try {
  const fs::path file = folder / kJournalFile;
  FOVEA_TRY(const std::string text, readFile(file, kMaximumJournal));
  FOVEA_TRY(const Json json, parseJson(text));
  if (json.at("format").get<std::string>() != kJournalFormat || wholeNumberAt(json, "version") != kVersion)
    return damagedJournal(file);
  ImportJournal journal;
  journal.identity = json.at("identity").get<std::string>();
  journal.done = wholeNumberAt(json, "done");
  journal.added = wholeNumberAt(json, "added");
  journal.duplicates = wholeNumberAt(json, "duplicates");
  journal.betweenSplits = json.contains("between_splits") ? wholeNumberAt(json, "between_splits") : 0;
  SkippedSamples skipped = skippedFromJson(json.at("skipped"));
  journal.skippedCount = skipped.count;
  journal.skipped = std::move(skipped.listed);
  FOVEA_TRY(journal.manifest, manifestFromJson(json.at("manifest"), file.string()));
  return journal;
} catch (const std::exception&) {
  return damagedJournal(folder / kJournalFile);
}

}  // namespace fovea
