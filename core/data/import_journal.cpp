#include "core/data/import_journal.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "fovea-import";
constexpr int kVersion = 1;
constexpr std::uint64_t kMaximumJournal = 64 << 20;

Error damaged(const fs::path& file) {
  return fail(ErrorCode::Corrupt, file.string() + " is damaged.");
}

}  // namespace

Json skippedToJson(std::int64_t count, const std::vector<SkippedSample>& skipped) {
  Json list = Json::array();
  for (const SkippedSample& sample : skipped)
    list.push_back({{"source", sample.source}, {"index", sample.sourceIndex}, {"reason", sample.reason}});
  return {{"count", count}, {"skipped", list}};
}

Status writeJournal(const fs::path& folder, const ImportJournal& journal) {
  const Json json = {{"format", kFormat},
                     {"version", kVersion},
                     {"identity", journal.identity},
                     {"done", journal.done},
                     {"added", journal.added},
                     {"duplicates", journal.duplicates},
                     {"skipped", skippedToJson(journal.skippedCount, journal.skipped)},
                     {"manifest", manifestToJson(journal.manifest)}};
  return writeFileAtomic(folder / kJournalFile, formatJsonLine(json));
}

Result<ImportJournal> readJournal(const fs::path& folder) try {
  const fs::path file = folder / kJournalFile;
  FOVEA_TRY(const std::string text, readFile(file, kMaximumJournal));
  FOVEA_TRY(const Json json, parseJson(text));
  if (json.at("format").get<std::string>() != kFormat || json.at("version").get<int>() != kVersion)
    return damaged(file);
  ImportJournal journal;
  journal.identity = json.at("identity").get<std::string>();
  journal.done = json.at("done").get<std::int64_t>();
  journal.added = json.at("added").get<std::int64_t>();
  journal.duplicates = json.at("duplicates").get<std::int64_t>();
  journal.skippedCount = json.at("skipped").at("count").get<std::int64_t>();
  for (const Json& entry : json.at("skipped").at("skipped"))
    journal.skipped.push_back({entry.at("source").get<std::string>(), entry.at("index").get<std::uint64_t>(),
                               entry.at("reason").get<std::string>()});
  FOVEA_TRY(journal.manifest, manifestFromJson(json.at("manifest"), file.string()));
  return journal;
} catch (const std::exception&) {
  return damaged(folder / kJournalFile);
}

}  // namespace fovea
