#include "core/data/importers/class_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/data/importers/text_lines.h"
#include "core/data/importers/text_rows.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::array<std::string_view, 2>, 6> kOpposites = {{{"pos", "neg"},
                                                                        {"positive", "negative"},
                                                                        {"ham", "spam"},
                                                                        {"true", "fake"},
                                                                        {"real", "fake"},
                                                                        {"normal", "abnormal"}}};

bool isTableOfClass(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".csv" || ending == ".tsv";
}

// Returns a name without the word, which stands between marks or at an end; nothing if it is not there.
std::optional<std::string> withoutWord(const std::string& name, std::string_view word) {
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::string lower = lowerCase(name);
  for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isLetter(lower[at - 1])) && (end == lower.size() || !isLetter(lower[end])))
      return lower.substr(0, at) + lower.substr(end);
  }
  return std::nullopt;
}

// Other rows and a label behind each. If the first one holds a number, the columns have no names and get some.
class LabelledRows : public TableRows {
 public:
  LabelledRows(std::unique_ptr<TableRows> rows, std::string label) : rows_(std::move(rows)), label_(std::move(label)) {}
  Result<bool> next(std::vector<std::string_view>& fields) override {
    bool more = true;
    if (held_.empty()) {
      FOVEA_TRY(more, rows_->next(fields));
    } else {
      kept_ = std::exchange(held_, {});
      fields.assign(kept_.begin(), kept_.end());
    }
    if (!more) return false;
    const bool names = !std::exchange(named_, true);
    if (names && std::ranges::any_of(fields, [](std::string_view field) { return realNumber(field).has_value(); })) {
      held_.assign(fields.begin(), fields.end());
      for (std::size_t i = 0; i < fields.size(); ++i) names_.push_back(fmt::format("column {}", i + 1));
      fields.assign(names_.begin(), names_.end());
    }
    fields.push_back(names ? std::string_view("label") : std::string_view(label_));
    return true;
  }
  std::int64_t line() const override { return rows_->line(); }
  char delimiter() const override { return rows_->delimiter(); }
  bool isNamed() const override { return true; }

 private:
  std::unique_ptr<TableRows> rows_;
  const std::string label_;
  bool named_ = false;                    // the names of the columns were returned
  std::vector<std::string> names_;        // if the table has none
  std::vector<std::string> held_, kept_;  // the first row, which was read before its turn
};

}  // namespace

std::vector<TableOfClass> classTablesIn(const std::vector<std::string>& files) {
  for (const auto& words : kOpposites) {
    std::vector<TableOfClass> found;
    std::map<std::string, std::size_t> twins;  // by the rest of the name
    bool tables = false, texts = false;
    for (const std::string& name : files) {
      for (const std::string_view word : words) {
        const auto rest = withoutWord(name, word);
        if (!rest) continue;
        found.push_back({name, std::string(word)});
        ++twins[*rest];
        break;
      }
      (isTableOfClass(name) ? tables : texts) = true;
    }
    const bool paired = std::all_of(twins.begin(), twins.end(), [](const auto& each) { return each.second == 2; });
    if (!found.empty() && found.size() == files.size() && paired && tables != texts) return found;
  }
  return {};
}

Result<std::unique_ptr<TableRows>> openClassRows(const fs::path& file, const std::string& label, char delimiter) {
  std::unique_ptr<TableRows> rows;
  if (isTableOfClass(file.filename().string())) {
    FOVEA_TRY(rows, TableRows::open(file, delimiter));
  } else {
    FOVEA_TRY(rows, TextRows::open(file));
  }
  return std::unique_ptr<TableRows>(std::make_unique<LabelledRows>(std::move(rows), label));
}

}  // namespace fovea
