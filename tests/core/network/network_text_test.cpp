// Text and drawing are two views of one network: the text is read back unchanged, and a problem is reported with its
// line.
#include "core/network/network_text.h"

#include <nlohmann/json.hpp>

#include "core/network/json_outline.h"
#include "core/network/standard_networks.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The line of `words` in the text, counted from 1.
int lineWith(const std::string& text, const std::string& words) {
  const auto at = text.find(words);
  EXPECT_NE(at, text.npos) << words;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from << " in\n" << text;
  return text.replace(at, from.size(), to);
}

TEST(NetworkText, ComesBackTheSame) {
  for (const StandardNetwork& entry : standardNetworks()) {
    const Network network = standardNetwork(entry.name).value();
    const NetworkText read = networkFromText(networkToText(network));
    ASSERT_TRUE(read.network.has_value()) << entry.name << ": " << read.problems.front().message;
    EXPECT_EQ(*read.network, network) << entry.name;
    EXPECT_EQ(read.layers.size(), network.layers().size());
  }
}

TEST(NetworkText, IsForReading) {
  const std::string text = networkToText(standardNetwork("lenet").value());
  for (const std::string& line : linesOf(text)) EXPECT_LE(line.size(), 100u) << line;
  EXPECT_LT(linesOf(text).size(), 60u) << "a few lines a layer:\n" << text;
  EXPECT_NE(text.find("{\"id\": 1, \"type\": \"input\", \"name\": \"data\","), text.npos) << text;
}

// Text editors replace these characters by spaces and line breaks.
TEST(NetworkText, UnusualSpacesAreEscaped) {
  Drawing drawing = smallDrawing();
  drawing.apply({RenameLayer{drawing.id("conv1"), "conv\u00a01"}, {}});
  Note note;
  note.text = "one\u2028two\u2029three";
  drawing.apply({AddNote{note}, {}});
  const std::string text = networkToText(drawing.network);
  for (const char* character : {"\u00a0", "\u2028", "\u2029"}) EXPECT_EQ(text.find(character), text.npos);
  const NetworkText read = networkFromText(text);
  ASSERT_TRUE(read.network.has_value()) << read.problems.front().message;
  EXPECT_EQ(*read.network, drawing.network);
}

TEST(NetworkText, AnEmptyNetworkIsOneToo) {
  const NetworkText read = networkFromText(networkToText(Network()));
  ASSERT_TRUE(read.network.has_value());
  EXPECT_EQ(*read.network, Network());
}

TEST(NetworkText, KnowsTheLinesOfItsLayers) {
  const Network network = smallDrawing().network;
  const std::string text = networkToText(network);
  const auto lines = networkFromText(text).layers;
  for (const Layer& layer : network.layers()) {
    const int line = lineWith(text, "\"name\": \"" + layer.name + "\"");
    EXPECT_LE(lines.at(layer.id).first, line) << layer.name;
    EXPECT_GE(lines.at(layer.id).last, line) << layer.name;
  }
}

struct Wrong {
  const char *from, *to;
  const char* line;  // words on the expected line, in the text after the change
  const char* message;
};

class NetworkTextErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(NetworkTextErrors, AreToldWithTheirLine) {
  const Wrong& wrong = GetParam();
  const std::string text = replaced(networkToText(smallDrawing().network), wrong.from, wrong.to);
  const NetworkText read = networkFromText(text);
  EXPECT_FALSE(read.network.has_value());
  ASSERT_EQ(read.problems.size(), 1u);
  EXPECT_EQ(read.problems[0].line, lineWith(text, wrong.line)) << read.problems[0].message << "\n" << text;
  EXPECT_NE(read.problems[0].message.find(wrong.message), std::string::npos) << read.problems[0].message;
}

INSTANTIATE_TEST_SUITE_P(
    Places, NetworkTextErrors,
    ::testing::Values(Wrong{"\"name\": \"conv1\"", "\"name\": \"conv1", "conv1", "missing after this"},
                      Wrong{"\"name\": \"conv1\",", "\"name\": \"conv1\"", "conv1", "comma"},
                      Wrong{"\"filters\": 8", "\"filters\": eight", "eight", "\"eight\" is no value"},
                      Wrong{"\"filters\": 8", "\"filters\": 8x8", "8x8", "\"8x8\" is no number"},
                      Wrong{"\"filters\": 8", "\"filters\" 8", "filters", "colon"},
                      Wrong{"\"filters\": 8", "\"filters\":", "filters", "value is missing"},
                      Wrong{"\"filters\": 8", "\"filters\": 0", "\"filters\"", "Filters must be"},
                      Wrong{"\"filters\": 8", "\"filter\": 8", "\"filter\"", "There is no parameter"},
                      Wrong{"\"type\": \"relu\"", "\"type\": \"rello\"", "rello", "rello"},
                      Wrong{"\"name\": \"relu1\"", "\"name\": \"conv1\"", "\"type\": \"relu\"", "has this name too"},
                      Wrong{"\"source\": 2", "\"source\": 99", "99", "99"},
                      Wrong{"\"version\": 1", "\"version\": 9", "\"version\"", "version 9"},
                      Wrong{"fovea-network", "another", "another", "not a Fovea network"},
                      Wrong{"\"source\": 1, \"output\": 0, \"target\": 2",
                            "\"source\": 3, \"output\": 0, \"target\": 2", "conv1", "cycle"},
                      Wrong{"\"edges\"", "\"hedges\"", "\"hedges\"", "\"hedges\" is not known"}));

TEST(NetworkText, WhatEndsTooEarlyIsToldAtItsEnd) {
  const std::string text = networkToText(smallDrawing().network);
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    const NetworkText read = networkFromText(text.substr(0, size));
    ASSERT_FALSE(read.network.has_value()) << size;
    ASSERT_EQ(read.problems.size(), 1u) << size;
    const int last =
        1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    EXPECT_GE(read.problems[0].line, 1) << size;
    EXPECT_LE(read.problems[0].line, last) << size;
  }
}

TEST(JsonOutline, NestedTooDeepIsRefusedAtOnce) {
  const JsonOutline outline = outlineJson(std::string(1'000'000, '['));
  EXPECT_EQ(outline.errorLine, 1);
  EXPECT_NE(outline.error.find("64 levels"), std::string::npos);
}

TEST(JsonOutline, TakesWhatTheParserTakes) {
  for (const char* text : {"{}", "[]", " [ 1 , -2.5e3 ,\n\"a\\\"b\", true, null, {\"a\": []} ]\n"}) {
    EXPECT_EQ(outlineJson(text).errorLine, 0) << text << ": " << outlineJson(text).error;
    EXPECT_TRUE(parseJson(text).ok());
  }
  for (const char* text : {"", "{", "[1,]", "{\"a\": 1,}", "[1 2]", "[1] 2", "{a: 1}", "\"a", "\"a\\", "[\n\n"})
    EXPECT_GT(outlineJson(text).errorLine, 0) << text;
}

}  // namespace
}  // namespace fovea
