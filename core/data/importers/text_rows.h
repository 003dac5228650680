// Why: lines of a text can be the rows of a table whose other columns come from elsewhere.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "core/data/importers/table_rows.h"
#include "core/data/importers/text_lines.h"

namespace fovea {

// The lines of a text that are not empty, below the name "text".
class TextRows : public TableRows {
 public:
  // Fails as readTextFile().
  static Result<std::unique_ptr<TextRows>> open(const std::filesystem::path& file);
  explicit TextRows(std::string text) : text_(std::move(text)), lines_(text_) {}

  Result<bool> next(std::vector<std::string_view>& fields) override;
  std::int64_t line() const override { return lines_.number(); }
  bool isNamed() const override { return true; }

 private:
  const std::string text_;
  TextLines lines_;
  bool named_ = false;  // the name was returned
};

}  // namespace fovea
