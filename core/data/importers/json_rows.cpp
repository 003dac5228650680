#include "core/data/importers/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/file_lines.h"
#include "core/data/importers/json_document.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/tool_rows.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaximumArray = std::size_t{64} << 20;
constexpr std::size_t kMaximumRowNames = 10'000;

// Reads the next line that is not empty; returns false at the end.
Result<bool> nextFilledLine(FileLines& lines, std::string& line) {
  for (;;) {
    FOVEA_TRY(const bool more, lines.next(line));
    if (!more || !trimmed(line).empty()) return more;
  }
}

class JsonRows : public TableRows {
 public:
  explicit JsonRows(fs::path path) : path_(std::move(path)) {}

  Status start() {
    FOVEA_TRY(const bool lines, holdsLines());
    if (!lines) FOVEA_CHECK(readDocument());
    FOVEA_CHECK(collectNames());
    return restart();
  }

  Result<bool> next(std::vector<std::string_view>& fields) override {
    fields.clear();
    if (!named_) {
      named_ = true;
      for (const std::string& name : names_) fields.push_back(name);
      return true;
    }
    FOVEA_TRY(const Json* entry, nextObject());
    if (!entry) return false;
    Json room;
    const Json& row = tools_.plain(*entry, room);
    for (std::string& value : values_) value.clear();
    for (const auto& [name, value] : row.items())
      if (const auto place = places_.find(name); place != places_.end()) values_[place->second] = textOf(value);
    for (const std::string& value : values_) fields.push_back(value);
    return true;
  }
  std::int64_t line() const override { return line_; }
  bool isNamed() const override { return true; }
  std::string labelSeparator() const override { return tools_.several() ? ToolRows::kSeparator : ""; }
  const std::vector<NestedColumn>& nested() const override { return nested_; }

 private:
  // Returns true for an object a line, and false for what may be one document.
  Result<bool> holdsLines() const {
    FOVEA_TRY(FileLines lines, FileLines::open(path_));
    std::string first, second;
    const auto any = nextFilledLine(lines, first);
    // A document may be one long line.
    const bool isLong = !any.ok() && any.error().code == ErrorCode::Corrupt;
    if (!any.ok() && !isLong) return any.error();
    if (!isLong && !*any) return nothingFound("record", path_);
    const std::string_view begin = trimmed(first);
    if (!begin.starts_with('{') && !begin.starts_with('[')) return notRecords();
    if (isLong || begin.starts_with('[') || !parseJson(begin).ok()) return false;
    return nextFilledLine(lines, second);
  }

  Error notRecords() const {
    return fail(ErrorCode::Unsupported,
                displayName(path_.filename().string()) + " holds JSON, but no objects in an array or on lines.");
  }

  // Reads a file that is one array or object. An object in no form of rows is one row itself.
  Status readDocument() {
    std::error_code code;
    const auto size = fs::file_size(path_, code);
    if (!code && size > kMaximumArray)
      return fail(ErrorCode::Unsupported,
                  fmt::format("{} is one array or object of {} MiB, and at most 64 MiB are read as one.",
                              displayName(path_.filename().string()), size >> 20),
                  "Write one object a line (JSON lines), which has no such limit.");
    FOVEA_TRY(const std::string content, readSource(path_, kMaximumArray));
    const bool wide = content.starts_with("\xff\xfe") || content.starts_with("\xfe\xff");
    const auto plain = std::string_view(content).substr(content.starts_with("\xef\xbb\xbf") ? 3 : 0);
    auto parsed = wide ? parseJson(utf8Of(content)) : parseJson(plain);
    if (!parsed.ok()) return parsed.error().within(displayName(path_.filename().string()));
    Json document = std::move(parsed).value();
    if (!makeRowsOf(document)) {
      if (!document.is_object() || document.empty() || plain.find('\n') != std::string_view::npos) return notRecords();
      document = Json::array({std::move(document)});
    }
    array_ = std::make_unique<Json>(std::move(document));
    return {};
  }

  Status restart() {
    line_ = 0;
    named_ = false;
    if (!array_) {
      FOVEA_TRY(lines_, FileLines::open(path_));
    }
    return {};
  }

  // Returns the next object; null at the end.
  Result<const Json*> nextObject() {
    if (array_) {
      if (line_ >= std::ssize(*array_)) return static_cast<const Json*>(nullptr);
      return &(*array_)[static_cast<std::size_t>(line_++)];
    }
    FOVEA_TRY(const bool more, nextFilledLine(*lines_, text_));
    if (!more) return static_cast<const Json*>(nullptr);
    line_ = lines_->number();
    auto parsed = parseJson(text_);
    if (!parsed.ok() || !parsed->is_object())
      return fail(ErrorCode::Corrupt, fmt::format("{}, line {}: {}", displayName(path_.filename().string()), line_,
                                                  parsed.ok() ? "it is no object." : parsed.error().message));
    object_ = std::move(parsed).value();
    return &object_;
  }

  Status collectNames() {
    FOVEA_CHECK(restart());
    for (;;) {
      FOVEA_TRY(const Json* entry, nextObject());
      if (!entry) break;
      tools_.see(*entry);
      Json room;
      const Json& row = tools_.plain(*entry, room);
      for (const auto& [name, value] : row.items()) {
        const auto [place, isNew] = places_.try_emplace(name, names_.size());
        if (isNew) names_.push_back(name);
        if (names_.size() > kMaximumRowNames)
          return fail(ErrorCode::Unsupported,
                      fmt::format("{} has more than {} names in its objects.", displayName(path_.filename().string()),
                                  grouped(static_cast<std::int64_t>(kMaximumRowNames))));
        const auto same = [&name = name](const NestedColumn& each) { return each.name == name; };
        if (value.is_structured() && std::none_of(nested_.begin(), nested_.end(), same))
          nested_.push_back({name, "its values are lists or objects"});
      }
    }
    values_.resize(names_.size());
    // A list of one value, in a column of longer lists, is left out like those.
    for (const NestedColumn& each : nested_) places_.erase(each.name);
    return {};
  }

  static std::string textOf(const Json& value) {
    if (value.is_string()) return value.get_ref<const std::string&>();
    if (value.is_null() || value.is_structured()) return {};
    return value.dump();
  }

  fs::path path_;
  ToolRows tools_;
  std::unique_ptr<Json> array_;  // the rows, if the file is one document
  std::optional<FileLines> lines_;
  std::string text_;
  Json object_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<NestedColumn> nested_;
  std::vector<std::string> values_;
  std::int64_t line_ = 0;
  bool named_ = false;  // the row of names was returned
};

}  // namespace

Result<std::unique_ptr<TableRows>> openJsonRows(const fs::path& path) {
  auto rows = std::make_unique<JsonRows>(path);
  FOVEA_CHECK(rows->start());
  return std::unique_ptr<TableRows>(std::move(rows));
}

}  // namespace fovea
