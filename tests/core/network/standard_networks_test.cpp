// Why: the networks that everyone begins with must be there, be right, and be described.
#include "core/network/standard_networks.h"

#include <cmath>
#include <filesystem>
#include <set>

#include "core/network/network_analysis.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

TEST(StandardNetworks, EveryFileIsListedAndWellDrawn) {
  std::set<std::string> files, names;
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "../../../resources/networks";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().stem().string());
  files.erase("index");
  for (const StandardNetwork& standard : standardNetworks()) {
    SCOPED_TRACE(standard.name);
    names.insert(standard.name);
    EXPECT_TRUE(standard.description.ends_with('.'));
    const auto network = standardNetwork(standard.name);
    ASSERT_TRUE(network.ok()) << network.error().text();
    EXPECT_EQ(network->name(), standard.title);
    EXPECT_EQ(*network, *readNetwork(folder / (standard.name + ".json")))
        << "what is compiled in is what lies in the folder";
    const NetworkReport report = analyzeNetwork(*network);
    EXPECT_TRUE(report.ok()) << report.problems[0].message;
  }
  EXPECT_EQ(names, files);
}

TEST(StandardNetworks, NodesDoNotOverlap) {
  for (const StandardNetwork& standard : standardNetworks()) {
    std::set<std::pair<double, double>> places;
    const Network network = *standardNetwork(standard.name);
    for (const Layer& layer : network.layers()) {
      EXPECT_EQ(std::fmod(layer.position.x, 8), 0) << layer.name;
      EXPECT_EQ(std::fmod(layer.position.y, 8), 0) << layer.name;
      EXPECT_TRUE(places.emplace(layer.position.x, layer.position.y).second) << layer.name;
    }
  }
}

TEST(StandardNetworks, MlpHasTheFamiliarSize) {
  EXPECT_EQ(analyzeNetwork(*standardNetwork("mlp")).parameters, 784 * 256 + 256 + 256 * 10 + 10);
}

TEST(StandardNetworks, UnknownNamesAreAnsweredWithTheKnownOnes) {
  const auto network = standardNetwork("skynet");
  ASSERT_FALSE(network.ok());
  EXPECT_EQ(network.error().code, ErrorCode::NotFound);
  EXPECT_NE(network.error().advice.find("lenet"), std::string::npos);
}

}  // namespace
}  // namespace fovea
