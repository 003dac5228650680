// Why: the effect of each edit, what it rejects and with which message, and its undo.
#include "core/network/network_edit.h"

#include <chrono>
#include <cmath>

#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

// Returns the message of the rejection, after checking that nothing has changed.
std::string refusal(const Network& network, const decltype(NetworkEdit::change)& change) {
  Network copy = network;
  const Result<NetworkEdit> inverse = applyEdit(copy, {change, "Edit"});
  EXPECT_FALSE(inverse.ok());
  EXPECT_EQ(copy, network);
  EXPECT_EQ(copy.nextId(), network.nextId());
  return inverse.ok() ? "" : inverse.error().message;
}

Layer layerOf(const std::string& type, const std::string& name) {
  Layer layer;
  layer.type = type;
  layer.name = name;
  return layer;
}

TEST(NetworkEdit, AddedLayersAreCompleteAndHaveNewIds) {
  Network network;
  ASSERT_TRUE(applyEdit(network, {AddLayer{layerOf("convolution", "conv1")}, {}}).ok());
  const Layer& layer = network.layers()[0];
  EXPECT_EQ(layer.id, LayerId{1});
  EXPECT_EQ(layer.parameters, findLayer("convolution")->parameters.defaults());
  ASSERT_TRUE(applyEdit(network, {RemoveLayer{layer.id}, {}}).ok());
  EXPECT_EQ(network.nextId(), LayerId{2}) << "ids are never used twice";
}

TEST(NetworkEdit, RefusesLayersThatCannotBe) {
  const Network network = smallDrawing().network;
  EXPECT_EQ(refusal(network, AddLayer{layerOf("telepathy", "x")}),
            "There is no layer type “telepathy” in this version.");
  Layer layer = layerOf("linear", "x");
  layer.parameters.set("units", std::int64_t{0});
  EXPECT_TRUE(refusal(network, AddLayer{layer}).starts_with("Units must be from 1 to "));
  layer = layerOf("relu", "x");
  layer.parameters.set("units", std::int64_t{1});
  EXPECT_EQ(refusal(network, AddLayer{layer}), "There is no parameter named \"units\".");
  layer = layerOf("relu", "x");
  layer.position.x = std::nan("");
  EXPECT_EQ(refusal(network, AddLayer{layer}), "The position lies outside the canvas.");
  layer = layerOf("relu", "x");
  layer.id = network.layers()[0].id;
  EXPECT_EQ(refusal(network, AddLayer{layer}), "There is already a layer number 1.");
  EXPECT_EQ(refusal(network, AddLayer{layerOf("relu", "a\nb")}),
            "The name begins or ends with a space, or holds a control character.");
  EXPECT_EQ(refusal(network, AddLayer{layerOf("relu", "\xff\xfe")}), "The name is not valid UTF-8.");
}

TEST(NetworkEdit, NamesMayBeInAnyLanguage) {
  Drawing drawing = smallDrawing();
  drawing.apply({RenameLayer{drawing.id("conv1"), "Kanäle 層"}, {}});
  EXPECT_NE(drawing.network.findByName("Kanäle 層"), nullptr);
}

TEST(NetworkEdit, RefusesParametersThatCannotBe) {
  const Drawing drawing = smallDrawing();
  const LayerId conv = drawing.id("conv1");
  EXPECT_EQ(refusal(drawing.network, SetParameter{conv, "filters", std::int64_t{0}}),
            "Filters must be from 1 to 65536, not 0.");
  EXPECT_EQ(refusal(drawing.network, SetParameter{conv, "filters", 1.5}), "Filters must be a whole number.");
  EXPECT_EQ(refusal(drawing.network, SetParameter{conv, "units", std::int64_t{1}}),
            "“conv1” has no parameter “units”.");
  EXPECT_EQ(refusal(drawing.network, SetParameter{LayerId{77}, "units", std::int64_t{1}}),
            "There is no layer number 77 in this network.");
}

TEST(NetworkEdit, AnOutputInUseIsNotTakenAway) {
  Drawing drawing;
  drawing.add("data", "input").add("parts", "split", {{"parts", std::int64_t{4}}}, {"data"}).add("last", "relu");
  drawing.apply({AddEdge{{drawing.id("parts"), 3, drawing.id("last"), 0}}, "Connect"});
  const Network before = drawing.network;
  const auto fewer = applyEdit(drawing.network, {SetParameter{drawing.id("parts"), "parts", std::int64_t{3}}, "Edit"});
  ASSERT_FALSE(fewer.ok());
  EXPECT_EQ(fewer.error().message, "Output 4 of “parts” would be gone, but “last” reads it.");
  EXPECT_EQ(drawing.network, before);
  drawing.apply({SetParameter{drawing.id("parts"), "parts", std::int64_t{5}}, "Edit"});
}

TEST(NetworkEdit, NamesStayUnique) {
  const Drawing drawing = smallDrawing();
  EXPECT_EQ(refusal(drawing.network, RenameLayer{drawing.id("conv1"), "fc1"}), "There is already a layer named “fc1”.");
  EXPECT_EQ(refusal(drawing.network, RenameLayer{drawing.id("conv1"), ""}), "The name is empty.");
  EXPECT_EQ(refusal(drawing.network, RenameNetwork{""}), "The name is empty.");
}

TEST(NetworkEdit, CyclesAreRefusedByName) {
  const Drawing drawing = smallDrawing();
  EXPECT_EQ(refusal(drawing.network, AddEdge{{drawing.id("fc1"), 0, drawing.id("conv1"), 0}}),
            "This edge would close a cycle: conv1 → relu1 → fc1 → conv1.");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{drawing.id("relu1"), 0, drawing.id("relu1"), 0}}),
            "This edge would close a cycle: relu1 → relu1.");
}

TEST(NetworkEdit, EdgesNeedPorts) {
  const Drawing drawing = smallDrawing();
  const LayerId data = drawing.id("data"), conv = drawing.id("conv1"), relu = drawing.id("relu1");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{conv, 1, relu, 0}}), "“conv1” has no output 1.");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{conv, 0, relu, 1}}), "“relu1” has no input 1.");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{conv, 0, relu, -1}}), "“relu1” has no input -1.");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{conv, 0, data, 0}}), "“data” has no input.");
  EXPECT_EQ(refusal(drawing.network, AddEdge{{LayerId{50}, 0, relu, 0}}),
            "There is no layer number 50 in this network.");
  EXPECT_EQ(refusal(drawing.network, RemoveEdge{{data, 0, relu, 0}}), "There is no such edge in this network.");
}

TEST(NetworkEdit, AnEdgeReplacesTheOneBefore) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  const auto inverse = applyEdit(drawing.network, {AddEdge{{drawing.id("conv1"), 0, drawing.id("fc1"), 0}}, "Connect"});
  ASSERT_TRUE(inverse.ok());
  ASSERT_EQ(drawing.network.edgesInto(drawing.id("fc1")).size(), 1u);
  EXPECT_EQ(drawing.network.edgesInto(drawing.id("fc1"))[0].source, drawing.id("conv1"));
  EXPECT_EQ(inverse->title, "Connect");
  ASSERT_TRUE(applyEdit(drawing.network, *inverse).ok());
  EXPECT_EQ(drawing.network, before);
}

TEST(NetworkEdit, AVariadicInputTakesManyEdges) {
  Drawing drawing;
  drawing.add("data", "input").add("a", "relu", {}, {"data"}).add("sum", "add", {}, {"data"});
  drawing.connect("a", "sum", 0).connect("a", "sum", 0);
  const auto edges = drawing.network.edgesInto(drawing.id("sum"));
  ASSERT_EQ(edges.size(), 3u);
  EXPECT_EQ(edges[0].source, drawing.id("data"));
  EXPECT_EQ(edges[2].input, 2);
}

TEST(NetworkEdit, ARemovedLayerComesBackWithItsEdges) {
  Drawing drawing = smallDrawing();
  const Network before = drawing.network;
  const auto inverse = applyEdit(drawing.network, {RemoveLayer{drawing.id("relu1")}, "Delete relu1"});
  ASSERT_TRUE(inverse.ok());
  EXPECT_EQ(drawing.network.edges().size(), 2u);
  const auto again = applyEdit(drawing.network, *inverse);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(drawing.network, before);
  ASSERT_TRUE(applyEdit(drawing.network, *again).ok());
  EXPECT_EQ(drawing.network.layers().size(), 4u);
}

TEST(NetworkEdit, ACompoundHappensWholeOrNotAtAll) {
  const Drawing drawing = smallDrawing();
  const LayerId conv = drawing.id("conv1");
  CompoundEdit edit;
  edit.edits.push_back({SetParameter{conv, "filters", std::int64_t{99}}, {}});
  edit.edits.push_back({AddLayer{layerOf("relu", "relu")}, {}});
  edit.edits.push_back({RemoveLayer{LayerId{77}}, {}});
  EXPECT_EQ(refusal(drawing.network, edit), "There is no layer number 77 in this network.");
}

TEST(NetworkEdit, ACompoundInsideOneIsTakenBackToo) {
  const Drawing drawing = smallDrawing();
  CompoundEdit inner, outer;
  inner.edits.push_back({RenameLayer{drawing.id("conv1"), "other"}, {}});
  inner.edits.push_back({RemoveLayer{LayerId{77}}, {}});
  outer.edits.push_back({AddLayer{layerOf("relu", "relu")}, {}});
  outer.edits.push_back({inner, {}});
  EXPECT_EQ(refusal(drawing.network, outer), "There is no layer number 77 in this network.");
}

// A paste of so many layers, and the undo of deleting them, must not freeze the window.
TEST(NetworkEdit, ThousandsOfLayersAreAddedRemovedAndComeBackInTime) {
  constexpr int kLayers = 4000;
  CompoundEdit add, remove;
  for (int i = 1; i <= kLayers; ++i) {
    Layer layer = layerOf("relu", "relu1");
    layer.id = LayerId{i};
    add.edits.push_back({AddLayer{layer}, {}});
    remove.edits.push_back({RemoveLayer{layer.id}, {}});
  }
  for (int i = 1; i < kLayers; ++i) add.edits.push_back({AddEdge{{LayerId{i}, 0, LayerId{i + 1}, 0}}, {}});
  const auto begin = std::chrono::steady_clock::now();
  Network network;
  ASSERT_TRUE(applyEdit(network, {add, {}}).ok());
  EXPECT_EQ(network.layers().back().name, "relu4000");
  const Network whole = network;
  const auto undo = applyEdit(network, {remove, {}});
  ASSERT_TRUE(undo.ok());
  ASSERT_TRUE(applyEdit(network, *undo).ok());
  EXPECT_EQ(network, whole);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 4);
}

TEST(NetworkEdit, AnotherNetworkCanTakeThePlace) {
  Network network = smallDrawing().network;
  const Network before = network;
  Drawing other;
  other.add("only", "input");
  const auto inverse = applyEdit(network, {ReplaceNetwork{other.network}, "Open"});
  ASSERT_TRUE(inverse.ok());
  EXPECT_EQ(network, other.network);
  EXPECT_EQ(network.nextId(), before.nextId());
  ASSERT_TRUE(applyEdit(network, *inverse).ok());
  EXPECT_EQ(network, before);
}

TEST(NetworkEdit, NotesAreAddedChangedRemovedAndComeBack) {
  NetworkDocument document(smallDrawing().network);
  const Network before = document.network();
  Note note{{}, true, "Features\nof all", {8, 16}, 300, 200, 3};
  ASSERT_TRUE(document.apply({AddNote{note}, "Frame"}).ok());
  note.id = document.network().notes().at(0).id;
  EXPECT_EQ(document.network().notes(), std::vector<Note>{note});
  for (const double x : {20.0, 40.0, 60.0}) {  // a drag is one step
    note.position.x = x;
    ASSERT_TRUE(document.apply({SetNote{note}, "Move"}, 7).ok());
  }
  EXPECT_EQ(document.network().findNote(note.id)->position.x, 60);
  ASSERT_TRUE(document.apply({SetNote{note}, "Nothing"}).ok());  // no undo step
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network().findNote(note.id)->position.x, 8);
  ASSERT_TRUE(document.apply({RemoveNote{note.id}, "Delete"}).ok());
  EXPECT_TRUE(document.network().notes().empty());
  ASSERT_TRUE(document.undo().ok());
  ASSERT_TRUE(document.undo().ok());
  EXPECT_EQ(document.network(), before);
}

TEST(NetworkEdit, NotesThatCannotBeSeenOrStoredAreRefused) {
  Network network = smallDrawing().network;
  const auto refused = [&](auto change) {
    Note note{{}, false, "text", {0, 0}, 100, 100, 0};
    change(note);
    return !applyEdit(network, {AddNote{note}, {}}).ok();
  };
  EXPECT_TRUE(refused([](Note& note) { note.width = 3; }));
  EXPECT_TRUE(refused([](Note& note) { note.height = std::nan(""); }));
  EXPECT_TRUE(refused([](Note& note) { note.position.x = 1e9; }));
  EXPECT_TRUE(refused([](Note& note) { note.color = kNoteColors; }));
  EXPECT_TRUE(refused([](Note& note) { note.text = "\xff"; }));
  EXPECT_TRUE(refused([](Note& note) { note.text.assign(20'000, 'x'); }));
  EXPECT_FALSE(refused([](Note&) {}));
  EXPECT_EQ(applyEdit(network, {RemoveNote{NoteId{9}}, {}}).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace fovea
