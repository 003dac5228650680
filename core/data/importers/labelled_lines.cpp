#include "core/data/importers/labelled_lines.h"

#include <fmt/format.h>

#include "core/base/utf8.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kLongestLabelledLine = std::size_t{16} << 20;

class LabelledLines : public TableRows {
 public:
  LabelledLines(Utf8File file, LineForm form) : file_(std::move(file)), form_(form) {}

  Result<bool> next(std::vector<std::string_view>& fields) override {
    fields.clear();
    if (!named_) {
      named_ = true;
      fields = {"label", "text"};
      return true;
    }
    for (;;) {
      FOVEA_TRY(const bool more, readLine());
      if (!more) return false;
      if (!trimmed(text_).empty()) break;
    }
    divide();
    fields = {labels_, text_};
    return true;
  }
  std::int64_t line() const override { return line_; }
  bool isNamed() const override { return true; }
  std::string labelSeparator() const override { return several_ ? " " : ""; }

 private:
  Result<bool> readLine() {
    text_.clear();
    for (;;) {
      const std::size_t end = block_.find('\n', at_);
      text_.append(block_, at_, std::min(end, block_.size()) - at_);
      if (text_.size() > kLongestLabelledLine)
        return fail(ErrorCode::Corrupt,
                    fmt::format("{}, line {}: this line has more than 16 MiB.", file_.path().string(), line_ + 1));
      if (end != std::string::npos) {
        at_ = end + 1;
        break;
      }
      FOVEA_CHECK(file_.read(block_));
      at_ = 0;
      if (!block_.empty()) continue;
      if (text_.empty()) return false;
      break;
    }
    ++line_;
    if (!isUtf8(text_)) text_ = utf8Of(text_);
    return true;
  }

  // Separates the labels from the front of the line.
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
    several_ = several_ || count > 1;
    text_ = std::string(rest);
  }

  Utf8File file_;
  const LineForm form_;
  std::string block_, text_, labels_;
  std::size_t at_ = 0;
  std::int64_t line_ = 0;
  bool named_ = false;
  bool several_ = false;
};

}  // namespace

Result<std::unique_ptr<TableRows>> openLabelledLines(const std::filesystem::path& path, LineForm form) {
  FOVEA_TRY(Utf8File file, Utf8File::open(path));
  return std::unique_ptr<TableRows>(std::make_unique<LabelledLines>(std::move(file), form));
}

}  // namespace fovea
