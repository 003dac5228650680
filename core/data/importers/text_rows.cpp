#include "core/data/importers/text_rows.h"

#include <utility>

#include "core/data/importers/utf8_file.h"

namespace fovea {

Result<std::unique_ptr<TextRows>> TextRows::open(const std::filesystem::path& file) {
  FOVEA_TRY(std::string text, readTextFile(file, kMaximumTextFile));
  return std::make_unique<TextRows>(std::move(text));
}

Result<bool> TextRows::next(std::vector<std::string_view>& fields) {
  if (!std::exchange(named_, true)) {
    fields.assign(1, "text");
    return true;
  }
  const auto line = lines_.nextFilled();
  if (line) fields.assign(1, *line);
  return line.has_value();
}

}  // namespace fovea
