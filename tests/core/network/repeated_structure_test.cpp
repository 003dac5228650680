// Folding repeated parts: what is found in the standard networks, and that only the drawing changes.
#include "core/network/repeated_structure.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/network/block_edits.h"
#include "core/network/flatten.h"
#include "core/network/lowering.h"
#include "core/network/network_analysis.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

// The ops of `network`, independent of the layers' names and order: sorted lines, each of which describes an op's
// computation back to the inputs.
std::vector<std::size_t> computationOf(const Network& network, NetworkMode mode) {
  const auto lowered = lowerNetwork(network, {.mode = mode, .batch = 2, .seed = 1});
  EXPECT_TRUE(lowered.ok()) << lowered.error().text();
  if (!lowered.ok()) return {};
  const Graph& graph = lowered->builder->graph();
  std::map<ValueId, std::size_t> meaning;
  const auto combine = [](std::size_t a, std::size_t b) { return (a ^ b) * 0x9E3779B97F4A7C15ull + (a >> 31); };
  std::vector<std::size_t> all;
  for (const Node& node : graph.nodes()) {
    FieldValues attributes = node.attributes;
    attributes.remove("seed");  // drawn by the layer's name
    std::size_t key = std::hash<std::string>()(node.op->name + formatJsonLine(fieldValuesToJson(attributes)));
    for (const ValueId input : node.inputs) {
      const auto known = meaning.find(input);
      key = combine(
          key, known != meaning.end() ? known->second : std::hash<std::string>()(graph.value(input).type.toString()));
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) meaning[node.outputs[i]] = combine(key, i);
    all.push_back(key);
  }
  std::sort(all.begin(), all.end());
  all.push_back(meaning.contains(lowered->predictions) ? meaning[lowered->predictions] : 0);
  if (mode == NetworkMode::Training) all.push_back(meaning[lowered->loss]);
  return all;
}

Network folded(const Network& network, int times = 1) {
  Network result = network;
  for (int i = 0; i < times; ++i) {
    const auto fold = foldRepeatedStructure(result);
    EXPECT_TRUE(fold.ok()) << fold.error().text();
    if (!fold.ok()) return result;
    const auto applied = applyEdit(result, fold->edit);
    EXPECT_TRUE(applied.ok()) << applied.error().text();
  }
  return result;
}

Network unfolded(Network network) {
  for (bool any = true; any;) {
    any = false;
    for (const Layer& layer : network.layers()) {
      if (layer.type != kBlockUse || layer.block.valid()) continue;
      const auto edit = unfoldBlock(network, layer.id);
      EXPECT_TRUE(edit.ok());
      EXPECT_TRUE(applyEdit(network, *edit).ok());
      any = true;
      break;
    }
  }
  return network;
}

std::size_t onSheet(const Network& network, BlockId sheet = {}) {
  return static_cast<std::size_t>(
      std::ranges::count_if(network.layers(), [&](const Layer& layer) { return layer.block == sheet; }));
}

// Returns "residual 64 ×2, projection 128 ×1", in the order of appearance.
std::string foundIn(const Network& network) {
  const auto fold = foldRepeatedStructure(network);
  if (!fold.ok()) return fold.error().message;
  std::string words;
  for (const RepeatedBlock& block : fold->blocks)
    words += (words.empty() ? "" : ", ") + block.name + " ×" + std::to_string(block.uses.size());
  return words;
}

Network standard(const std::string& name) {
  auto network = standardNetwork(name);
  EXPECT_TRUE(network.ok());
  return *network;
}

TEST(RepeatedStructure, FoldingAnyStandardNetworkChangesNothingThatItComputes) {
  for (const StandardNetwork& entry : standardNetworks()) {
    SCOPED_TRACE(entry.name);
    const Network network = standard(entry.name);
    const auto fold = foldRepeatedStructure(network);
    if (!fold.ok()) {
      EXPECT_EQ(fold.error().code, ErrorCode::NotFound) << fold.error().text();
      continue;
    }
    Network blocks = network;
    const auto inverse = applyEdit(blocks, fold->edit);
    ASSERT_TRUE(inverse.ok()) << inverse.error().text();
    EXPECT_LT(onSheet(blocks), onSheet(network));
    EXPECT_EQ(layerCount(blocks), layerCount(network));
    const NetworkReport before = analyzeNetwork(network), after = analyzeNetwork(blocks);
    EXPECT_TRUE(after.ok()) << after.problems[0].message;
    EXPECT_EQ(after.parameters, before.parameters);
    EXPECT_EQ(after.flopsPerSample, before.flopsPerSample);
    const auto read = networkFromJson(*parseJson(textOf(blocks)));
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(*read, blocks);
    for (const NetworkMode mode : {NetworkMode::Training, NetworkMode::Inference}) {
      const auto computation = computationOf(network, mode);
      EXPECT_EQ(computationOf(blocks, mode), computation);
      EXPECT_EQ(computationOf(unfolded(blocks), mode), computation);
    }
    Network undone = blocks;
    ASSERT_TRUE(applyEdit(undone, *inverse).ok());
    EXPECT_EQ(textOf(undone), textOf(network));
  }
}

TEST(RepeatedStructure, FindsWhatThePapersCallBlocks) {
  EXPECT_EQ(foundIn(standard("resnet18")),
            "residual 64 ×2, projection 128 ×1, residual 128 ×1, projection 256 ×1, residual 256 ×1, projection 512 "
            "×1, residual 512 ×1");
  EXPECT_EQ(foundIn(standard("resnet50")),
            "projection 256 ×1, residual 256 ×2, projection 512 ×1, residual 512 ×3, projection 1024 ×1, residual 1024 "
            "×5, projection 2048 ×1, residual 2048 ×2");
  EXPECT_EQ(foundIn(standard("vgg16")), "stage 64 ×1, stage 128 ×1, stage 256 ×1, stage 512 ×2, part 4096 ×2");
  const std::string dense = foundIn(standard("densenet121"));
  EXPECT_NE(dense.find("dense 32 ×58"), std::string::npos) << dense;
}

TEST(RepeatedStructure, FoldingOnceMoreFindsTheStages) {
  const Network once = folded(standard("resnet50")), twice = folded(standard("resnet50"), 2);
  EXPECT_LE(onSheet(once), 26u);
  EXPECT_LT(onSheet(twice), onSheet(once));
  EXPECT_EQ(computationOf(twice, NetworkMode::Inference), computationOf(once, NetworkMode::Inference));
}

TEST(RepeatedStructure, ADifferentParameterMakesAnotherBlock) {
  Drawing drawing;
  drawing.add("data", "input");
  std::string last = "data";
  for (const std::int64_t filters : {8, 8, 16, 8}) {
    const std::string n = std::to_string(drawing.network.layers().size());
    drawing.add("conv" + n, "convolution", {{"filters", filters}}, {last});
    drawing.add("norm" + n, "batch_normalization", {}, {"conv" + n});
    drawing.add("relu" + n, "relu", {}, {"norm" + n});
    drawing.add("pool" + n, "max_pooling", {{"kernel", List{1, 1}}, {"stride", List{1, 1}}}, {"relu" + n});
    last = "pool" + n;
  }
  drawing.add("last", "tanh", {}, {last});
  EXPECT_EQ(foundIn(drawing.network), "stage 8 ×3, stage 16 ×1");
}

TEST(RepeatedStructure, AnotherTopologyOfTheSameLayersIsAnotherPart) {
  // The same four layers twice: the addition reads the convolution and the shortcut, in either order.
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{4, 8, 8}}});
  std::string last = "data";
  for (const bool swapped : {false, true}) {
    const std::string n = swapped ? "2" : "1";
    drawing.add("conv" + n, "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{1, 1}}}, {last});
    drawing.add("tanh" + n, "tanh", {}, {"conv" + n});
    const auto ends = swapped ? std::vector<std::string>{last, "tanh" + n} : std::vector<std::string>{"tanh" + n, last};
    drawing.add("add" + n, "subtract", {}, ends);
    drawing.add("relu" + n, "relu", {}, {"add" + n});
    last = "relu" + n;
  }
  drawing.add("last", "sigmoid", {}, {last});
  EXPECT_FALSE(foldRepeatedStructure(drawing.network).ok());
}

TEST(RepeatedStructure, WhatIsUsedFromOutsideStaysOutside) {
  // Another layer also reads the middle of the first of two equal parts, which therefore has no single exit.
  Drawing drawing;
  drawing.add("data", "input");
  std::string last = "data";
  for (const char* n : {"1", "2"}) {
    drawing.add(std::string("conv") + n, "convolution", {{"filters", std::int64_t{4}}}, {last});
    drawing.add(std::string("norm") + n, "batch_normalization", {}, {std::string("conv") + n});
    drawing.add(std::string("relu") + n, "relu", {}, {std::string("norm") + n});
    last = std::string("relu") + n;
  }
  drawing.add("last", "tanh", {}, {last});
  EXPECT_EQ(foundIn(drawing.network), "part 4 ×2");
  drawing.add("probe", "tanh", {}, {"norm1"});
  EXPECT_FALSE(foldRepeatedStructure(drawing.network).ok());
}

TEST(RepeatedStructure, WhatRepeatsInsideABranchOrABlockIsFoundToo) {
  const Network unet = standard("unet");
  EXPECT_TRUE(foldRepeatedStructure(unet).ok());
  // On a block's sheet: the whole trunk of a ResNet as one block, whose sheet is then folded.
  Network network = standard("resnet-mini");
  std::vector<LayerId> trunk;
  for (const Layer& layer : network.layers())
    if (layer.type != "input") trunk.push_back(layer.id);
  const auto outer = foldIntoBlock(network, trunk, {}, "trunk");
  ASSERT_TRUE(outer.ok()) << outer.error().text();
  ASSERT_TRUE(applyEdit(network, outer->edit).ok());
  const auto before = computationOf(network, NetworkMode::Inference);
  const auto fold = foldRepeatedStructure(network, outer->block);
  ASSERT_TRUE(fold.ok()) << fold.error().text();
  ASSERT_TRUE(applyEdit(network, fold->edit).ok());
  EXPECT_EQ(computationOf(network, NetworkMode::Inference), before);
}

TEST(RepeatedStructure, NothingRepeatedIsSaid) {
  for (const Network& network : {Network(), smallDrawing().network, standard("lenet")}) {
    const auto fold = foldRepeatedStructure(network);
    if (fold.ok()) continue;
    EXPECT_EQ(fold.error().code, ErrorCode::NotFound);
  }
  EXPECT_FALSE(foldRepeatedStructure(smallDrawing().network).ok());
}

TEST(RepeatedStructure, ThousandsOfLayersAreFoldedAtOnce) {
  Json layers = Json::array(), edges = Json::array();
  const int count = 4000;
  for (int i = 0; i < count; ++i) {
    const char* type = i == 0 ? "input" : i % 5 == 0 ? "tanh" : i % 5 == 3 ? "dropout" : "relu";
    layers.push_back({{"id", i + 1},
                      {"type", type},
                      {"name", "l" + std::to_string(i)},
                      {"version", 1},
                      {"parameters", Json::object()},
                      {"position", {0, 88 * i}}});
    if (i > 0) edges.push_back({{"source", i}, {"output", 0}, {"target", i + 1}, {"input", 0}});
  }
  const auto network = networkFromJson(
      {{"format", "fovea-network"}, {"version", 1}, {"name", "long"}, {"layers", layers}, {"edges", edges}});
  ASSERT_TRUE(network.ok()) << network.error().text();
  const auto fold = foldRepeatedStructure(*network);
  ASSERT_TRUE(fold.ok()) << fold.error().text();
  EXPECT_GE(fold->blocks.front().uses.size(), 700u);
}

}  // namespace
}  // namespace fovea
