// Why: a file is read back as it was written, and a damaged one is rejected with the position, never read in part.
#include <unistd.h>
#include <chrono>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

Json goodJson() {
  return networkToJson(smallDrawing().network);
}

// The error of reading a valid network after `damage`.
template <class Damage>
Error errorAfter(Damage damage) {
  Json json = goodJson();
  damage(json);
  const Result<Network> network = networkFromJson(json);
  EXPECT_FALSE(network.ok()) << json.dump();
  return network.ok() ? Error{} : network.error();
}

TEST(NetworkJson, ComesBackAsItWas) {
  Drawing drawing = smallDrawing();
  drawing.add("sum", "add", {}, {"conv1", "relu1"}).add("drop", "dropout", {{"probability", 0.1}}, {"sum"});
  drawing.apply({RenameNetwork{"My “net” \\ 層"}, {}});
  drawing.apply({MoveLayers{{{drawing.id("sum"), {0.1, -1e6 / 3}}}}, {}});
  const std::string text = formatJson(networkToJson(drawing.network));
  const auto read = networkFromJson(*parseJson(text));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(*read, drawing.network);
  EXPECT_EQ(formatJson(networkToJson(*read)), text);
}

TEST(NetworkJson, AnEmptyNetworkIsANetwork) {
  const auto read = networkFromJson(networkToJson(Network{}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, Network{});
}

TEST(NetworkJson, WhatIsLeftOutTakesItsDefault) {
  const auto read = networkFromJson(*parseJson(R"({"format": "fovea-network", "version": 1, "name": "n", "layers": [
    {"id": 7, "type": "input", "name": "data"}, {"id": 3, "type": "convolution", "name": "conv"}],
    "edges": [{"source": 7, "target": 3}]})"));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->layers()[0].id, LayerId{3});
  EXPECT_EQ(read->layers()[0].parameters, findLayer("convolution")->parameters.defaults());
  EXPECT_EQ(read->nextId(), LayerId{8});
}

TEST(NetworkJson, NewerFilesAreRefusedAsSuch) {
  Error error = errorAfter([](Json& json) {
    json["version"] = 2;
    json["future"] = true;
  });
  EXPECT_EQ(error.code, ErrorCode::NewerVersion);
  EXPECT_EQ(error.message, "The network is of version 2, but this Fovea knows 1.");
  error = errorAfter([](Json& json) { json["layers"][1]["version"] = 5; });
  EXPECT_EQ(error.code, ErrorCode::NewerVersion);
  EXPECT_EQ(error.message, "Layer 2 “conv1”: Convolution is of version 5, but this Fovea knows 1.");
}

TEST(NetworkJson, ErrorsNameTheLayer) {
  const auto message = [](auto damage) {
    const Error error = errorAfter(damage);
    EXPECT_EQ(error.code, ErrorCode::Corrupt) << error.message;
    return error.message;
  };
  const auto layer = [&](auto damage) { return message([&](Json& json) { damage(json["layers"][1]); }); };
  EXPECT_EQ(layer([](Json& l) { l["type"] = "telepathy"; }),
            "Layer 2 “conv1”: There is no layer type “telepathy” in this version.");
  EXPECT_EQ(layer([](Json& l) { l["parameters"]["filters"] = 0; }),
            "Layer 2 “conv1”: Filters must be from 1 to 65536, not 0.");
  EXPECT_EQ(layer([](Json& l) { l["parameters"]["filters"] = "many"; }),
            "Layer 2 “conv1”: Filters must be a whole number.");
  EXPECT_EQ(layer([](Json& l) {
              l["parameters"]["kernel"] = {3, 3, 3, 3};
            }),
            "Layer 2 “conv1”: Kernel needs 1 to 3 numbers, not 4.");
  EXPECT_EQ(layer([](Json& l) { l["parameters"]["colour"] = 1; }),
            "Layer 2 “conv1”: There is no parameter named \"colour\".");
  EXPECT_EQ(layer([](Json& l) { l["parameters"] = 5; }), "Layer 2 “conv1”: The parameters must be a JSON object.");
  EXPECT_EQ(layer([](Json& l) { l["parameters"]["initializer"] = "luck"; }),
            "Layer 2 “conv1”: Initialiser must be one of he_normal, he_uniform_relu, he_uniform, xavier_normal, "
            "xavier_uniform, lecun_normal, lecun_uniform, normal, truncated_normal, uniform, orthogonal, identity, "
            "bilinear, constant, zeros, not \"luck\".");
  EXPECT_EQ(layer([](Json& l) { l["comment"] = 1; }), "Layer 2 “conv1”: The key \"comment\" is not known.");
  EXPECT_EQ(layer([](Json& l) { l["id"] = 1; }), "Layer 2 “conv1”: another layer has the id 1 too.");
  EXPECT_EQ(layer([](Json& l) { l["id"] = 0; }),
            "Layer 2 “conv1”: \"id\" must be a whole number from 1 to 1000000000.");
  EXPECT_EQ(layer([](Json& l) { l["id"] = 18446744073709551615u; }),
            "Layer 2 “conv1”: \"id\" must be a whole number from 1 to 1000000000.");
  EXPECT_EQ(layer([](Json& l) { l["name"] = "data"; }), "Layer 2 “data”: another layer has this name too.");
  EXPECT_EQ(layer([](Json& l) { l.erase("name"); }), "Layer 2: \"name\" must be text.");
  EXPECT_EQ(layer([](Json& l) { l["name"] = ""; }), "Layer 2 “”: The name is empty.");
  EXPECT_EQ(layer([](Json& l) {
              l["position"] = {1, "2"};
            }),
            "Layer 2 “conv1”: \"position\" must be a list of two numbers.");
  EXPECT_EQ(layer([](Json& l) {
              l["position"] = {1e300, 0};
            }),
            "Layer 2 “conv1”: The position lies outside the canvas.");
  EXPECT_EQ(layer([](Json& l) { l["version"] = 0; }),
            "Layer 2 “conv1”: \"version\" must be a whole number from 1 to 1000000.");
  EXPECT_EQ(layer([](Json& l) { l = 5; }), "Layer 2: This must be a JSON object.");
}

TEST(NetworkJson, ErrorsNameTheEdge) {
  const auto edge = [](auto damage) {
    const Error error = errorAfter([&](Json& json) { damage(json["edges"][1]); });
    EXPECT_EQ(error.code, ErrorCode::Corrupt) << error.message;
    return error.message;
  };
  EXPECT_EQ(edge([](Json& e) { e["source"] = 99; }), "Edge 2: There is no layer number 99 in this network.");
  EXPECT_EQ(edge([](Json& e) { e["output"] = 1; }), "Edge 2: “conv1” has no output 1.");
  EXPECT_EQ(edge([](Json& e) { e["input"] = 1; }), "Edge 2: “relu1” has no input 1.");
  EXPECT_EQ(edge([](Json& e) { e["target"] = 1; }), "Edge 2: “data” has no input.");
  EXPECT_EQ(edge([](Json& e) { e["target"] = 2; }), "Edge 2: another edge ends at input 0 of layer 2 too.");
  EXPECT_EQ(edge([](Json& e) { e.erase("source"); }),
            "Edge 2: \"source\" must be a whole number from 1 to 1000000000.");
  EXPECT_EQ(edge([](Json& e) { e["source"] = 1.5; }),
            "Edge 2: \"source\" must be a whole number from 1 to 1000000000.");
  EXPECT_EQ(edge([](Json& e) { e["colour"] = 1; }), "Edge 2: The key \"colour\" is not known.");
  const Error cycle = errorAfter([](Json& json) { json["edges"][0]["source"] = 4; });
  EXPECT_EQ(cycle.code, ErrorCode::Corrupt);
  EXPECT_EQ(cycle.message, "Edges: The layers form a cycle: conv1 → relu1 → fc1 → conv1.");
}

TEST(NetworkJson, OtherThingsAreNotNetworks) {
  for (const char* text : {"null", "[]", "5", "\"fovea-network\"", "{}", R"({"format": "fovea-project", "version": 1})",
                           R"({"format": "fovea-network"})", R"({"format": "fovea-network", "version": "1"})",
                           R"({"format": "fovea-network", "version": 1, "name": "n", "layers": {}, "edges": []})",
                           R"({"format": "fovea-network", "version": 1, "name": "n", "layers": []})",
                           R"({"format": "fovea-network", "version": 1, "name": 5, "layers": [], "edges": []})"}) {
    const auto network = networkFromJson(*parseJson(text));
    ASSERT_FALSE(network.ok()) << text;
    EXPECT_EQ(network.error().code, ErrorCode::Corrupt) << text;
    EXPECT_FALSE(network.error().message.empty());
  }
}

// A network of `relus` layers and `notes` notes; the ids of the last layer, note and block are `lastId` at least.
Json largeJson(int relus, int notes = 0, int lastId = 1) {
  Json json = {{"format", "fovea-network"}, {"version", 1}, {"name", "large"}};
  for (const char* list : {"layers", "edges", "notes", "blocks"}) json[list] = Json::array();
  for (int i = 1; i < relus; ++i)
    json["layers"].push_back({{"id", i}, {"type", "relu"}, {"name", "r" + std::to_string(i)}});
  json["layers"].push_back({{"id", std::max(relus, lastId)}, {"type", "relu"}, {"name", "last"}});
  for (int i = 1; i <= notes; ++i) {
    const int id = i < notes ? i : std::max(notes, lastId);
    json["notes"].push_back({{"id", id}, {"text", ""}, {"position", {0, 0}}, {"size", {90, 90}}});
  }
  json["blocks"].push_back({{"id", lastId}, {"name", "block"}});
  return json;
}

// Edges from the first layer to as many inputs of sums.
Json manyEdgesJson(int edges) {
  constexpr int kEach = 4000;
  Json json = largeJson(1);
  for (int i = 0; i < edges; ++i) {
    const int target = 2 + i / kEach;
    if (i % kEach == 0)
      json["layers"].push_back({{"id", target}, {"type", "add"}, {"name", "sum" + std::to_string(target)}});
    json["edges"].push_back({{"source", 1}, {"target", target}, {"input", i % kEach}});
  }
  return json;
}

TEST(NetworkJson, WhateverAnEditAcceptsIsReadBack) {
  Layer layer;
  layer.type = "relu";
  const Json large = largeJson(1, 1, 999'999'999), edges = manyEdgesJson(99'999);
  const LayerId lastSum{static_cast<std::int32_t>(edges["layers"].size())};
  struct Limit {
    Json json;         // a network with room for one more
    NetworkEdit edit;  // which adds one
    const char* message;
  };
  const Limit limits[] = {
      {largeJson(19'999), {AddLayer{layer}, ""}, "A network has at most 20000 layers."},
      {largeJson(1, 9'999), {AddNote{}, ""}, "A network has at most 10000 notes."},
      {edges, {AddEdge{{LayerId{1}, 0, lastSum, 3'999}}, ""}, "A network has at most 100000 edges."},
      {large, {AddLayer{layer}, ""}, "There are no layer numbers left."},
      {large, {AddNote{}, ""}, "There are no note numbers left."},
      {large, {AddBlock{{{}, "more"}}, ""}, "There are no block numbers left."},
  };
  for (const Limit& limit : limits) {
    auto network = networkFromJson(limit.json);
    ASSERT_TRUE(network.ok()) << limit.message << network.error().text();
    const auto added = applyEdit(*network, limit.edit);
    ASSERT_TRUE(added.ok()) << limit.message << added.error().text();
    const auto again = networkFromJson(networkToJson(*network));
    ASSERT_TRUE(again.ok()) << limit.message << again.error().text();
    EXPECT_TRUE(*again == *network) << limit.message;
    const auto refused = applyEdit(*network, limit.edit);
    ASSERT_FALSE(refused.ok()) << limit.message;
    EXPECT_EQ(refused.error().message, limit.message);
    EXPECT_FALSE(refused.error().advice.empty());
    EXPECT_TRUE(*again == *network) << limit.message;
  }
}

TEST(NetworkJson, ANetworkWithoutLossCanBeSaved) {
  Drawing drawing;
  drawing.add("data", "input");
  EXPECT_TRUE(networkFromJson(networkToJson(drawing.network)).ok());
}

class NetworkFile : public testing::Test {
 protected:
  NetworkFile() { std::filesystem::create_directories(folder_); }
  ~NetworkFile() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("fovea-network-test-" + std::to_string(::getpid()));
};

TEST_F(NetworkFile, ComesBackFromDisk) {
  const Network network = *standardNetwork("lenet");
  ASSERT_TRUE(writeNetwork(folder_ / "net.json", network).ok());
  const auto read = readNetwork(folder_ / "net.json");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(*read, network);
}

TEST_F(NetworkFile, KeepsNotesAndRefusesWrongOnes) {
  Network network = smallDrawing().network;
  ASSERT_TRUE(applyEdit(network, {AddNote{{{}, true, "größer\nals", {-8, 16}, 300, 200, 3}}, {}}).ok());
  ASSERT_TRUE(applyEdit(network, {AddNote{{{}, false, "", {0.5, 0}, 48, 48, 0}}, {}}).ok());
  const Json json = networkToJson(network);
  EXPECT_EQ(networkFromJson(json).value(), network);
  EXPECT_EQ(networkFromJson(json)->nextNoteId(), network.nextNoteId());
  const auto refusal = [&](const char* key, const Json& value) {
    Json changed = json;
    changed["notes"][1][key] = value;
    const auto read = networkFromJson(changed);
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_EQ(refusal("id", 1), "Note 2: another note has the id 1 too.");
  EXPECT_TRUE(refusal("frame", 1).starts_with("Note 2"));
  EXPECT_TRUE(refusal("size", {1, 2}).starts_with("Note 2"));
  EXPECT_TRUE(refusal("color", 10).starts_with("Note 2"));
  EXPECT_TRUE(refusal("mood", "good").starts_with("Note 2"));
}

TEST_F(NetworkFile, EveryTruncationIsRefused) {
  const std::string text = formatJson(networkToJson(smallDrawing().network));
  const auto path = folder_ / "net.json";
  for (std::size_t length = 0; length + 2 < text.size(); length += 37) {
    ASSERT_TRUE(writeFileAtomic(path, text.substr(0, length)).ok());
    const auto read = readNetwork(path);
    ASSERT_FALSE(read.ok()) << length;
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
    EXPECT_TRUE(read.error().message.starts_with(path.string())) << read.error().message;
  }
}

TEST_F(NetworkFile, DeepNestingIsRefused) {
  ASSERT_TRUE(writeFileAtomic(folder_ / "deep.json", std::string(1'000'000, '[')).ok());
  EXPECT_FALSE(readNetwork(folder_ / "deep.json").ok());
}

TEST_F(NetworkFile, LongListsAreRefusedAtOnce) {
  std::string text = R"({"format": "fovea-network", "version": 1, "name": "x", "layers": [], "edges": [)";
  while (text.size() < (10u << 20)) text += R"({"source": 1, "target": 1},)";
  const auto begin = std::chrono::steady_clock::now();
  const auto json = parseJson(text + "{}]}");
  ASSERT_TRUE(json.ok());
  EXPECT_FALSE(networkFromJson(*json).ok());
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5);
}

TEST_F(NetworkFile, AFileTooLargeToBeReadIsNotWritten) {
  Json json = largeJson(1, 6'800);
  for (Json& note : json["notes"]) note["text"] = std::string(10'000, 'x');
  const auto network = networkFromJson(json);
  ASSERT_TRUE(network.ok()) << network.error().text();
  const auto path = folder_ / "net.json";
  ASSERT_TRUE(writeNetwork(path, smallDrawing().network).ok());
  const Status written = writeNetwork(path, *network);
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("larger than 64 MiB"), std::string::npos) << written.error().message;
  EXPECT_EQ(*readNetwork(path), smallDrawing().network);
}

TEST_F(NetworkFile, MissingFilesAndFoldersAreToldApart) {
  EXPECT_EQ(readNetwork(folder_ / "nothing.json").error().code, ErrorCode::NotFound);
  EXPECT_EQ(readNetwork(folder_).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(writeNetwork(folder_ / "no" / "such" / "folder.json", Network{}).error().code, ErrorCode::NotFound);
}

TEST_F(NetworkFile, AFailedWriteKeepsTheOldFile) {
  const auto path = folder_ / "net.json";
  ASSERT_TRUE(writeNetwork(path, smallDrawing().network).ok());
  // A folder instead of the file cannot be replaced; the write must fail and leave nothing behind.
  ASSERT_FALSE(writeNetwork(folder_, Network{}).ok());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 1u);
  EXPECT_EQ(*readNetwork(path), smallDrawing().network);
}

}  // namespace
}  // namespace fovea
