#include "core/data/import_decision.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace fovea {

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
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("It is not clear what {} is: perhaps {}, because {}.", each.what, each.chosen, each.because),
        fmt::format("Say it with one of these options: {}.", fmt::join(each.alternatives, "; ")));
  }
  return {};
}

}  // namespace fovea
