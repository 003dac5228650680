#include "core/data/importers/annotation_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/files/stand_in.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/json_fields.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumAnnotations = std::uint64_t{64} << 20;
constexpr std::size_t kAnnotationStart = 64 << 10;  // number of bytes in which a form shows itself
constexpr std::size_t kAnnotationsToOpen = 300;     // number of files whose beginning is read until one has a form
constexpr std::size_t kAnnotationsToJudge = 50;     // number of files that are read until one has a form
constexpr std::size_t kQuickAnnotations = 300;      // number of files that are read during recognition
constexpr std::size_t kMostAnnotationRows = 1'000'000;
constexpr std::size_t kMostAnnotationColumns = 200;

bool isLinesOfJson(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".jsonl" || ending == ".ndjson" || ending == ".manifest";
}

bool mayAnnotate(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".json" || ending == ".csv" || isLinesOfJson(name);
}

// Decides quickly, by the beginning of a file, whether it is worth parsing: each form has one of these names.
bool maybeAnnotation(const fs::path& path) {
  const std::string start = beginningOfFile(path, kAnnotationStart);
  const auto has = [&](const char* word) { return start.find(word) != std::string::npos; };
  if (endingOf(path.filename().string()) == ".csv")
    return has("region_shape_attributes") || has("gs://") || (has("annotation_id") && has("lead_time"));
  for (const char* name : {"\"filename\"",   "\"attribute\"",   "\"classes\"",          "\"metadata\"",
                           "\"_via_",        "\"annotations\"", "\"completions\"",      "\"annotation_id\"",
                           "\"items\"",      "\"categories\"",  "\"labels\"",           "\"samples\"",
                           "\"objects\"",    "\"instances\"",   "\"data_row\"",         "\"task_id\"",
                           "\"source-ref\"", "\"imageGcsUri\"", "\"originalImageUri\"", "\"answer\"",
                           "\"assets\"",     "\"image_url\""})
    if (has(name)) return true;
  return false;
}

Result<Json> readLinesOfJson(std::string_view text) {
  Json rows = Json::array();
  TextLines lines(text);
  while (const auto line = lines.nextFilled()) {
    if (rows.size() >= kMostAnnotationRows) return fail(ErrorCode::InvalidArgument, "it has more than a million lines");
    auto row = parseJson(*line);
    if (!row.ok()) return fail(ErrorCode::Corrupt, fmt::format("line {}: {}", lines.number(), row.error().message));
    rows.push_back(std::move(row).value());
  }
  return rows;
}

// Returns the records of a table as objects. Cells that hold JSON become values, all others texts. In a table of URLs
// without a header, names are numbers from 0.
Result<Json> readRowsWithJson(const fs::path& path) {
  FOVEA_TRY(const auto table, DelimitedFile::open(path));
  std::vector<std::string_view> fields;
  FOVEA_TRY(bool more, table->next(fields));
  if (fields.size() > kMostAnnotationColumns) return fail(ErrorCode::Unsupported, "it has too many columns");
  std::vector<std::string> names(fields.begin(), fields.end());
  bool header =
      std::none_of(fields.begin(), fields.end(), [](std::string_view field) { return field.starts_with("gs://"); });
  for (std::size_t i = 0; i < names.size() && !header; ++i) names[i] = std::to_string(i);
  Json rows = Json::array();
  for (;; header = true) {
    if (header) {
      FOVEA_TRY(more, table->next(fields));
    }
    if (!more) break;
    if (rows.size() >= kMostAnnotationRows) return fail(ErrorCode::InvalidArgument, "it has more than a million rows");
    Json row = Json::object();
    for (std::size_t i = 0; i < std::min(fields.size(), names.size()); ++i) {
      const bool structured = fields[i].starts_with('{') || fields[i].starts_with('[');
      auto value = structured ? parseJson(fields[i]) : Result<Json>(Json(std::string(fields[i])));
      row.get_ref<Json::object_t&>().emplace_back(names[i],
                                                  value.ok() ? std::move(value).value() : Json(std::string(fields[i])));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Returns the content of a file as forms receive it.
Result<Json> annotationContent(const fs::path& path) {
  const std::string name = path.filename().string();
  std::error_code code;
  if (const auto size = fs::file_size(path, code); !code && size > kMaximumAnnotations)
    return fail(ErrorCode::InvalidArgument, fmt::format("it has {} MiB, and at most 64 MiB are read", size >> 20));
  if (endingOf(name) == ".csv") return readRowsWithJson(path);
  FOVEA_TRY(const std::string text, readTextFile(path, kMaximumAnnotations));
  if (isLinesOfJson(name)) return readLinesOfJson(text);
  auto whole = parseJson(text);
  // Some tools write lines of JSON to files that end in ".json".
  if (!whole.ok() && parseJson(text.substr(0, text.find('\n'))).ok()) return readLinesOfJson(text);
  return whole;
}

const AnnotationForm* formOf(const Json& content) {
  for (const AnnotationForm& form : annotationForms())
    if (form.matches(content)) return &form;
  return nullptr;
}

}  // namespace

Result<FoundAnnotations> findAnnotationFiles(const fs::path& root, const std::string& only, Look look) {
  const auto wanted = [&](std::string_view name) { return only.empty() ? mayAnnotate(name) : name == only; };
  FOVEA_TRY(const FoundFiles files,
            findFiles(root, wanted, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  FoundAnnotations found;
  found.complete = files.complete;
  std::size_t opened = 0, judged = 0;
  for (std::size_t i = 0; i < files.files.size(); ++i) {
    FOVEA_CHECK(look.check());
    const std::string name = files.files.relative(i);
    if ((!only.empty() && name != only) || !mayAnnotate(name)) continue;
    if (!found.form && ++opened > kAnnotationsToOpen) break;
    if (!maybeAnnotation(root / name)) continue;
    if (!found.form && ++judged > kAnnotationsToJudge) break;
    if (look == Look::Quick && found.files.size() >= kQuickAnnotations) {
      found.complete = false;
      break;
    }
    const auto content = annotationContent(root / name);
    if (!content.ok()) {
      found.problems.push_back({absoluteText(root / name), 0, content.error().message});
      continue;
    }
    const AnnotationForm* form = formOf(*content);
    if (!form) continue;
    if (!found.form) found.form = form;
    if (form != found.form) {
      found.otherForms.push_back(fmt::format("{} of {}", displayName(name), form->tool));
      continue;
    }
    found.files.push_back({name, {}});
    form->read(*content, name, found.files.back().file);
  }
  if (!found.form) return nothingFound("annotation of a labelling tool", root);
  return found;
}

}  // namespace fovea
