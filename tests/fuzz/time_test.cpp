// Large files of every kind: the time to read or reject one is proportional to
// its size. Measured as processor time of this thread, so that a busy machine
// has little effect, and divided by the present slowness of the machine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "core/exchange/onnx/onnx_file.h"
#include "parsers.h"

namespace fovea::test {
namespace {

constexpr double kLeast = 0.05;          // seconds; shorter times are not compared
constexpr double kReadingSeconds = 0.05;  // seconds for reading or rejecting one megabyte
constexpr double kSecondsAThing = 5e-5;  // seconds for work beyond reading: shapes, writing and reading back
constexpr double kMostGrowth = 3;        // maximum ratio of times for twice the size
constexpr int kMostMeasurements = 3;     // of both files, of which the least times count, until they are within limits

// A file of one kind with `count` elements.
struct LargeShape {
  std::string parser;
  std::string what;
  int count;  // in the smaller file; the larger one has twice as many
  std::function<std::string(int)> make;
  bool drawn = false;  // each element becomes a layer, a class or a node, which is work beyond reading
};

// Concatenates `part` of each number below `count`.
std::string parts(int count, const std::function<std::string(int)>& part, const std::string& between = "") {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? between : "") + part(i);
  return text;
}

std::string networkOf(const std::string& layers, const std::string& edges) {
  return R"({"format": "fovea-network", "version": 1, "name": "large", "layers": [)" + layers + R"(], "edges": [)" +
         edges + "]}";
}

std::string relu(int id) {
  return fmt::format(R"({{"id": {}, "type": "{}", "name": "layer{}", "parameters": {{}}, "position": [0, {}]}})",
                     id + 1, id == 0 ? "input" : "relu", id, id * 88);
}

std::vector<LargeShape> networkShapes() {
  const auto chain = [](int i) { return fmt::format(R"({{"source": {}, "target": {}}})", i + 1, i + 2); };
  const auto star = [](int i) { return fmt::format(R"({{"source": 1, "target": {}}})", i + 2); };
  return {
      {"network", "layers in a chain", 2500,
       [=](int n) { return networkOf(parts(n, relu, ","), parts(n - 1, chain, ",")); }, true},
      {"network", "layers of one source", 2500,
       [=](int n) { return networkOf(parts(n, relu, ","), parts(n - 1, star, ",")); }, true},
      {"network", "layers without edges", 2500, [](int n) { return networkOf(parts(n, relu, ","), ""); }, true},
      {"network", "layers of one name", 2500,
       [](int n) {
         return networkOf(
             parts(
                 n, [](int i) { return fmt::format(R"({{"id": {}, "type": "relu", "name": "a"}})", i + 1); }, ","),
             "");
       },
       true},
      {"network", "members of one object", 100000,
       [](int n) {
         return "{" +
                parts(
                    n, [](int i) { return fmt::format(R"("k{}": 0)", i); }, ",") +
                "}";
       }},
      {"network", "parameters", 100000,
       [](int n) {
         return networkOf(R"({"id": 1, "type": "relu", "name": "a", "parameters": {)" +
                              parts(
                                  n, [](int i) { return fmt::format(R"("k{}": 0)", i); }, ",") +
                              "}}",
                          "");
       }},
      {"network", "empty lists", 400000,
       [](int n) {
         return "[" +
                parts(
                    n, [](int) { return "[]"; }, ",") +
                "]";
       }},
  };
}

std::string safetensorsOf(const std::string& header) {
  const std::uint64_t size = header.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes + header;
}

std::vector<LargeShape> weightShapes() {
  return {
      {"safetensors", "tensors", 100000,
       [](int n) {
         return safetensorsOf(
             "{" +
             parts(
                 n, [](int i) { return fmt::format(R"("t{}":{{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})", i); },
                 ",") +
             "}");
       }},
      {"safetensors", "metadata", 100000,
       [](int n) {
         return safetensorsOf(R"({"__metadata__":{)" +
                              parts(
                                  n, [](int i) { return fmt::format(R"("k{}":"v")", i); }, ",") +
                              "}}");
       }},
      {"safetensors", "extents", 400000,
       [](int n) {
         return safetensorsOf(R"({"t":{"dtype":"F32","data_offsets":[0,0],"shape":[)" +
                              parts(
                                  n, [](int) { return "0"; }, ",") +
                              "]}}");
       }},
  };
}

std::vector<LargeShape> caffeShapes() {
  const std::string input =
      "layer { name: \"d\" type: \"Input\" top: \"t0\" input_param { shape { dim: 1 dim: 3 dim: 8 dim: 8 } } }\n";
  return {
      {"prototxt", "layers in a chain", 1500,
       [=](int n) {
         return input + parts(n, [](int i) {
                  return fmt::format("layer {{ name: \"r{}\" type: \"ReLU\" bottom: \"t{}\" top: \"t{}\" }}\n", i, i,
                                     i + 1);
                });
       },
       true},
      {"prototxt", "unknown layers", 1500,
       [=](int n) {
         return input + parts(n, [](int i) {
                  return fmt::format("layer {{ name: \"r{}\" type: \"Own\" bottom: \"t0\" top: \"s{}\" }}\n", i, i);
                });
       },
       true},
      {"prototxt", "fields of one message", 50000,
       [](int n) { return parts(n, [](int i) { return fmt::format("field{}: {}\n", i, i); }); }},
      {"prototxt", "one field again and again", 50000,
       [](int n) { return parts(n, [](int) { return "input_dim: 3\n"; }); }},
      {"prototxt", "tops", 20000,
       [](int n) {
         return "layer { name: \"d\" type: \"Slice\" bottom: \"x\"" +
                parts(n, [](int i) { return fmt::format(" top: \"t{}\"", i); }) + " }";
       }},
      {"solver", "step values", 50000,
       [](int n) {
         return "net: \"a\" lr_policy: \"multistep\"" +
                parts(n, [](int i) { return fmt::format(" stepvalue: {}", i); });
       }},
  };
}

std::vector<LargeShape> dataShapes() {
  const std::string image = R"({"id":1,"file_name":"a.png","width":20,"height":10})";
  const auto coco = [](const std::string& images, const std::string& boxes, const std::string& categories) {
    return "{\"images\":[" + images + "],\"annotations\":[" + boxes + "],\"categories\":[" + categories + "]}";
  };
  const auto marked = [](int i) {
    return fmt::format(R"({{"label":"c{}","coordinates":{{"x":5,"y":5,"width":4,"height":3}}}})", i);
  };
  return {
      {"csv", "columns", 40000,
       [](int n) {
         const auto row = [n](const char* cell) {
           return parts(
                      n, [cell](int i) { return fmt::format("{}{}", cell, i); }, ",") +
                  "\n";
         };
         return row("column") + row("") + row("1");
       },
       true},
      {"csv", "rows", 50000,
       [](int n) {
         return "a,b,label\n" + parts(n, [](int i) { return fmt::format("{},{},c{}\n", i, i + 1, i % 7); });
       }},
      {"csv", "classes", 50000,
       [](int n) { return "a,label\n" + parts(n, [](int i) { return fmt::format("{},c{}\n", i, i); }); }},
      {"csv", "quotes", 200000, [](int n) { return "a,b\n" + parts(n, [](int) { return "\"\"\"\","; }) + "\n"; }},
      {"voc", "objects", 10000,
       [](int n) {
         return "<annotation><filename>a.png</filename><size><width>20</width><height>10</height></size>" +
                parts(n,
                      [](int i) {
                        return fmt::format(
                            "<object><name>c{}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>8</xmax>"
                            "<ymax>9</ymax></bndbox></object>",
                            i);
                      }) +
                "</annotation>";
       },
       true},
      {"voc", "attributes", 50000,
       [](int n) {
         return "<annotation" + parts(n, [](int i) { return fmt::format(" a{}=\"1\"", i); }) + "></annotation>";
       }},
      {"voc", "entities", 100000,
       [](int n) {
         return "<annotation><filename>" + parts(n, [](int) { return "&amp;"; }) + "</filename></annotation>";
       }},
      {"coco", "categories", 20000,
       [=](int n) {
         return coco(image, R"({"id":1,"image_id":1,"category_id":3,"bbox":[1,2,5,6]})",
                     parts(
                         n, [](int i) { return fmt::format(R"({{"id":{},"name":"c{}"}})", i, i); }, ","));
       },
       true},
      {"coco", "categories of one name", 20000,
       [=](int n) {
         return coco(image, R"({"id":1,"image_id":1,"category_id":3,"bbox":[1,2,5,6]})",
                     parts(
                         n, [](int i) { return fmt::format(R"({{"id":{},"name":"c"}})", i); }, ","));
       }},
      {"coco", "images", 20000,
       [=](int n) {
         return coco(
             parts(
                 n,
                 [](int i) { return fmt::format(R"({{"id":{},"file_name":"a{}.png","width":20,"height":10}})", i, i); },
                 ","),
             "", "");
       }},
      {"coco", "boxes", 20000,
       [=](int n) {
         return coco(
             image,
             parts(
                 n,
                 [](int i) { return fmt::format(R"({{"id":{},"image_id":1,"category_id":3,"bbox":[1,2,5,6]}})", i); },
                 ","),
             R"({"id":3,"name":"cat"})");
       }},
      {"list", "lines", 20000, [](int n) { return parts(n, [](int i) { return fmt::format("0.png {}\n", i % 10); }); }},
      {"list", "labels of one line", 50000,
       [](int n) {
         return "0.png " +
                parts(
                    n, [](int i) { return fmt::format("c{}", i); }, ",") +
                "\n";
       },
       true},
      {"tsv", "lines", 20000, [](int n) { return parts(n, [](int i) { return fmt::format("a.png\tword{}\n", i); }); },
       true},
      {"jsonlines", "members", 50000,
       [](int n) {
         return "{" +
                parts(
                    n, [](int i) { return fmt::format(R"("k{}": 0)", i); }, ",") +
                "}\n";
       }},
      {"yolo", "lines", 20000, [](int n) { return parts(n, [](int) { return "0 0.5 0.5 0.2 0.3\n"; }); }},
      {"kitti", "lines", 10000,
       [](int n) {
         return parts(n, [](int i) {
           return fmt::format("C{} 0.00 0 -1.58 1.2 2.3 8.4 9.5 1.5 1.6 3.9 1.8 1.6 46.0 -1.5\n", i);
         });
       },
       true},
      {"createml", "images", 20000,
       [=](int n) {
         return "[" +
                parts(
                    n, [=](int i) { return fmt::format(R"({{"image":"a{}.png","annotations":[{}]}})", i, marked(i)); },
                    ",") +
                R"(,{"image":"a.png","annotations":[]}])";
       },
       true},
      {"createml", "boxes", 20000,
       [=](int n) { return R"([{"image":"a.png","annotations":[)" + parts(n, marked, ",") + "]}]"; }, true},
      {"boxesofkeras", "images", 20000,
       [](int n) { return "a.png\n" + parts(n, [](int i) { return fmt::format("a{}.png 1,2,9,8,0\n", i); }); }, true},
      {"boxesofkeras", "boxes of one line", 50000,
       [](int n) { return "a.png" + parts(n, [](int) { return " 1,2,9,8,0"; }) + "\n"; }},
      {"boxesofdota", "lines", 20000,
       [](int n) { return parts(n, [](int) { return "1 1 9 1 9 8 1 8 large vehicle 0\n"; }); }},
      {"text", "words", 100000, [](int n) { return parts(n, [](int i) { return fmt::format("word{} ", i); }); }},
  };
}

OnnxValueInfo value(const std::string& name) {
  return {.name = name, .kind = "tensor", .element = OnnxElement::Float, .hasShape = true, .shape = {{1, ""}, {4, ""}}};
}

std::string onnxOf(OnnxGraph graph) {
  OnnxModel model;
  model.opsets[""] = 17;
  graph.name = "large";
  model.graph = std::move(graph);
  return *serializeOnnx(model);
}

std::vector<LargeShape> onnxShapes() {
  if (!onnxIsBuiltIn()) return {};
  const auto chain = [](int n, const char* op) {
    OnnxGraph graph;
    graph.inputs = {value("v0")};
    graph.outputs = {value(fmt::format("v{}", n))};
    for (int i = 0; i < n; ++i)
      graph.nodes.push_back({.name = fmt::format("n{}", i),
                             .op = op,
                             .domain = "",
                             .inputs = {fmt::format("v{}", i)},
                             .outputs = {fmt::format("v{}", i + 1)},
                             .attributes = {}});
    return onnxOf(std::move(graph));
  };
  return {
      {"onnx", "nodes in a chain", 2000, [=](int n) { return chain(n, "Relu"); }, true},
      {"onnx", "initializers", 10000,
       [](int n) {
         OnnxGraph graph;
         graph.inputs = {value("x")};
         graph.outputs = {value("y")};
         graph.nodes.push_back(
             {.name = "n", .op = "Relu", .domain = "", .inputs = {"x"}, .outputs = {"y"}, .attributes = {}});
         for (int i = 0; i < n; ++i)
           graph.initializers.push_back(
               {fmt::format("w{}", i), OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{1}})});
         return onnxOf(std::move(graph));
       },
       true},
      {"onnx", "nodes with a weight each", 1500,
       [](int n) {
         OnnxGraph graph;
         graph.inputs = {value("v0")};
         graph.outputs = {value(fmt::format("v{}", n))};
         for (int i = 0; i < n; ++i) {
           graph.initializers.push_back(
               {fmt::format("w{}", i), OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{1, 4}})});
           graph.nodes.push_back({.name = fmt::format("n{}", i),
                                  .op = "Mul",
                                  .domain = "",
                                  .inputs = {fmt::format("v{}", i), fmt::format("w{}", i)},
                                  .outputs = {fmt::format("v{}", i + 1)},
                                  .attributes = {}});
         }
         return onnxOf(std::move(graph));
       },
       true},
      {"onnx", "inputs of one node", 10000,
       [](int n) {
         OnnxGraph graph;
         graph.inputs = {value("x")};
         graph.outputs = {value("y")};
         graph.nodes.push_back({.name = "n",
                                .op = "Sum",
                                .domain = "",
                                .inputs = std::vector<std::string>(static_cast<std::size_t>(n), "x"),
                                .outputs = {"y"},
                                .attributes = {}});
         return onnxOf(std::move(graph));
       },
       true},
  };
}

std::vector<LargeShape> largeShapes() {
  std::vector<LargeShape> all;
  for (auto&& some : {networkShapes(), weightShapes(), caffeShapes(), dataShapes(), onnxShapes()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

// The time in seconds on the machine of the limits.
double secondsOf(const Parser& parser, const std::string& bytes) {
  double least = 1e9;
  for (int i = 0; i < 2 && least > kLeast; ++i) {
    const double before = slownessNow();
    const double begin = processorSeconds();
    (void)parser.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const double seconds = processorSeconds() - begin;
    least = std::min(least, 2 * seconds / (before + slownessNow()));
  }
  return least;
}

class Time : public testing::TestWithParam<LargeShape> {};

TEST_P(Time, GrowsInProportionToTheFile) {
  const LargeShape& shape = GetParam();
  const std::vector<Parser> all = parsers();
  const auto parser = std::find_if(all.begin(), all.end(), [&](const Parser& each) {
    std::string name = each.name;
    std::erase(name, ' ');
    return name == shape.parser;
  });
  ASSERT_NE(parser, all.end());
  const std::string small = shape.make(shape.count), large = shape.make(2 * shape.count);
  const double megabytes = static_cast<double>(large.size()) / 1e6;
  const double beyond = shape.drawn ? kSecondsAThing * 2 * shape.count : 0;
  const double limit = kLeast + kReadingSeconds * megabytes + beyond;
  double once = 1e9, twice = 1e9;
  const auto isWithinLimits = [&] { return twice < std::min(limit, kMostGrowth * std::max(once, kLeast)); };
  for (int i = 0; i < kMostMeasurements && (i == 0 || !isWithinLimits()); ++i) {
    once = std::min(once, secondsOf(*parser, small));
    twice = std::min(twice, secondsOf(*parser, large));
  }
  fmt::print("{:>12} {:<26} {:8.2f} MB {:8.3f} s {:8.3f} s, {:5.0f} ms a MB\n", shape.parser, shape.what, megabytes,
             once, twice, 1000 * twice / megabytes);
  EXPECT_LT(twice, kMostGrowth * std::max(once, kLeast));
  EXPECT_LT(twice, limit);
}

std::string nameOfShape(const testing::TestParamInfo<LargeShape>& info) {
  std::string name = info.param.parser + "_" + info.param.what;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Time, testing::ValuesIn(largeShapes()), nameOfShape);

}  // namespace
}  // namespace fovea::test
