#include "core/data/importing/import_decision.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace fovea {

namespace {

// True if the text begins like an option: a name, then "=".
bool beginsAnOption(std::string_view text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  return end != std::string_view::npos && end > 0 && text[end] == '=';
}

}  // namespace

std::vector<std::string> optionsOf(const std::string& alternative) {
  constexpr std::string_view kBetween = "; ";
  std::vector<std::string> options;
  std::size_t begin = 0;
  // A value may contain the same two letters, so an option must follow them.
  for (std::size_t at = alternative.find(kBetween); at != std::string::npos; at = alternative.find(kBetween, at + 1)) {
    if (!beginsAnOption(std::string_view(alternative).substr(at + kBetween.size()))) continue;
    options.push_back(alternative.substr(begin, at - begin));
    begin = at + kBetween.size();
  }
  options.push_back(alternative.substr(begin));
  return options;
}

Json decisionsToJson(const std::vector<ImportDecision>& decisions) {
  Json list = Json::array();
  for (const ImportDecision& each : decisions)
    list.push_back({{"what", each.what},
                    {"chosen", each.chosen},
                    {"because", each.because},
                    {"alternatives", each.alternatives},
                    {"sure", each.sure}});
  return list;
}

Status checkDecided(const std::vector<ImportDecision>& decisions) {
  for (const ImportDecision& each : decisions) {
    if (each.sure) continue;
    std::vector<std::string> quoted;
    for (const std::string& alternative : each.alternatives) quoted.push_back('"' + alternative + '"');
    return fail(ErrorCode::InvalidArgument,
                fmt::format("It is not clear what to make of {}: perhaps {}, because {}.", each.what, each.chosen,
                            each.because),
                fmt::format("Say it with one of these options: {}.", fmt::join(quoted, " or ")));
  }
  return {};
}

}  // namespace fovea
