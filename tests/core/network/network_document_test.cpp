// Why: every edit can be undone exactly, and redone exactly.
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/network/block_edits.h"
#include "core/network/flatten.h"
#include "core/network/layer_facts.h"
#include "core/network/network_analysis.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

// Hashes the whole text, so that ten thousand states fit in memory.
std::size_t fingerprint(const Network& network) {
  return std::hash<std::string>()(textOf(network));
}

// Random edits, many of which are rejected.
class RandomEdits {
 public:
  explicit RandomEdits(std::uint64_t seed) : random_(seed) {}

  NetworkEdit next(const Network& network) {
    switch (random_.below(13)) {
      case 10:
        return fold(network);
      case 11:
        return unfold(network);
      case 12:
        return use(network);
      case 0:
      case 1:
        return {addLayer(network), "Add"};
      case 2:
        return random_.below(3) == 0 ? NetworkEdit{RemoveLayer{anyLayer(network)}, "Remove"} : move(network);
      case 3:
      case 4:
      case 5:
        return {AddEdge{{anyLayer(network), 0, anyLayer(network), static_cast<int>(random_.below(3))}}, "Connect"};
      case 6:
        return {RemoveEdge{anyEdge(network)}, "Disconnect"};
      case 7:
        return {setParameter(network), "Set"};
      case 8:
        return {RenameLayer{anyLayer(network), "name" + std::to_string(random_.below(40))}, "Rename"};
      default:
        return compound(network);
    }
  }

 private:
  NetworkEdit fold(const Network& network) {
    const std::vector<LayerId> layers{anyLayer(network), anyLayer(network)};
    const auto folded = foldIntoBlock(network, layers, {}, "block");
    return folded.ok() ? folded->edit : NetworkEdit{RemoveBlock{network.nextBlockId()}, "Remove a block"};
  }
  NetworkEdit unfold(const Network& network) {
    const LayerId layer = anyLayer(network);
    const auto unfolded = random_.below(2) == 0 ? unfoldBlock(network, layer) : ownBlock(network, layer);
    return unfolded.ok() ? *unfolded : move(network);
  }
  static Result<NetworkEdit> ownBlock(const Network& network, LayerId layer) {
    FOVEA_TRY(const BlockEdit own, makeSingleUse(network, layer));
    return own.edit;
  }
  NetworkEdit use(const Network& network) {
    if (network.blocks().empty()) return {AddBlock{{{}, "block"}}, "Add a block"};
    const BlockId block = network.blocks()[random_.below(network.blocks().size())].id;
    if (random_.below(8) == 0) return removeBlock(network, block);
    if (random_.below(8) == 0) return {RenameBlock{block, "name" + std::to_string(random_.below(5))}, "Rename a block"};
    return useBlock(network, block, anySheet(network), {}).edit;
  }
  BlockId anySheet(const Network& network) {
    const std::size_t sheet = random_.below(network.blocks().size() + 1);
    return sheet == network.blocks().size() ? BlockId{} : network.blocks()[sheet].id;
  }
  AddLayer addLayer(const Network& network) {
    Layer layer;
    layer.block = random_.below(2) == 0 ? BlockId{} : anySheet(network);
    layer.type = allLayers()[random_.below(allLayers().size())].name;
    layer.name = random_.below(2) == 0 ? "" : "name1";
    layer.position = {random_.uniform() * 1000, random_.uniform() * 1000};
    return {layer};
  }
  LayerId anyLayer(const Network& network) {
    if (network.layers().empty() || random_.below(50) == 0)
      return LayerId{static_cast<std::int32_t>(random_.below(3000))};
    return network.layers()[random_.below(network.layers().size())].id;
  }
  Edge anyEdge(const Network& network) {
    if (network.edges().empty()) return {};
    return network.edges()[random_.below(network.edges().size())];
  }
  NetworkEdit move(const Network& network) {
    MoveLayers edit;
    for (int i = 0; i < 3; ++i)
      edit.positions.emplace_back(anyLayer(network), Position{random_.uniform(), random_.uniform() * 100});
    return {edit, "Move"};
  }
  SetParameter setParameter(const Network& network) {
    const Layer* layer = network.find(anyLayer(network));
    if (!layer || layer->parameters.empty())
      return {LayerId{1}, "filters", std::int64_t{1} + static_cast<std::int64_t>(random_.below(64))};
    const auto& field = findLayer(layer->type)->parameters.fields()[random_.below(layer->parameters.size())];
    FieldValue value = field.defaultValue;
    if (auto* number = std::get_if<std::int64_t>(&value)) *number = static_cast<std::int64_t>(random_.below(100));
    if (auto* flag = std::get_if<bool>(&value)) *flag = random_.below(2) == 0;
    if (auto* list = std::get_if<List>(&value); list && !list->empty())
      (*list)[0] = static_cast<std::int64_t>(random_.below(9));
    return {layer->id, field.name, value};
  }
  NetworkEdit compound(const Network& network) {
    if (random_.below(20) == 0) return {ReplaceNetwork{smallDrawing().network}, "Open"};
    if (random_.below(10) == 0) return {RenameNetwork{"network" + std::to_string(random_.below(5))}, "Rename network"};
    CompoundEdit edit;
    const LayerId id = network.nextId();
    AddLayer added = addLayer(network);
    added.layer.id = id;
    edit.edits.push_back({added, {}});
    edit.edits.push_back({AddEdge{{anyLayer(network), 0, id, 0}}, {}});
    edit.edits.push_back(move(network));
    return {edit, "Paste"};
  }

  Random random_;
};

void expectSame(const NetworkReport& kept, const NetworkReport& fresh) {
  ASSERT_EQ(kept.layers.size(), fresh.layers.size());
  for (const auto& [id, layer] : fresh.layers) {
    ASSERT_EQ(kept.layers.at(id).outputs, layer.outputs) << id.index;
    ASSERT_EQ(kept.layers.at(id).parameters, layer.parameters);
    ASSERT_EQ(kept.layers.at(id).flops, layer.flops);
  }
  ASSERT_EQ(kept.problems.size(), fresh.problems.size());
  for (std::size_t i = 0; i < fresh.problems.size(); ++i) {
    ASSERT_EQ(kept.problems[i].message, fresh.problems[i].message);
    ASSERT_EQ(kept.problems[i].fixes.size(), fresh.problems[i].fixes.size());
  }
  ASSERT_EQ(kept.flopsPerSample, fresh.flopsPerSample);
  for (const auto& [use, inside] : fresh.blocks) ASSERT_NO_FATAL_FAILURE(expectSame(*kept.blocks.at(use), *inside));
}

// The analysis reports the same for a drawing with blocks as for the same one without.
void expectSameShapesUnfolded(const Network& network) {
  const auto flat = flattenNetwork(network);
  ASSERT_TRUE(flat.ok()) << flat.error().text();
  const NetworkReport drawn = analyzeNetwork(network), unfolded = analyzeNetwork(*flat);
  EXPECT_EQ(drawn.parameters, unfolded.parameters);
  EXPECT_EQ(drawn.outputBytes, unfolded.outputBytes);
  for (const Layer& layer : flat->layers())
    if (network.find(layer.id)) {
      EXPECT_EQ(drawn.layers.at(layer.id).outputs, unfolded.layers.at(layer.id).outputs);
    }
}

TEST(NetworkDocument, WhatFollowsByItselfIsOneStepWithWhatItFollows) {
  NetworkDocument document(smallDrawing().network);
  const Network before = document.network();
  const LayerId relu = before.findByName("relu1")->id, conv = before.findByName("conv1")->id;
  ASSERT_TRUE(document.apply({RenameLayer{relu, "rectified"}, "Rename"}).ok());
  ASSERT_TRUE(document.apply({MoveLayers{{{conv, {400, 0}}}}, "Arrange"}, kWithLast).ok());
  EXPECT_EQ(document.undoTitle(), "Rename");
  const Network after = document.network();
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network(), before);
  EXPECT_FALSE(document.canUndo());
  ASSERT_TRUE(document.redo().ok());
  EXPECT_EQ(document.network(), after);
  ASSERT_TRUE(document.apply({RenameLayer{conv, "first"}, "Rename"}).ok());
  // An edit that replaces the whole network is undone as a whole.
  ASSERT_TRUE(document.apply({ReplaceNetwork{smallDrawing().network}, "Open"}).ok());
  const Network opened = document.network();
  ASSERT_TRUE(document.apply({MoveLayers{{{conv, {80, 80}}}}, "Arrange"}, kWithLast).ok());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network().find(conv)->name, "first");
  ASSERT_TRUE(document.redo().ok());
  EXPECT_EQ(document.network().find(conv)->position, (Position{80, 80}));
}

TEST(NetworkDocument, TenThousandEditsComeBackExactly) {
  NetworkDocument document(smallDrawing().network);
  RandomEdits edits(20240901);
  const std::string start = textOf(document.network());
  std::vector<std::size_t> states{fingerprint(document.network())};
  int refused = 0, withBlocks = 0;
  LayerMemory memory;
  while (states.size() < 10'001) {
    const std::uint64_t revision = document.revision();
    const Network before = document.network();
    const Status status = document.apply(edits.next(document.network()));
    if (!status.ok()) {
      ++refused;
      ASSERT_EQ(document.network(), before) << status.error().text();
    }
    if (document.revision() == revision) {
      ASSERT_EQ(document.network(), before);
      continue;
    }
    states.push_back(fingerprint(document.network()));
    const NetworkReport kept = analyzeNetwork(document.network(), memory);
    withBlocks += document.network().blocks().empty() ? 0 : 1;
    if (states.size() % 10 == 0) {
      ASSERT_NO_FATAL_FAILURE(expectSame(kept, analyzeNetwork(document.network())));
      ASSERT_NO_FATAL_FAILURE(expectSameShapesUnfolded(document.network()));
    }
  }
  EXPECT_GT(refused, 100) << "the edits were too tame";
  EXPECT_GT(withBlocks, 1000);
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    ASSERT_TRUE(document.undo().ok());
    ASSERT_EQ(fingerprint(document.network()), states[i]) << "after undoing to state " << i;
  }
  EXPECT_EQ(textOf(document.network()), start);
  EXPECT_FALSE(document.canUndo());
  EXPECT_FALSE(document.modified());
  for (std::size_t i = 1; i < states.size(); ++i) {
    ASSERT_TRUE(document.redo().ok());
    ASSERT_EQ(fingerprint(document.network()), states[i]) << "after redoing to state " << i;
  }
  EXPECT_FALSE(document.canRedo());
  // Every state that edits can reach can be stored in a file.
  const auto read = networkFromJson(*parseJson(textOf(document.network())));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(*read, document.network());
}

TEST(NetworkDocument, TitlesTellWhatWouldHappen) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id;
  EXPECT_EQ(document.undoTitle(), "");
  ASSERT_TRUE(document.apply({SetParameter{conv, "filters", std::int64_t{9}}, "Set filters"}).ok());
  EXPECT_EQ(document.undoTitle(), "Set filters");
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.redoTitle(), "Set filters");
  ASSERT_TRUE(document.redo().ok());
  EXPECT_EQ(document.undoTitle(), "Set filters");
  EXPECT_FALSE(document.redo().ok());
}

TEST(NetworkDocument, OneGestureIsOneStep) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id, fc = document.network().findByName("fc1")->id;
  const std::string before = textOf(document.network());
  for (int i = 0; i < 20; ++i)
    ASSERT_TRUE(document.apply({MoveLayers{{{conv, {1.0 * i, 5}}, {fc, {2.0 * i, 6}}}}, "Move"}, 7).ok());
  EXPECT_EQ(document.network().find(fc)->position, (Position{38, 6}));
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(textOf(document.network()), before);
  EXPECT_FALSE(document.canUndo());
}

TEST(NetworkDocument, AnotherGestureOrLayerIsAnotherStep) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id, fc = document.network().findByName("fc1")->id;
  const auto filters = [&](std::int64_t count) { return NetworkEdit{SetParameter{conv, "filters", count}, "Set"}; };
  ASSERT_TRUE(document.apply(filters(1), 1).ok());
  ASSERT_TRUE(document.apply(filters(2), 2).ok());
  ASSERT_TRUE(document.apply(filters(3), 0).ok());
  ASSERT_TRUE(document.apply(filters(4), 0).ok());
  ASSERT_TRUE(document.apply({MoveLayers{{{conv, {1, 1}}}}, "Move"}, 3).ok());
  ASSERT_TRUE(document.apply({MoveLayers{{{fc, {1, 1}}}}, "Move"}, 3).ok());
  int steps = 0;
  for (; document.canUndo(); ++steps) ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(steps, 6);
}

TEST(NetworkDocument, AnEditThatChangesNothingIsNoStep) {
  NetworkDocument document(smallDrawing().network);
  const Layer conv = *document.network().findByName("conv1");
  ASSERT_TRUE(document.apply({SetParameter{conv.id, "filters", conv.parameters.integer("filters")}, "Set"}).ok());
  ASSERT_TRUE(document.apply({MoveLayers{{{conv.id, conv.position}}}, "Move"}).ok());
  ASSERT_TRUE(document.apply({RenameLayer{conv.id, "conv1"}, "Rename"}).ok());
  ASSERT_TRUE(document.apply({AddEdge{document.network().edges()[0]}, "Connect"}).ok());
  EXPECT_FALSE(document.canUndo());
  EXPECT_EQ(document.revision(), 0u);
}

TEST(NetworkDocument, KnowsWhetherItIsSaved) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id;
  const auto move = [&](double x) { return document.apply({MoveLayers{{{conv, {x, 0}}}}, "Move"}, 1).ok(); };
  EXPECT_FALSE(document.modified());
  ASSERT_TRUE(move(1));
  EXPECT_TRUE(document.modified());
  document.markSaved();
  EXPECT_FALSE(document.modified());
  ASSERT_TRUE(document.apply({RenameLayer{conv, "a"}, "Rename"}).ok());
  EXPECT_TRUE(document.modified());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_FALSE(document.modified());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_TRUE(document.modified());
  ASSERT_TRUE(document.redo().ok());
  EXPECT_FALSE(document.modified());
}

TEST(NetworkDocument, AGestureGoesOnWhileItIsSaved) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id;
  const Network before = document.network();
  for (const double x : {1.0, 2.0, 3.0}) {
    ASSERT_TRUE(document.apply({MoveLayers{{{conv, {x, 0}}}}, "Move"}, 1).ok());
    document.markSaved();
  }
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network(), before) << "one step, whatever was saved in between";
  EXPECT_TRUE(document.modified());
}

TEST(NetworkDocument, TextThatIsTypedIsOneStep) {
  NetworkDocument document(smallDrawing().network);
  const Network before = document.network();
  for (const char* name : {"a", "ab", "abc"}) {
    Network typed = document.network();
    ASSERT_TRUE(applyEdit(typed, {RenameNetwork{name}, "Rename"}).ok());
    ASSERT_TRUE(document.apply({ReplaceNetwork{typed}, "Edit as text"}, 7).ok());
  }
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network(), before);
  EXPECT_FALSE(document.canUndo());
  ASSERT_TRUE(document.redo().ok());
  EXPECT_EQ(document.network().name(), "abc");
}

TEST(NetworkDocument, ANewEditForgetsWhatWasUndone) {
  NetworkDocument document(smallDrawing().network);
  const LayerId conv = document.network().findByName("conv1")->id;
  ASSERT_TRUE(document.apply({RenameLayer{conv, "a"}, "Rename"}).ok());
  ASSERT_TRUE(document.undo().ok());
  ASSERT_TRUE(document.apply({RenameLayer{conv, "b"}, "Rename"}).ok());
  EXPECT_FALSE(document.canRedo());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network().find(conv)->name, "conv1");
}

}  // namespace
}  // namespace fovea
