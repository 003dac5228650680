// The text format of protocol buffers: what is read, what is rejected and at which position, and how long that may
// take.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "core/exchange/caffe/caffe_text.h"
#include "core/exchange/caffe/text_writer.h"
#include "core/network/network_analysis.h"
#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"

namespace fovea {
namespace {

TEST(TextMessage, ReadsWhatProtocolBuffersTake) {
  const auto read = parseTextMessage(
      "# a comment\n"
      "name: \"one\" 'two' \"\\x41\\102\\n\"\n"
      "group { a: 1, b: -2; c: 0x1F }\n"
      "group: < a: 3 > other: { }\n"
      "list: [1, 2, 3] empty: []\n"
      "real: -1.5e-3f bad: nan huge: - inf word: MAX\n"
      "[extension.name] { x: true }");
  ASSERT_TRUE(read.ok()) << read.error().text();
  FieldReader reader(*read);
  EXPECT_EQ(reader.text("name"), "onetwoAB\n");
  EXPECT_EQ(read->all("group").size(), 2u);
  FieldReader first(*read->all("group")[0]->message), second(read->sub("group"));
  EXPECT_EQ(first.integer("a", 0), 1);
  EXPECT_EQ(first.integer("b", 0), -2);
  EXPECT_EQ(first.integer("c", 0), 31);
  EXPECT_EQ(second.integer("a", 0), 3);
  EXPECT_EQ(reader.integers("list"), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(reader.has("empty"));
  EXPECT_DOUBLE_EQ(reader.real("real", 0), -1.5e-3);
  EXPECT_TRUE(std::isnan(reader.real("bad", 0)));
  EXPECT_TRUE(std::isinf(reader.real("huge", 0)));
  EXPECT_EQ(reader.text("word"), "MAX");
  EXPECT_TRUE(FieldReader(read->sub("[extension.name]")).boolean("x", false));
  EXPECT_TRUE(reader.status().ok());
}

TEST(TextMessage, KnowsWhereEachFieldStands) {
  const std::string text = "a: 1\n  layer {\n    name: \"x\"  # words\n  }\nb: 2";
  const auto read = parseTextMessage(text);
  ASSERT_TRUE(read.ok());
  const TextField& layer = *read->find("layer");
  EXPECT_EQ(layer.place, (TextPlace{2, 3}));
  EXPECT_EQ(text.substr(layer.begin, layer.end - layer.begin), "layer {\n    name: \"x\"  # words\n  }");
  EXPECT_EQ(layer.message->find("name")->place, (TextPlace{3, 5}));
}

struct Fault {
  const char* text;
  const char* words;
};

TEST(TextMessage, SaysWhatIsWrongAndWhere) {
  const Fault faults[] = {
      {"layer {\n name: \"a\"\n", "Line 1, column 7: The group “layer” does not end: a “}” is missing."},
      {"name: \"abc\nd\"", "Line 1, column 7: The text in quotes does not end."},
      {"a: 1\n}", "Line 2, column 1: Here should be the name of a field, but there is “}”."},
      {"a 1", "Line 1, column 3: After “a” there should be a colon or “{”, but there is “1”."},
      {"a:\n\n }", "Line 3, column 2: A value should follow “a”, but there is “}”."},
      {"a: [1, 2", "Line 1, column 9: The list does not end: there is the end of the text instead of “]”."},
      {"a: \"\\q\"", "Line 1, column 6: There is no such escape in a text in quotes."},
      {"a { b: 1 >", "Line 1, column 10: Here should be the name of a field, but there is “>”."}};
  for (const Fault& fault : faults) {
    const auto read = parseTextMessage(fault.text);
    ASSERT_FALSE(read.ok()) << fault.text;
    EXPECT_EQ(read.error().message, fault.words);
    EXPECT_TRUE(placeOf(read.error()).known());
  }
}

TEST(TextMessage, ValuesOfAnotherKindAreNamed) {
  const auto read = parseTextMessage("\n count: many");
  FieldReader reader(*read);
  EXPECT_EQ(reader.integer("count", 7), 7);
  ASSERT_FALSE(reader.status().ok());
  EXPECT_EQ(reader.status().error().message, "Line 2, column 2: count should be a whole number, but is “many”.");
}

std::string repeatedText(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

// Reads or rejects ten megabytes of any content within a second; each case would be slow in a naive parser.
TEST(TextMessage, HostileFilesAreRefusedAtOnce) {
  constexpr std::size_t kSize = 10u << 20;
  for (const char* part :
       {"a{", "a:1 ", "a:\"", "a:[1,", "#", "layer{}", "layers{type:RELU top:\"a\"}", "[", "\\", "a:<"}) {
    const std::string text = repeatedText(part, kSize);
    const auto begin = std::chrono::steady_clock::now();
    const auto read = readPrototxtNetwork(text);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_FALSE(read.ok()) << part;
    EXPECT_LT(took.count(), 2) << part;
  }
}

TEST(TextMessage, WrittenAndReadItIsTheSame) {
  TextWriter writer;
  writer.text("name", "quote \" back \\ line\n");
  writer.open("group");
  for (const double value : {0.1, 1e-5, 1.0 / 3, 1e30, -7.0}) writer.real("number", value);
  writer.close();
  const auto read = parseTextMessage(writer.written());
  ASSERT_TRUE(read.ok()) << writer.written();
  EXPECT_EQ(FieldReader(*read).text("name"), "quote \" back \\ line\n");
  FieldReader numbers(read->sub("group"));
  EXPECT_EQ(numbers.reals("number"), (std::vector<double>{0.1, 1e-5, 1.0 / 3, 1e30, -7.0}));
  TextWriter again;
  again.message(*read);
  EXPECT_EQ(again.written(), writer.written());
}

// True if layers, parameters and edges are equal by name; positions may differ.
void expectSame(const Network& a, const Network& b, const std::string& text) {
  ASSERT_EQ(a.layers().size(), b.layers().size()) << text;
  for (const Layer& layer : a.layers()) {
    const Layer* same = b.findByName(layer.name);
    ASSERT_TRUE(same) << layer.name << "\n" << text;
    EXPECT_EQ(same->type, layer.type) << layer.name;
    EXPECT_EQ(same->parameters, layer.parameters) << layer.name << "\n" << text;
    const auto edges = a.edgesInto(layer.id), others = b.edgesInto(same->id);
    ASSERT_EQ(edges.size(), others.size()) << layer.name;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      EXPECT_EQ(a.find(edges[i].source)->name, b.find(others[i].source)->name) << layer.name;
      EXPECT_EQ(edges[i].output, others[i].output) << layer.name;
      EXPECT_EQ(edges[i].input, others[i].input) << layer.name;
    }
  }
}

// Layers that Caffe lacks are written as Fovea's own, so that the drawing can be restored from the text.
TEST(NetworkAsPrototxt, EveryStandardNetworkComesBackAsItWas) {
  for (const StandardNetwork& standard : standardNetworks()) {
    const Network network = standardNetwork(standard.name).value();
    const std::string text = networkToPrototxt(network);
    const auto read = networkFromPrototxt(text);
    ASSERT_TRUE(read.ok()) << standard.name << ": " << read.error().text() << "\n" << text;
    expectSame(network, *read, standard.name);
  }
}

// Returns a value other than the default, if the field allows one.
FieldValue changed(const Field& field) {
  FieldValue value = field.defaultValue;
  if (bool* flag = std::get_if<bool>(&value)) *flag = !*flag;
  if (std::int64_t* number = std::get_if<std::int64_t>(&value)) ++*number;
  if (double* real = std::get_if<double>(&value)) *real = *real * 0.75 + 0.01;
  if (std::string* words = std::get_if<std::string>(&value))
    *words = field.choices.empty() ? "1, \"2\"\n" : field.choices.back().value;
  if (auto* list = std::get_if<std::vector<std::int64_t>>(&value); list && !list->empty()) ++list->back();
  return field.validate(value).ok() ? value : field.defaultValue;
}

// An unfinished drawing is also shown as text: unconnected layers are written with all their parameters.
TEST(NetworkAsPrototxt, EveryLayerComesBackEvenUnconnected) {
  for (const LayerType& type : allLayers()) {
    if (type.name.starts_with("block")) continue;
    Network network;
    Layer layer;
    layer.type = type.name;
    layer.name = "a layer";
    for (const bool change : {false, true}) {
      if (change)
        for (const Field& field : type.parameters.fields()) layer.parameters.set(field.name, changed(field));
      layer.name += change ? " 2" : "";
      ASSERT_TRUE(applyEdit(network, {AddLayer{layer}, ""}).ok()) << type.name;
    }
    const std::string text = networkToPrototxt(network);
    const auto read = networkFromPrototxt(text);
    ASSERT_TRUE(read.ok()) << type.name << ": " << read.error().text() << "\n" << text;
    expectSame(network, *read, type.name + "\n" + text);
  }
}

TEST(NetworkAsPrototxt, AnEmptyDrawingIsATextToo) {
  const auto read = networkFromPrototxt(networkToPrototxt(Network()));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(*read, Network());
  EXPECT_FALSE(networkFromPrototxt("something: 1").ok()) << "a text that is no network must not empty the drawing";
}

TEST(NetworkAsPrototxt, LayersKeepTheirIdsAndPlaces) {
  const Network network = standardNetwork("lenet").value();
  const auto read = readPrototxtNetwork(networkToPrototxt(network), &network);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->network, network);
  for (const Layer& layer : network.layers()) EXPECT_TRUE(read->places.at(layer.id).known()) << layer.name;
}

TEST(NetworkAsPrototxt, ALineThatIsWrongIsNamed) {
  const auto read = networkFromPrototxt(
      "layer { name: \"data\" type: \"Input\" top: \"data\" input_param { shape { dim: 1 dim: 3 } } }\n"
      "layer {\n  name: \"fc\" type: \"InnerProduct\" bottom: \"dat\" top: \"fc\"\n"
      "  inner_product_param { num_output: 3 } }");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "Line 2, column 1: No layer before “fc” produces the blob “dat”, which it reads.");
  EXPECT_EQ(placeOf(read.error()), (TextPlace{2, 1}));
}

}  // namespace
}  // namespace fovea
