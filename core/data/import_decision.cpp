#include "core/data/import_decision.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

namespace fovea {

std::vector<std::string> optionsOf(const std::string& alternative) {
  // A value may hold a semicolon, too: what follows one is an option only where it begins with a name and "=".
  static const std::regex between("; (?=[a-z_]+=)");
  return {std::sregex_token_iterator(alternative.begin(), alternative.end(), between, -1),
          std::sregex_token_iterator()};
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
