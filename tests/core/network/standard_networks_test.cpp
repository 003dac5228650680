// Why: the standard networks must exist, be correct, and be described.
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

// Parameters of the papers' reference implementations (without running statistics); multiply-adds of one sample's
// forward pass in millions as commonly quoted, within 5 %, since norms and activations count here too.
struct Published {
  const char* name;
  std::int64_t parameters;
  double megaMultiplyAdds;
};

const Published kPublished[] = {
    {"mlp", 203'530, 0.203},
    {"lenet", 431'080, 2.29},
    {"resnet18-cifar", 11'173'962, 556},
    {"resnet18", 11'689'512, 1'814},
    {"resnet34", 21'797'672, 3'664},
    {"resnet50", 25'557'032, 4'089},
    {"alexnet", 60'965'224, 724},
    {"vgg16", 138'357'544, 15'470},
    {"googlenet", 6'998'552, 1'583},
    {"squeezenet", 1'248'424, 819},
    {"squeezenet-v1-1", 1'235'496, 349},
    {"mobilenet-v2", 3'504'872, 301},
    {"densenet121", 7'978'856, 2'834},
    {"unet", 31'030'658, 48'120},
    {"srcnn", 8'129, 132.4},
    {"char-lstm", 3'498'112, 223.6},
    {"char-transformer", 826'240, 56},
};

TEST(StandardNetworks, HaveThePublishedSizes) {
  for (const Published& published : kPublished) {
    SCOPED_TRACE(published.name);
    const NetworkReport report = analyzeNetwork(*standardNetwork(published.name));
    EXPECT_EQ(report.parameters, published.parameters);
    EXPECT_NEAR(report.flopsPerSample / 2e6 / published.megaMultiplyAdds, 1, 0.05);
  }
}

TEST(StandardNetworks, UnknownNamesAreAnsweredWithTheKnownOnes) {
  const auto network = standardNetwork("skynet");
  ASSERT_FALSE(network.ok());
  EXPECT_EQ(network.error().code, ErrorCode::NotFound);
  EXPECT_NE(network.error().advice.find("lenet"), std::string::npos);
}

}  // namespace
}  // namespace fovea
