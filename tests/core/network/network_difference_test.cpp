// Networks are compared as a user would: by names, then by positions in the graph; applying the difference to one
// network gives the other.
#include "core/network/network_difference.h"

#include "core/network/block_edits.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

std::vector<std::string> namesOf(const Network& network, const std::vector<LayerId>& layers) {
  std::vector<std::string> names;
  for (const LayerId id : layers) names.push_back(network.find(id)->name);
  return names;
}

using Names = std::vector<std::string>;

TEST(NetworkDifference, EqualNetworksHaveNone) {
  for (const StandardNetwork& entry : standardNetworks()) {
    const Network network = standardNetwork(entry.name).value();
    const NetworkDifference difference = compareNetworks(network, network);
    EXPECT_TRUE(difference.empty()) << entry.name;
    EXPECT_EQ(difference.counterparts.size(), network.layers().size());
  }
}

TEST(NetworkDifference, WhereLayersStandDoesNotCount) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  drawing.apply({MoveLayers{{{drawing.id("conv1"), {500, 500}}}}, "Move"});
  EXPECT_TRUE(compareNetworks(before, drawing.network).empty());
}

TEST(NetworkDifference, AParameterIsToldWithBothValues) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  drawing.apply({SetParameter{drawing.id("conv1"), "filters", std::int64_t{32}}, "Set"});
  drawing.apply({SetParameter{drawing.id("conv1"), "bias", false}, "Set"});
  const NetworkDifference difference = compareNetworks(before, drawing.network);
  ASSERT_EQ(difference.changed.size(), 1u);
  EXPECT_EQ(changeWords(before, drawing.network, difference.changed[0]), "Filters 8 → 32, Bias on → off");
  EXPECT_TRUE(difference.added.empty() && difference.removed.empty());
  EXPECT_TRUE(difference.addedEdges.empty() && difference.removedEdges.empty());
}

TEST(NetworkDifference, AnInsertedLayerIsAddedAndItsEdgesToo) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  drawing.add("norm1", "batch_normalization", {}, {"conv1"}).connect("norm1", "relu1");
  const NetworkDifference difference = compareNetworks(before, drawing.network);
  EXPECT_EQ(namesOf(drawing.network, difference.added), Names{"norm1"});
  EXPECT_TRUE(difference.removed.empty());
  EXPECT_TRUE(difference.changed.empty());
  EXPECT_EQ(difference.addedEdges.size(), 2u);
  ASSERT_EQ(difference.removedEdges.size(), 1u);
  EXPECT_EQ(difference.removedEdges[0].source, drawing.id("conv1"));

  const NetworkDifference back = compareNetworks(drawing.network, before);
  EXPECT_EQ(namesOf(drawing.network, back.removed), Names{"norm1"});
  EXPECT_EQ(back.removedEdges.size(), 2u);
  EXPECT_EQ(back.addedEdges.size(), 1u);
}

TEST(NetworkDifference, ARenamedPartIsFoundAgain) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  for (const char* name : {"conv1", "relu1", "fc1"})
    drawing.apply({RenameLayer{drawing.id(name), std::string("my_") + name}, "Rename"});
  const NetworkDifference difference = compareNetworks(before, drawing.network);
  EXPECT_TRUE(difference.added.empty() && difference.removed.empty());
  EXPECT_TRUE(difference.addedEdges.empty() && difference.removedEdges.empty());
  ASSERT_EQ(difference.changed.size(), 3u);
  EXPECT_EQ(changeWords(before, drawing.network, difference.changed[0]), "was conv1");
}

TEST(NetworkDifference, EvenWhereNoNameIsTheSame) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  for (const Layer& layer : before.layers()) drawing.apply({RenameLayer{layer.id, layer.name + "x"}, "Rename"});
  const NetworkDifference difference = compareNetworks(before, drawing.network);
  EXPECT_TRUE(difference.added.empty() && difference.removed.empty());
  EXPECT_EQ(difference.changed.size(), before.layers().size());
}

TEST(NetworkDifference, OfTwinBranchesTheMoreAlikeBelongTogether) {
  Drawing one, other;
  one.add("data", "input")
      .add("a", "convolution", {{"filters", std::int64_t{4}}}, {"data"})
      .add("b", "convolution", {{"filters", std::int64_t{8}}}, {"data"});
  other.add("data", "input")
      .add("x", "convolution", {{"filters", std::int64_t{8}}}, {"data"})
      .add("y", "convolution", {{"filters", std::int64_t{4}}}, {"data"});
  const NetworkDifference difference = compareNetworks(one.network, other.network);
  EXPECT_EQ(difference.counterparts.at(one.id("a")), other.id("y"));
  EXPECT_EQ(difference.counterparts.at(one.id("b")), other.id("x"));
}

TEST(NetworkDifference, AnotherTypeUnderTheSameNameIsAChange) {
  Drawing one = smallDrawing(), other;
  other.add("data", "input")
      .add("conv1", "convolution", {{"filters", std::int64_t{8}}}, {"data"})
      .add("relu1", "gelu", {}, {"conv1"})
      .add("fc1", "linear", {{"units", std::int64_t{10}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  const NetworkDifference difference = compareNetworks(one.network, other.network);
  ASSERT_EQ(difference.changed.size(), 1u);
  EXPECT_TRUE(difference.changed[0].retyped);
  EXPECT_EQ(changeWords(one.network, other.network, difference.changed[0]), "ReLU → GELU");
}

TEST(NetworkDifference, BlocksAreKnownByTheirNames) {
  Drawing drawing = smallDrawing();
  const auto fold = [](Network& network, std::vector<std::string> names, const std::string& block) {
    std::vector<LayerId> layers;
    for (const std::string& name : names) layers.push_back(network.findByName(name)->id);
    const auto folded = foldIntoBlock(network, layers, {}, block);
    ASSERT_TRUE(folded.ok()) << folded.error().text();
    ASSERT_TRUE(applyEdit(network, folded->edit).ok());
  };
  Network one = drawing.network, other = drawing.network;
  fold(one, {"conv1", "relu1"}, "stage");
  fold(other, {"fc1"}, "head");
  fold(other, {"conv1", "relu1"}, "stage");
  const NetworkDifference difference = compareNetworks(one, other);
  const auto inside = [](const Network& network) {
    for (const Layer& layer : network.layers())
      if (layer.name == "conv1") return layer.id;
    return LayerId();
  };
  EXPECT_EQ(difference.counterparts.at(inside(one)), inside(other)) << "though the sheets have other numbers";
  for (const LayerChange& change : difference.changed)
    EXPECT_NE(one.find(change.before)->name, "stage") << changeWords(one, other, change);
  EXPECT_TRUE(compareNetworks(other, other).empty());
}

TEST(NetworkDifference, NothingInCommonIsAllRemovedAndAllAdded) {
  const Network empty, full = smallDrawing().network;
  EXPECT_EQ(compareNetworks(empty, full).added.size(), 5u);
  EXPECT_EQ(compareNetworks(empty, full).addedEdges.size(), 4u);
  EXPECT_EQ(compareNetworks(full, empty).removed.size(), 5u);
}

TEST(NetworkDifference, AnyTwoStandardNetworksCanBeCompared) {
  std::vector<Network> networks;
  for (const StandardNetwork& entry : standardNetworks()) networks.push_back(standardNetwork(entry.name).value());
  for (const Network& one : networks)
    for (const Network& other : networks) {
      const NetworkDifference difference = compareNetworks(one, other);
      EXPECT_EQ(difference.removed.size() + difference.counterparts.size(), one.layers().size());
      EXPECT_EQ(difference.added.size() + difference.counterparts.size(), other.layers().size());
      EXPECT_EQ(one.edges().size() - difference.removedEdges.size(),
                other.edges().size() - difference.addedEdges.size());
    }
}

}  // namespace
}  // namespace fovea
