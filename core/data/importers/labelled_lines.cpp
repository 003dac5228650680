#include "core/data/importers/labelled_lines.h"

#include <algorithm>

#include "core/data/importers/file_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

class LabelledLines : public TableRows {
 public:
  LabelledLines(FileLines lines, LineForm form) : lines_(std::move(lines)), form_(form) {}

  Result<bool> next(std::vector<std::string_view>& fields) override {
    fields.clear();
    if (!named_) {
      named_ = true;
      fields = {"label", "text"};
      return true;
    }
    for (;;) {
      FOVEA_TRY(const bool more, lines_.next(text_));
      if (!more) return false;
      if (!trimmed(text_).empty()) break;
    }
    divide();
    fields = {labels_, text_};
    return true;
  }
  std::int64_t line() const override { return lines_.number(); }
  bool isNamed() const override { return true; }
  std::string labelSeparator() const override { return several_ ? " " : ""; }

 private:
  // Separates the labels from the text of the line.
  void divide() {
    labels_.clear();
    std::string_view rest = trimmed(text_);
    int count = 0;
    for (; form_ == LineForm::Labelled && rest.starts_with(kLabelMark); ++count) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      // Some writers put a comma after each label.
      std::string_view label = rest.substr(kLabelMark.size(), end - kLabelMark.size());
      if (label.ends_with(',')) label.remove_suffix(1);
      if (!label.empty()) labels_ += (labels_.empty() ? "" : " ") + std::string(label);
      rest = trimmed(rest.substr(end));
    }
    if (form_ == LineForm::Question) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      labels_ = rest.substr(0, end);
      rest = trimmed(rest.substr(end));
    }
    if (form_ == LineForm::Behind) {
      const std::size_t at = std::min(rest.find_last_of("@;|"), rest.size());
      labels_ = trimmed(rest.substr(std::min(at + 1, rest.size())));
      rest = trimmed(rest.substr(0, at));
    }
    several_ = several_ || count > 1;
    text_ = std::string(rest);
  }

  FileLines lines_;
  const LineForm form_;
  std::string text_, labels_;
  bool named_ = false;
  bool several_ = false;
};

}  // namespace

Result<std::unique_ptr<TableRows>> openLabelledLines(const std::filesystem::path& path, LineForm form) {
  FOVEA_TRY(FileLines lines, FileLines::open(path));
  return std::unique_ptr<TableRows>(std::make_unique<LabelledLines>(std::move(lines), form));
}

}  // namespace fovea
