#include "core/data/importers/mask_names.h"

#include <fmt/format.h>

#include <map>

#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::uint64_t kMaximumMaskNames = std::uint64_t{1} << 20;
constexpr std::int64_t kWhite = 255;

// Returns a cell without white space and without the quotes around it.
std::string_view unquoted(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

}  // namespace

Result<std::vector<std::string>> readMaskNames(const std::filesystem::path& table) {
  FOVEA_TRY(const std::string text, readTextFile(table, kMaximumMaskNames));
  TextLines lines(text);
  const std::string head = lowerCase(lines.nextFilled().value_or(""));
  std::vector<std::string> names;
  if (!unquoted(head).starts_with("pixel")) return names;
  std::map<std::int64_t, std::string> byValue;
  while (const auto line = lines.nextFilled()) {
    const std::size_t comma = std::min(line->find(','), line->size());
    const auto value = wholeNumber(unquoted(line->substr(0, comma)));
    const std::string_view name = unquoted(line->substr(std::min(comma + 1, line->size())));
    if (!value || *value < 0 || *value > kWhite || name.empty() || !byValue.emplace(*value, displayName(name)).second)
      return fail(ErrorCode::Corrupt,
                  fmt::format("{}: line {}: a new value from 0 to 255 and the name of its class were expected.",
                              displayName(table.string()), lines.number()));
  }
  const bool blackAndWhite = byValue.size() == 2 && byValue.contains(0) && byValue.contains(kWhite);
  for (const auto& [value, name] : byValue) {
    while (!blackAndWhite && std::ssize(names) < value) names.push_back(std::to_string(names.size()));
    if (blackAndWhite || value != kWhite) names.push_back(name);
  }
  return names;
}

}  // namespace fovea
