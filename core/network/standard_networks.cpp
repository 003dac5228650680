#include "core/network/standard_networks.h"

#include <fmt/format.h>

#include <cassert>
#include <nlohmann/json.hpp>

namespace fovea {

// Generated code: the name of each file in resources/networks, without its extension, and its content.
std::vector<std::pair<std::string_view, std::string_view>> generatedNetworkFiles();

namespace {

std::string_view fileNamed(std::string_view name) {
  for (const auto& [file, content] : generatedNetworkFiles())
    if (file == name) return content;
  return {};
}

}  // namespace

std::vector<StandardNetwork> standardNetworks() {
  const Result<Json> index = parseJson(fileNamed("index"));
  assert(index.ok());
  std::vector<StandardNetwork> networks;
  for (const Json& entry : *index)
    networks.push_back({entry.at("name").get<std::string>(), entry.at("title").get<std::string>(),
                        entry.at("description").get<std::string>(), formatJsonLine(entry.at("training"))});
  return networks;
}

Result<Network> standardNetwork(std::string_view name) {
  std::string known;
  for (const StandardNetwork& network : standardNetworks()) {
    known += (known.empty() ? "" : ", ") + network.name;
    if (network.name != name) continue;
    FOVEA_TRY(const Json json, parseJson(fileNamed(name)));
    Result<Network> result = networkFromJson(json);
    if (!result.ok()) return result.error().within("standard network " + network.name);
    return result;
  }
  return fail(ErrorCode::NotFound, fmt::format("There is no standard network “{}”.", name),
              "There are: " + known + ".");
}

}  // namespace fovea
