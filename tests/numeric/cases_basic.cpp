// Why: the cases of linear, elementwise, dropout and shape ops.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

void addLinear(std::vector<Case>& cases, const std::string& name, std::int64_t batch, std::int64_t inputs,
               std::int64_t outputs, bool bias = true) {
  Case forward{"linear", name, {}, {{{batch, inputs}}, {{outputs, inputs}}}};
  if (bias) forward.inputs.push_back({Shape{outputs}});
  cases.push_back(std::move(forward));
  cases.push_back({"linear_backward_data", name, {}, {{{batch, outputs}}, {{outputs, inputs}}}});
  cases.push_back({"linear_backward_weights", name, {}, {{{batch, inputs}}, {{batch, outputs}}}});
  const FieldValues relu{{"activation", std::string("relu")}};
  cases.push_back({"linear_fused", name, {}, {{{batch, inputs}}, {{outputs, inputs}}, {Shape{outputs}}}, false});
  cases.push_back({"linear_fused", name + "_relu", relu, cases.back().inputs, false});
  const CaseInput result{Shape{batch, inputs}, Fill::NonNegative};
  cases.push_back({"linear_fused_backward", name, {}, {{{batch, outputs}}, {{outputs, inputs}}, result}});
}

// Shapes for every elementwise op: vectors, images, sizes that are no multiple of a vector width, one sample and none.
const std::vector<std::pair<std::string, Shape>>& elementwiseShapes() {
  static const std::vector<std::pair<std::string, Shape>> shapes = {
      {"matrix", {3, 17}}, {"image", {2, 3, 5, 7}},    {"large", {4, 16, 9, 9}},
      {"one", {1, 1}},     {"empty_batch", {0, 4, 5}}, {"scalar", Shape{}},
  };
  return shapes;
}

void addActivations(std::vector<Case>& cases) {
  for (const auto& [name, shape] : elementwiseShapes()) {
    cases.push_back({"relu", name, {}, {{shape, Fill::AwayFromZero}}});
    cases.push_back({"sigmoid", name, {}, {{shape}}});
    cases.push_back({"tanh", name, {}, {{shape}}});
    cases.push_back({"relu_backward", name, {}, {{shape}, {shape, Fill::NonNegative}}});
    cases.push_back({"sigmoid_backward", name, {}, {{shape}, {shape, Fill::Uniform, 0, 1}}});
    cases.push_back({"tanh_backward", name, {}, {{shape}, {shape, Fill::Uniform, -1, 1}}});
  }
  for (const std::string op : {"relu", "sigmoid", "tanh"}) {
    cases.push_back({op, "nan", {}, {{{2, 19}, Fill::AwayFromZero, 0, 1, {0, 20, 37}}}});
    cases.push_back({op, "far_out", {}, {{{2, 40}, Fill::Uniform, -200, 200}}});
  }
}

void addDropout(std::vector<Case>& cases) {
  const auto add = [&](const std::string& name, const Shape& shape, double probability, std::int64_t seed, double step,
                       std::int64_t first = 0) {
    const FieldValues attributes{{"probability", probability}, {"seed", seed}, {"first", first}};
    cases.push_back({"dropout", name, attributes, {{shape}, {Shape{}, Fill::Counter, step}}});
    cases.push_back({"dropout_backward", name, {{"probability", probability}}, {{shape}, {shape, Fill::Mask}}});
  };
  add("half", {4, 25}, 0.5, 1, 0);
  add("image", {2, 3, 5, 7}, 0.2, 99, 12345);
  add("odd_count", {1, 7}, 0.9, -3, 1);
  add("late_step", {2, 64}, 0.5, std::int64_t{1} << 40, 0x1.0p40);
  add("nothing_dropped", {3, 5}, 0.0, 5, 2);
  add("empty_batch", {0, 5}, 0.5, 5, 2);
  add("large", {8, 1001}, 0.3, 7, 3);
  add("of_a_rank", {2, 3, 5, 7}, 0.4, 11, 3, 105);
  add("of_a_rank_large", {8, 1001}, 0.4, 11, 3, 6006);
  add("of_a_rank_even", {2, 16, 4, 4}, 0.4, 11, 3, 512);
}

// A single rank multiplies by the factor.
void addAllReduce(std::vector<Case>& cases) {
  for (const double factor : {1.0, 0.25, 0.0}) {
    const std::string name = factor == 1 ? "whole" : factor == 0 ? "nothing" : "quarter";
    cases.push_back({"all_reduce", name, {{"factor", factor}}, {{{3, 5}}}});
    cases.push_back({"all_reduce_begin", name, {{"factor", factor}}, {{{3, 5}}, {{2, 4, 3, 3}}}});
    cases.push_back({"all_reduce", name + "_of_three", {{"factor", factor}}, {{{3, 5}}, {{2, 4, 3, 3}}, {Shape{}}}});
  }
  cases.push_back({"all_reduce_end", "one", {}, {{{3, 5}}}});
  cases.push_back({"all_reduce_end", "three", {}, {{{3, 5}}, {{2, 4, 3, 3}}, {Shape{}}}});
  cases.push_back({"all_reduce", "dense", {{"dense", true}}, {{{2, 4, 3, 3}}}});
}

void addBinary(std::vector<Case>& cases, const std::string& op) {
  const std::vector<std::tuple<std::string, Shape, Shape>> pairs = {
      {"same", {2, 3, 4, 5}, {2, 3, 4, 5}},  {"bias", {4, 7}, {7}},
      {"channels", {2, 3, 4, 5}, {3, 1, 1}}, {"channels_first", {1, 3, 1, 1}, {2, 3, 4, 5}},
      {"both", {4, 1, 3}, {2, 1}},           {"scalar", {3, 5}, Shape{}},
      {"scalars", Shape{}, Shape{}},         {"empty_batch", {0, 3}, {3}},
      {"row_and_column", {5, 1}, {1, 6}},    {"large", {4, 16, 9, 9}, {4, 16, 9, 9}},
  };
  for (const auto& [name, a, b] : pairs) cases.push_back({op, name, {}, {{a}, {b}}});
  cases.push_back({op, "nan", {}, {{{2, 3}, Fill::Normal, 0, 1, {4}}, {{3}}}});
}

}  // namespace

void addLinearCases(std::vector<Case>& cases) {
  addLinear(cases, "wide", 128, 1021, 1031);
  addLinear(cases, "lenet_1", 4, 800, 500);
  addLinear(cases, "lenet_2", 4, 500, 10);
  addLinear(cases, "no_bias", 3, 11, 5, false);
  addLinear(cases, "one", 1, 1, 1);
  addLinear(cases, "one_sample", 1, 37, 19);
  addLinear(cases, "one_output", 9, 33, 1);
  addLinear(cases, "batch_64", 64, 31, 17);
  addLinear(cases, "empty_batch", 0, 6, 4);
  cases.push_back({"linear", "nan", {}, {{{3, 5}, Fill::Normal, 0, 1, {7}}, {{4, 5}}, {{4}}}});
}

void addElementwiseCases(std::vector<Case>& cases) {
  addActivations(cases);
  addDropout(cases);
  addAllReduce(cases);
  addBinary(cases, "add");
  addBinary(cases, "multiply");
  for (const auto& [name, shape] : elementwiseShapes())
    cases.push_back({"scale", name, {{"factor", -0.75}}, {{shape}}});
  cases.push_back({"scale", "zero", {{"factor", 0.0}}, {{{3, 4}}}});
}

void addShapeCases(std::vector<Case>& cases) {
  cases.push_back({"reshape", "flatten", {{"shape", List{0, -1}}}, {{{3, 4, 2, 5}}}});
  cases.push_back({"reshape", "unflatten", {{"shape", List{0, 4, 2, 5}}}, {{{3, 40}}}});
  cases.push_back({"reshape", "to_row", {{"shape", List{-1}}}, {{{2, 3, 4}}}});
  cases.push_back({"reshape", "to_scalar", {{"shape", List{}}}, {{{1, 1}}}});
  cases.push_back({"reshape", "empty_batch", {{"shape", List{0, -1}}}, {{{0, 4, 5}}}});
  cases.push_back({"concatenate", "two", {}, {{{2, 3, 4, 5}}, {{2, 6, 4, 5}}}});
  cases.push_back({"concatenate", "three_uneven", {}, {{{3, 1, 7}}, {{3, 5, 7}}, {{3, 2, 7}}}});
  cases.push_back({"concatenate", "one", {}, {{{3, 4}}}});
  cases.push_back({"concatenate", "batch_axis", {{"axis", std::int64_t{0}}}, {{{2, 3}}, {{1, 3}}}});
  cases.push_back({"concatenate", "last_axis", {{"axis", std::int64_t{3}}}, {{{2, 3, 4, 1}}, {{2, 3, 4, 6}}}});
  cases.push_back({"concatenate", "empty_batch", {}, {{{0, 3}}, {{0, 2}}}});
  const auto slice = [&](const std::string& name, const Shape& x, std::int64_t axis, std::int64_t start,
                         std::int64_t length) {
    cases.push_back({"slice", name, {{"axis", axis}, {"start", start}, {"length", length}}, {{x}}});
    Shape dy = x;
    dy[static_cast<int>(axis)] = length;
    cases.push_back(
        {"slice_backward", name, {{"axis", axis}, {"start", start}, {"extent", x[static_cast<int>(axis)]}}, {{dy}}});
  };
  slice("channels", {2, 9, 4, 5}, 1, 3, 4);
  slice("first_axis", {5, 3}, 0, 2, 2);
  slice("last_axis", {2, 3, 7}, 2, 6, 1);
  slice("all", {2, 3}, 1, 0, 3);
  slice("nothing", {2, 3}, 1, 3, 0);
  slice("empty_batch", {0, 6}, 1, 1, 3);
  const auto reduce = [&](const std::string& name, const Shape& x, const List& shape) {
    cases.push_back({"reduce_to_shape", name, {{"shape", shape}}, {{x}}});
  };
  reduce("to_scalar", {4, 5, 6}, {});
  reduce("to_bias", {7, 9}, {9});
  reduce("to_channels", {2, 3, 4, 5}, {3, 1, 1});
  reduce("to_channels_ranked", {2, 3, 4, 5}, {1, 3, 1, 1});
  reduce("columns", {6, 7}, {6, 1});
  reduce("same", {3, 4}, {3, 4});
  reduce("large", {16, 8, 12, 12}, {1, 8, 1, 1});
  reduce("empty_batch", {0, 4}, {4});
  cases.push_back({"reduce_to_shape", "nan", {{"shape", List{3}}}, {{{4, 3}, Fill::Normal, 0, 1, {5}}}});
}

}  // namespace fovea::numeric
