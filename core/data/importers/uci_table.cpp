#include "core/data/importers/uci_table.h"

#include "core/data/files/stand_in.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestNames = std::uint64_t{1} << 20;

// Returns the attributes in a C4.5 names file: the first statement lists the classes, then one "name: values." each.
std::vector<std::string> attributesOf(std::string_view text) {
  std::vector<std::string> names;
  bool classes = false;
  TextLines lines(text);
  while (const auto filled = lines.nextFilled()) {
    const std::string_view line = trimmed(filled->substr(0, filled->find('|')));
    if (line.empty()) continue;
    const std::size_t colon = line.find(':');
    if (!classes) {
      if (colon != std::string_view::npos) return {};
      classes = true;
      continue;
    }
    const std::string_view name = trimmed(line.substr(0, colon));
    if (colon == std::string_view::npos || name.empty() || trimmed(line.substr(colon + 1)).empty()) return {};
    names.push_back(displayName(name));
  }
  if (!names.empty()) names.emplace_back("class");
  return names;
}

class UciRows : public TableRows {
 public:
  UciRows(std::unique_ptr<DelimitedFile> file, std::vector<std::string> names)
      : file_(std::move(file)), names_(std::move(names)) {}

  Result<bool> next(std::vector<std::string_view>& fields) override {
    if (!started_) {
      started_ = true;
      FOVEA_TRY(held_, read(first_));
      for (const std::string_view field : first_) kept_.emplace_back(field);
      if (held_ && kept_.size() == names_.size()) {
        fields.assign(names_.begin(), names_.end());
        return true;
      }
      names_.clear();
    }
    if (!held_) return read(fields);
    held_ = false;
    fields.assign(kept_.begin(), kept_.end());
    return true;
  }
  std::int64_t line() const override { return file_->line(); }
  char delimiter() const override { return file_->delimiter(); }
  bool isNamed() const override { return !names_.empty(); }

 private:
  Result<bool> read(std::vector<std::string_view>& fields) {
    for (;;) {
      FOVEA_TRY(const bool more, file_->next(fields));
      if (!more) return false;
      if (!fields.empty() && fields.front().starts_with('|')) continue;
      std::string_view& last = fields.back();
      if (last.size() > 1 && last.ends_with('.') && last.find(' ') == std::string_view::npos) last.remove_suffix(1);
      return true;
    }
  }

  std::unique_ptr<DelimitedFile> file_;
  std::vector<std::string> names_;
  std::vector<std::string_view> first_;
  std::vector<std::string> kept_;  // the first record
  bool started_ = false;
  bool held_ = false;  // the first record was read but not returned yet
};

}  // namespace

bool isUciTable(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".data" || ending == ".test";
}

std::optional<UciNames> uciNamesOf(const fs::path& table) {
  UciNames names;
  names.file = fs::path(table).replace_extension(".names");
  std::error_code code;
  if (!isUciTable(table.filename().string()) || !fs::is_regular_file(names.file, code)) return std::nullopt;
  if (const auto text = readSource(names.file, kLargestNames); text.ok()) names.columns = attributesOf(utf8Of(*text));
  return names;
}

Result<std::unique_ptr<TableRows>> openUciRows(const fs::path& path, char delimiter) {
  FOVEA_TRY(auto file, DelimitedFile::open(path, delimiter));
  auto names = uciNamesOf(path).value_or(UciNames{}).columns;
  return std::unique_ptr<TableRows>(std::make_unique<UciRows>(std::move(file), std::move(names)));
}

}  // namespace fovea
