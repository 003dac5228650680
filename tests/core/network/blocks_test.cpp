// Why: a block is drawn once and used often; folding, unfolding and using it never changes what the network computes.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/utf8.h"
#include "core/network/block_edits.h"
#include "core/network/flatten.h"
#include "core/network/lowering.h"
#include "core/network/network_analysis.h"
#include "core/network/network_part.h"
#include "core/network/repeated_structure.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

// data → conv1 → relu1 → conv2 → add(conv2, relu1) → fc1 → loss
Drawing residual() {
  const FieldValues eight{{"filters", std::int64_t{8}}, {"padding", List{1, 1}}};
  Drawing drawing;
  drawing.add("data", "input")
      .add("conv1", "convolution", eight, {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("conv2", "convolution", eight, {"relu1"})
      .add("add", "add", {}, {"conv2", "relu1"})
      .add("fc1", "linear", {{"units", std::int64_t{10}}}, {"add"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  return drawing;
}

BlockEdit fold(Drawing& drawing, const std::vector<std::string>& names, const std::string& name = "part") {
  std::vector<LayerId> layers;
  for (const std::string& layer : names) layers.push_back(drawing.id(layer));
  const auto folded = foldIntoBlock(drawing.network, layers, {}, name);
  EXPECT_TRUE(folded.ok()) << folded.error().text();
  drawing.apply(folded->edit);
  return *folded;
}

std::int64_t parametersOf(const Network& network) {
  const NetworkReport report = analyzeNetwork(network);
  EXPECT_TRUE(report.ok()) << report.problems.front().message;
  return report.parameters;
}

TEST(Blocks, FoldingKeepsWhatTheNetworkSays) {
  Drawing drawing = residual();
  const NetworkReport before = analyzeNetwork(drawing.network);
  ASSERT_TRUE(before.ok());
  const BlockEdit folded = fold(drawing, {"conv2", "add"}, "residual");

  const Network& network = drawing.network;
  ASSERT_EQ(network.blocks().size(), 1u);
  EXPECT_EQ(network.findByName("conv2"), nullptr);
  EXPECT_EQ(layerCount(network), layerCount(residual().network));
  ASSERT_NE(network.findByName("conv2", folded.block), nullptr);
  EXPECT_EQ(blockPorts(network, folded.block, kBlockInput).size(), 1u) << "one value enters, though it is read twice";
  EXPECT_EQ(portsOf(network, *network.find(folded.use)).outputs.size(), 1u);
  const NetworkReport after = analyzeNetwork(network);
  ASSERT_TRUE(after.ok()) << after.problems.front().message;
  EXPECT_EQ(after.parameters, before.parameters);
  EXPECT_EQ(after.flopsPerSample, before.flopsPerSample);
  EXPECT_EQ(after.outputBytes, before.outputBytes);
  EXPECT_EQ(after.layers.at(folded.use).outputs.at(0), (Shape{8, 28, 28}));
  const NetworkReport* inside = reportAt(after, std::vector<LayerId>{folded.use});
  ASSERT_NE(inside, nullptr);
  EXPECT_EQ(inside->layers.at(network.findByName("conv2", folded.block)->id).parameters, 8 * 8 * 9 + 8);
}

TEST(Blocks, UndoUnfoldsByteForByte) {
  NetworkDocument document(residual().network);
  const std::string before = textOf(document.network());
  const std::vector<LayerId> layers{document.network().findByName("relu1")->id,
                                    document.network().findByName("conv2")->id,
                                    document.network().findByName("add")->id};
  const auto folded = foldIntoBlock(document.network(), layers, {}, "part");
  ASSERT_TRUE(folded.ok());
  ASSERT_TRUE(document.apply(folded->edit).ok());
  const std::string after = textOf(document.network());
  const auto read = networkFromJson(*parseJson(after));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(*read, document.network());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(textOf(document.network()), before);
  ASSERT_TRUE(document.redo().ok());
  EXPECT_EQ(textOf(document.network()), after);
}

TEST(Blocks, OneDefinitionHasManyUses) {
  Drawing drawing = residual();
  const BlockEdit folded = fold(drawing, {"conv2", "add"});
  const std::int64_t once = parametersOf(drawing.network);
  const BlockEdit second = useBlock(drawing.network, folded.block, {}, {300, 0});
  drawing.apply(second.edit);
  const LayerId fc = drawing.id("fc1");
  drawing.apply({AddEdge{{folded.use, 0, second.use, 0}}, ""});
  drawing.apply({AddEdge{{second.use, 0, fc, 0}}, ""});
  EXPECT_EQ(parametersOf(drawing.network), once + 8 * 8 * 9 + 8) << "each use has weights of its own";
  EXPECT_EQ(usesOf(drawing.network, folded.block).size(), 2u);
  // A change of the definition applies to every use.
  const LayerId inner = drawing.network.findByName("conv2", folded.block)->id;
  drawing.apply({SetParameter{inner, "bias", false}, ""});
  EXPECT_EQ(parametersOf(drawing.network), once + 8 * 8 * 9 - 8);

  const auto lowered = lowerNetwork(drawing.network, {});
  ASSERT_TRUE(lowered.ok()) << lowered.error().text();
  std::vector<std::string> names;
  for (const VariableInfo& variable : lowered->variables) names.push_back(variable.name);
  EXPECT_EQ(std::count(names.begin(), names.end(), "part/conv2.weight"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "part2/conv2.weight"), 1);
}

TEST(Blocks, FlatteningKeepsTheOuterLayersAndCountsTheInner) {
  Drawing drawing = residual();
  const std::size_t layers = drawing.network.layers().size();
  fold(drawing, {"conv2", "add"});
  const auto flat = flattenNetwork(drawing.network);
  ASSERT_TRUE(flat.ok());
  EXPECT_EQ(flat->layers().size(), layers);
  EXPECT_TRUE(flat->blocks().empty());
  EXPECT_EQ(flat->findByName("conv1")->id, drawing.id("conv1"));
  ASSERT_NE(flat->findByName("part/add"), nullptr);
  EXPECT_EQ(flat->edgesInto(flat->findByName("part/add")->id).size(), 2u);
  EXPECT_EQ(parametersOf(*flat), parametersOf(drawing.network));
  const auto read = networkFromJson(networkToJson(*flat));
  ASSERT_TRUE(read.ok()) << read.error().text();
}

TEST(Blocks, BlocksInBlocks) {
  Drawing drawing = residual();
  const std::int64_t parameters = parametersOf(drawing.network);
  const BlockEdit inner = fold(drawing, {"conv2", "add"}, "inner");
  fold(drawing, {"relu1", "inner"}, "outer");
  EXPECT_EQ(parametersOf(drawing.network), parameters);
  const auto flat = flattenNetwork(drawing.network);
  ASSERT_TRUE(flat.ok());
  EXPECT_NE(flat->findByName("outer/inner/conv2"), nullptr);
  EXPECT_NE(flat->findByName("outer/relu1"), nullptr);
  const NetworkReport report = analyzeNetwork(drawing.network);
  const NetworkReport* deep = reportAt(report, std::vector<LayerId>{drawing.id("outer"), inner.use});
  ASSERT_NE(deep, nullptr);
  EXPECT_EQ(deep->parameters, 8 * 8 * 9 + 8);
}

TEST(Blocks, UnfoldingIsTheWayBack) {
  Drawing drawing = residual();
  const std::int64_t parameters = parametersOf(drawing.network);
  const BlockEdit folded = fold(drawing, {"conv2", "add"});
  const auto unfolded = unfoldBlock(drawing.network, folded.use);
  ASSERT_TRUE(unfolded.ok());
  drawing.apply(*unfolded);
  EXPECT_EQ(parametersOf(drawing.network), parameters);
  EXPECT_NE(drawing.network.findByName("conv2"), nullptr);
  EXPECT_EQ(drawing.network.edgesInto(drawing.id("add")).size(), 2u);
  EXPECT_EQ(drawing.network.blocks().size(), 1u) << "the definition stays for other uses";
  drawing.apply(removeBlock(drawing.network, folded.block));
  EXPECT_TRUE(drawing.network.blocks().empty());
  EXPECT_EQ(drawing.network.layers().size(), residual().network.layers().size());
}

TEST(Blocks, TheNumberOfLayersIsThatOfTheUnfoldedNetwork) {
  Drawing drawing = residual();
  const auto all = static_cast<std::int64_t>(drawing.network.layers().size());
  EXPECT_EQ(layerCount(drawing.network), all);
  const BlockEdit folded = fold(drawing, {"conv2", "add"});
  EXPECT_EQ(layerCount(drawing.network), all);
  EXPECT_EQ(layerCount(drawing.network, folded.block), 2);
  const BlockEdit second = useBlock(drawing.network, folded.block, {}, {300, 0});
  drawing.apply(second.edit);
  EXPECT_EQ(layerCount(drawing.network), all + 2) << "each use has layers of its own";
  drawing.apply({RemoveLayer{second.use}, ""});
  const auto unfolded = unfoldBlock(drawing.network, folded.use);
  ASSERT_TRUE(unfolded.ok());
  drawing.apply(*unfolded);
  EXPECT_EQ(layerCount(drawing.network), all) << "a block that is not used adds nothing";
}

TEST(Blocks, PortsComeAndGoWithTheirEdges) {
  Drawing drawing = residual();
  const BlockEdit folded = fold(drawing, {"add"});
  ASSERT_EQ(portsOf(drawing.network, *drawing.network.find(folded.use)).inputs.size(), 2u);
  const std::string before = textOf(drawing.network);
  const LayerId first = blockPorts(drawing.network, folded.block, kBlockInput).front();
  const auto inverse = applyEdit(drawing.network, {RemoveLayer{first}, ""});
  ASSERT_TRUE(inverse.ok());
  const std::vector<Edge> left = drawing.network.edgesInto(folded.use);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].input, 0) << "the second port is the first now";
  EXPECT_EQ(left[0].source, drawing.id("relu1"));
  drawing.apply(*inverse);
  EXPECT_EQ(textOf(drawing.network), before);
}

TEST(Blocks, ABlockNeverHoldsItself) {
  Drawing drawing = residual();
  const BlockEdit inner = fold(drawing, {"conv2", "add"}, "inner");
  const BlockEdit outer = fold(drawing, {"relu1", "inner"}, "outer");
  for (const auto& [block, sheet] : {std::pair(outer.block, inner.block), std::pair(inner.block, inner.block)}) {
    const auto refused = applyEdit(drawing.network, useBlock(drawing.network, block, sheet, {}).edit);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("would hold itself"), std::string::npos) << refused.error().message;
  }
  const auto redirected =
      applyEdit(drawing.network, {SetParameter{inner.use, "definition", std::int64_t{outer.block.index}}, ""});
  EXPECT_FALSE(redirected.ok());
}

TEST(Blocks, WhatCannotBeFoldedIsRefusedWithTheReason) {
  Drawing drawing = residual();
  const Network& network = drawing.network;
  const auto words = [&](std::vector<LayerId> layers) {
    const auto folded = foldIntoBlock(network, layers, {}, "part");
    EXPECT_FALSE(folded.ok());
    return folded.ok() ? std::string() : folded.error().message;
  };
  EXPECT_NE(words({}).find("No layer is selected"), std::string::npos);
  EXPECT_NE(words({drawing.id("data")}).find("input layer"), std::string::npos);
  EXPECT_NE(words({drawing.id("relu1"), drawing.id("add")}).find("cycle"), std::string::npos)
      << "conv2 lies between them, outside";
  EXPECT_NE(words({LayerId{999}}).find("not there"), std::string::npos);
}

TEST(Blocks, WhatIsWrongInsideIsToldAtTheUseToo) {
  Drawing drawing = residual();
  const BlockEdit folded = fold(drawing, {"conv2", "add"});
  const LayerId inner = drawing.network.findByName("conv2", folded.block)->id;
  drawing.apply({SetParameter{inner, "filters", std::int64_t{5}}, ""});
  const NetworkReport report = analyzeNetwork(drawing.network);
  const NetworkProblem* problem = report.problemOf(folded.use);
  ASSERT_NE(problem, nullptr);
  EXPECT_NE(problem->message.find("Inside, at “add”"), std::string::npos) << problem->message;
  const NetworkReport* inside = reportAt(report, std::vector<LayerId>{folded.use});
  const NetworkProblem* there = inside->problemOf(drawing.network.findByName("add", folded.block)->id);
  ASSERT_NE(there, nullptr);
  ASSERT_FALSE(there->fixes.empty());
  drawing.apply(there->fixes[0].edit);
  EXPECT_TRUE(analyzeNetwork(drawing.network).ok()) << "a fix inside a block mends it there";
  const auto lowered = lowerNetwork(drawing.network, {});
  EXPECT_TRUE(lowered.ok());
}

TEST(Blocks, AUseCanBecomeItsOwn) {
  Drawing drawing = residual();
  const BlockEdit folded = fold(drawing, {"conv2", "add"});
  drawing.apply(useBlock(drawing.network, folded.block, {}, {300, 0}).edit);
  const auto own = makeSingleUse(drawing.network, folded.use);
  ASSERT_TRUE(own.ok());
  drawing.apply(own->edit);
  EXPECT_EQ(usedBlock(*drawing.network.find(folded.use)), own->block);
  EXPECT_EQ(usesOf(drawing.network, folded.block).size(), 1u);
  EXPECT_EQ(drawing.network.findBlock(own->block)->name, "part2");
  EXPECT_NE(drawing.network.findByName("conv2", own->block), nullptr);
}

TEST(Blocks, ACopiedUseTakesItsBlockAlong) {
  Drawing drawing = residual();
  const BlockEdit inner = fold(drawing, {"conv2", "add"}, "inner");
  const BlockEdit outer = fold(drawing, {"relu1", "inner"}, "outer");
  const Network part = networkPart(drawing.network, std::vector<LayerId>{outer.use}, {});
  EXPECT_EQ(part.layers().size(), 1u + 2 + 2 + 2 + 2);
  const auto read = networkFromJson(*parseJson(textOf(part)));
  ASSERT_TRUE(read.ok()) << read.error().text();

  Drawing other = smallDrawing();
  const PartInsertion pasted = insertPart(other.network, *read, {}, {16, 16});
  other.apply(pasted.edit);
  EXPECT_EQ(other.network.blocks().size(), 2u);
  ASSERT_EQ(pasted.layers.size(), 1u);
  const PartInsertion again = insertPart(other.network, *read, {}, {32, 32});
  other.apply(again.edit);
  EXPECT_EQ(other.network.blocks().size(), 2u) << "the same block is not added twice";
  EXPECT_EQ(other.network.find(again.layers[0])->name, "outer2");
  // Can be pasted into another block, but not into itself.
  const BlockId sheet = usedBlock(*other.network.find(pasted.layers[0]));
  EXPECT_FALSE(applyEdit(other.network, insertPart(other.network, *read, sheet, {}).edit).ok());
  static_cast<void>(inner);
}

TEST(Blocks, FilesWithBlocksThatCannotBeAreRefused) {
  Drawing drawing = residual();
  fold(drawing, {"conv2", "add"});
  const Json good = networkToJson(drawing.network);
  ASSERT_TRUE(networkFromJson(good).ok());
  const auto words = [&](const std::function<void(Json&)>& damage) {
    Json bad = good;
    damage(bad);
    const auto read = networkFromJson(bad);
    EXPECT_FALSE(read.ok());
    return read.ok() ? std::string() : read.error().text();
  };
  EXPECT_NE(words([](Json& json) { json.erase("blocks"); }).find("no block number 1"), std::string::npos);
  EXPECT_NE(words([](Json& json) { json["blocks"].push_back(json["blocks"][0]); }).find("Block 2"), std::string::npos);
  EXPECT_NE(words([](Json& json) { json["layers"][0]["block"] = 1; }).find("input layer"), std::string::npos);
  EXPECT_NE(words([](Json& json) {
              for (Json& layer : json["layers"])
                if (layer["type"] == "block") layer["block"] = 1;
            }).find("holds itself"),
            std::string::npos);
}

TEST(Blocks, ManyUsesOfManyUsesAreCountedNotUnfolded) {
  Drawing drawing = residual();
  BlockEdit block = fold(drawing, {"relu1"}, "level0");
  for (int level = 1; level < 12; ++level) {
    std::vector<std::string> names{block.use.valid() ? drawing.network.find(block.use)->name : ""};
    for (int i = 0; i < 9; ++i) {
      const BlockEdit more = useBlock(drawing.network, block.block, {}, {});
      drawing.apply(more.edit);
      drawing.apply({AddEdge{{drawing.id("conv1"), 0, more.use, 0}}, ""});
      names.push_back(drawing.network.find(more.use)->name);
    }
    block = fold(drawing, names, "level" + std::to_string(level));
  }
  const NetworkReport report = analyzeNetwork(drawing.network);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].message.find("20000 layers"), std::string::npos) << report.problems[0].message;
  EXPECT_FALSE(flattenNetwork(drawing.network).ok());
}

// data → first → second on the network's sheet. Each block leads its input through two uses of the block below it, and
// the innermost leads it through.
Network nestWithoutLayers(int levels) {
  Json layers = Json::array(), edges = Json::array(), blocks = Json::array();
  const auto add = [&](const char* type, const char* name, int sheet, int used) {
    Json layer{{"id", layers.size() + 1}, {"type", type}, {"name", name}};
    if (used > 0) layer["parameters"] = {{"definition", used}};
    if (sheet > 0) layer["block"] = sheet;
    layers.push_back(layer);
    return static_cast<int>(layers.size());
  };
  const auto connect = [&](int source, int target) { edges.push_back({{"source", source}, {"target", target}}); };
  for (int level = 1; level <= levels; ++level) {
    blocks.push_back({{"id", level}, {"name", "level" + std::to_string(level)}});
    int last = add(kBlockInput, "in", level, 0);
    for (const char* name : {"first", "second"}) {
      if (level == 1) break;
      const int use = add(kBlockUse, name, level, level - 1);
      connect(last, use);
      last = use;
    }
    connect(last, add(kBlockOutput, "out", level, 0));
  }
  const int data = add("input", "data", 0, 0), first = add(kBlockUse, "first", 0, levels);
  connect(data, first);
  connect(first, add(kBlockUse, "second", 0, levels));
  const auto network = networkFromJson({{"format", "fovea-network"},
                                        {"version", 1},
                                        {"name", "nest"},
                                        {"layers", layers},
                                        {"edges", edges},
                                        {"blocks", blocks}});
  EXPECT_TRUE(network.ok()) << network.error().text();
  return network.ok() ? *network : Network();
}

TEST(Blocks, ANestWithoutLayersIsNotUnfolded) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(flattenNetwork(nestWithoutLayers(8)).ok());
  const Network nest = nestWithoutLayers(40);
  EXPECT_EQ(layerCount(nest), 1);
  const NetworkReport report = analyzeNetwork(nest);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].message.find("uses of blocks and ports"), std::string::npos);
  EXPECT_FALSE(flattenNetwork(nest).ok());
  // Nor do searches that compare the contents of blocks.
  static_cast<void>(foldRepeatedStructure(nest, {}));
  Drawing drawing;
  drawing.network = nest;
  const Network part = networkPart(nest, std::vector<LayerId>{drawing.id("first")}, {});
  drawing.apply(insertPart(nest, part, {}, {}).edit);
  EXPECT_EQ(drawing.network.blocks().size(), nest.blocks().size()) << "the same blocks are not added twice";
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5);
}

TEST(Blocks, FoldingPassesOnWhatIsWrong) {
  Drawing drawing = residual();
  const auto errorOf = [&](std::vector<LayerId> layers, const std::string& name) {
    const auto folded = foldIntoBlock(drawing.network, layers, {}, name);
    EXPECT_FALSE(folded.ok());
    return folded.ok() ? Error{} : folded.error();
  };
  const LayerId relu = drawing.id("relu1");
  EXPECT_EQ(errorOf({relu, drawing.id("add")}, "part").advice, "Select what lies between them too.");
  const Error tooLong = errorOf({relu}, std::string(200, 'x'));
  EXPECT_EQ(tooLong.message, "The name is longer than 100 bytes.");
  EXPECT_EQ(tooLong.advice, "Choose a shorter one.");
  drawing.apply({MoveLayers{{{relu, {0, -1e7}}}}, ""});
  const Error outside = errorOf({relu}, "part");
  EXPECT_NE(outside.message.find("outside the canvas"), std::string::npos) << outside.message;
  EXPECT_EQ(outside.advice, "");
}

TEST(Blocks, ATitleOfAnyLengthNamesABlock) {
  EXPECT_EQ(blockNameFrom("stem"), "stem");
  EXPECT_EQ(blockNameFrom(" two\n  lines\t"), "two lines");
  EXPECT_EQ(blockNameFrom(" \n"), "");
  std::string title;
  for (int i = 0; i < 60; ++i) title += "層 ";
  Drawing drawing = residual();
  for (const char* layer : {"conv1", "conv2"}) {
    const auto folded =
        foldIntoBlock(drawing.network, std::vector<LayerId>{drawing.id(layer)}, {}, blockNameFrom(title));
    ASSERT_TRUE(folded.ok()) << folded.error().text();
    drawing.apply(folded->edit);
  }
  EXPECT_TRUE(isUtf8(drawing.network.blocks()[0].name));
}

}  // namespace
}  // namespace fovea
