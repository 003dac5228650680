// Why: the table's convolutions: each geometry is run forward and through both backward ops.
#include "core/base/random.h"
#include "core/ops/pooled_convolution.h"
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

struct ConvolutionSpec {
  std::string name;
  Shape x;
  Shape weight;
  List stride = {1, 1};
  List padding = {0, 0, 0, 0};
  List dilation = {1, 1};
  std::int64_t groups = 1;
  bool bias = true;
};

void addConvolution(std::vector<Case>& cases, const ConvolutionSpec& spec) {
  const FieldValues attributes{
      {"stride", spec.stride}, {"padding", spec.padding}, {"dilation", spec.dilation}, {"groups", spec.groups}};
  const Shape y = readConvolution(attributes, spec.x, spec.weight).value().outputShape();
  Case forward{"conv2d", spec.name, attributes, {{spec.x}, {spec.weight}}};
  if (spec.bias) forward.inputs.push_back({Shape{spec.weight[0]}});
  FieldValues data = attributes, weights = attributes;
  data.set("input_size", List{spec.x[2], spec.x[3]});
  weights.set("kernel", List{spec.weight[2], spec.weight[3]});
  cases.push_back(std::move(forward));
  cases.push_back({"conv2d_backward_data", spec.name, data, {{y}, {spec.weight}}});
  cases.push_back({"conv2d_backward_data_fused", spec.name, data, {{y}, {spec.weight}, {spec.x}}});
  cases.push_back({"conv2d_backward_weights", spec.name, weights, {{spec.x}, {y}}});
}

// A convolution followed by batch normalisation.
void addNormSpec(std::vector<Case>& cases, const ConvolutionSpec& spec, const std::string& activation, bool residual) {
  const FieldValues attributes{{"stride", spec.stride},
                               {"padding", spec.padding},
                               {"dilation", spec.dilation},
                               {"groups", spec.groups},
                               {"activation", activation}};
  const Shape y = readConvolution(attributes, spec.x, spec.weight).value().outputShape();
  const CaseInput perChannel{{y[1]}, Fill::Uniform, 0.5, 2};
  Case subject{"conv2d_batch_norm",
               spec.name + "_" + activation + (residual ? "_residual" : ""),
               attributes,
               {{spec.x}, {spec.weight}, perChannel, {Shape{y[1]}}, {Shape{y[1]}}, perChannel}};
  if (residual) subject.inputs.push_back({y});
  cases.push_back(std::move(subject));
}

// The input gradient of a convolution, and the gradient through the batch normalisation before it.
void addGradientNormSpec(std::vector<Case>& cases, const ConvolutionSpec& spec, const std::string& activation) {
  FieldValues attributes{
      {"stride", spec.stride}, {"padding", spec.padding}, {"dilation", spec.dilation}, {"groups", spec.groups}};
  const Shape y = readConvolution(attributes, spec.x, spec.weight).value().outputShape();
  attributes.set("input_size", List{spec.x[2], spec.x[3]});
  attributes.set("activation", activation);
  const Shape channels{spec.x[1]};
  const CaseInput positive{channels, Fill::Uniform, 0.5, 2};
  cases.push_back({"conv2d_backward_data_norm",
                   spec.name + "_" + activation,
                   attributes,
                   {{y}, {spec.weight}, {spec.x}, positive, {channels}, {channels}, positive}});
}

// A convolution that itself applies the batch normalisation before it, followed by another one, and its weight
// gradient.
void addNormInputSpec(std::vector<Case>& cases, const ConvolutionSpec& spec, const std::string& activation,
                      bool residual) {
  FieldValues attributes{
      {"stride", spec.stride}, {"padding", spec.padding}, {"dilation", spec.dilation}, {"groups", spec.groups}};
  const Shape y = readConvolution(attributes, spec.x, spec.weight).value().outputShape();
  const CaseInput factor{Shape{spec.x[1]}, Fill::Uniform, 0.5, 2}, shift{Shape{spec.x[1]}};
  const CaseInput perChannel{{y[1]}, Fill::Uniform, 0.5, 2};
  FieldValues weights = attributes;
  weights.set("kernel", List{spec.weight[2], spec.weight[3]});
  cases.push_back({"norm_conv2d_backward_weights", spec.name, weights, {{spec.x}, factor, shift, {y}}});
  attributes.set("activation", activation);
  Case subject{"norm_conv2d_batch_norm",
               spec.name,
               attributes,
               {{spec.x}, factor, shift, {spec.weight}, perChannel, {Shape{y[1]}}, {Shape{y[1]}}, perChannel}};
  if (residual) subject.inputs.push_back({y});
  cases.push_back(std::move(subject));
}

// A convolution with each activation in turn, with and without a residual.
void addFusedSpec(std::vector<Case>& cases, const ConvolutionSpec& spec, const std::string& activation, bool residual) {
  const FieldValues attributes{{"stride", spec.stride}, {"padding", spec.padding},  {"dilation", spec.dilation},
                               {"groups", spec.groups}, {"activation", activation}, {"slope", 0.2}};
  Case subject{"conv2d_fused",
               spec.name + "_" + activation + (residual ? "_residual" : ""),
               attributes,
               {{spec.x}, {spec.weight}, {Shape{spec.weight[0]}}}};
  if (residual) subject.inputs.push_back({readConvolution(attributes, spec.x, spec.weight).value().outputShape()});
  cases.push_back(std::move(subject));
}

void addFusedCases(std::vector<Case>& cases) {
  const ConvolutionSpec k3{"k3", {2, 16, 9, 11}, {32, 16, 3, 3}, {1, 1}, {1, 1, 1, 1}};
  for (const std::string activation : {"none", "relu", "relu6", "leaky_relu", "sigmoid", "tanh", "silu", "hard_swish"})
    for (const bool residual : {false, true}) addFusedSpec(cases, k3, activation, residual);
  const std::vector<ConvolutionSpec> specs = {
      {"stem", {2, 3, 19, 17}, {16, 3, 7, 7}, {2, 2}, {3, 3, 3, 3}},
      {"wide_padding", {2, 1, 48, 44}, {64, 1, 9, 9}, {1, 1}, {4, 4, 4, 4}},
      {"k1", {3, 32, 7, 7}, {64, 32, 1, 1}},
      {"k1_strided", {3, 32, 8, 8}, {64, 32, 1, 1}, {2, 2}},
      {"odd_channels", {2, 5, 9, 7}, {7, 5, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"lenet_1", {16, 1, 12, 12}, {20, 1, 5, 5}},
      {"groups", {2, 6, 8, 8}, {9, 2, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 3},
      {"depthwise", {2, 16, 9, 9}, {16, 1, 3, 3}, {2, 2}, {1, 1, 1, 1}, {1, 1}, 16},
      {"dilated", {2, 3, 12, 12}, {4, 3, 3, 3}, {1, 1}, {2, 2, 2, 2}, {2, 2}},
      {"one_sample", {1, 64, 14, 14}, {64, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"winograd", {3, 64, 18, 21}, {64, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"empty_batch", {0, 3, 8, 8}, {4, 3, 3, 3}},
  };
  for (const ConvolutionSpec& spec : specs)
    for (const bool residual : {false, true}) addFusedSpec(cases, spec, "relu", residual);
}

void addNormCases(std::vector<Case>& cases) {
  for (const bool residual : {false, true}) {
    addNormSpec(cases, {"k3", {2, 16, 9, 7}, {24, 16, 3, 3}, {1, 1}, {1, 1, 1, 1}}, "relu", residual);
    addNormSpec(cases, {"k1", {3, 8, 6, 6}, {16, 8, 1, 1}, {2, 2}}, "none", residual);
    addNormSpec(cases, {"odd_channels", {2, 5, 9, 7}, {7, 5, 3, 3}}, "relu6", residual);
  }
  addNormInputSpec(cases, {"k3", {2, 16, 9, 7}, {24, 16, 3, 3}, {1, 1}, {1, 1, 1, 1}}, "relu", true);
  addNormInputSpec(cases, {"k1_strided", {3, 8, 6, 6}, {16, 8, 1, 1}, {2, 2}}, "none", false);
  addNormInputSpec(cases, {"odd_channels", {2, 5, 9, 7}, {7, 5, 3, 3}}, "relu6", true);
  const CaseInput positive{Shape{9}, Fill::Uniform, 0.5, 2};
  for (const char* to : {"f32", "f16", "bf16"})
    cases.push_back({"batch_norm_factors",
                     std::string("to_") + to,
                     {{"to", to}},
                     {positive, {Shape{9}}, {Shape{9}, Fill::Normal}, positive}});
  addGradientNormSpec(cases, {"k3", {2, 16, 9, 7}, {24, 16, 3, 3}, {1, 1}, {1, 1, 1, 1}}, "relu");
  addGradientNormSpec(cases, {"k3_strided", {2, 16, 9, 8}, {24, 16, 3, 3}, {2, 2}, {1, 1, 1, 1}}, "relu");
  addGradientNormSpec(cases, {"k1", {3, 8, 6, 6}, {16, 8, 1, 1}, {2, 2}}, "none");
  addGradientNormSpec(cases, {"odd_channels", {2, 5, 9, 7}, {7, 5, 3, 3}}, "relu6");
}

struct PooledSpec {
  List kernel = {2, 2};
  List stride = {2, 2};
  List padding = {0, 0, 0, 0};
  bool ceilMode = false;
};

// A convolution followed by pooling, forward and through both backward ops.
void addPooledSpec(std::vector<Case>& cases, const ConvolutionSpec& spec, const PooledSpec& pool = {}) {
  const FieldValues attributes{{"stride", spec.stride},        {"padding", spec.padding},
                               {"dilation", spec.dilation},    {"groups", spec.groups},
                               {"pool_kernel", pool.kernel},   {"pool_stride", pool.stride},
                               {"pool_padding", pool.padding}, {"pool_ceil_mode", pool.ceilMode}};
  const Shape y = readPooledConvolution(attributes, spec.x, spec.weight).value().pooling.outputShape();
  FieldValues data = attributes, weights = attributes;
  data.set("input_size", List{spec.x[2], spec.x[3]});
  weights.set("kernel", List{spec.weight[2], spec.weight[3]});
  cases.push_back({"conv2d_max_pool", spec.name, attributes, {{spec.x}, {spec.weight}, {Shape{spec.weight[0]}}}});
  cases.push_back({"conv2d_max_pool_backward_data", spec.name, data, {{y}, {y, Fill::PoolIndices}, {spec.weight}}});
  cases.push_back({"conv2d_max_pool_backward_weights", spec.name, weights, {{spec.x}, {y}, {y, Fill::PoolIndices}}});
}

void addPooledCases(std::vector<Case>& cases) {
  const List around{1, 1, 1, 1};
  addPooledSpec(cases, {"lenet_1", {1, 1, 28, 28}, {20, 1, 5, 5}});
  addPooledSpec(cases, {"lenet_2", {1, 20, 12, 12}, {50, 20, 5, 5}});
  addPooledSpec(cases, {"lenet_1_batch", {16, 1, 28, 28}, {20, 1, 5, 5}});
  addPooledSpec(cases, {"lenet_2_batch", {32, 20, 12, 12}, {50, 20, 5, 5}});
  addPooledSpec(cases, {"uneven_batch", {29, 3, 11, 10}, {7, 3, 3, 3}, {1, 1}, around});
  addPooledSpec(cases, {"two_images", {2, 3, 9, 12}, {7, 3, 3, 3}, {1, 1}, around});
  addPooledSpec(cases, {"odd_extents", {1, 5, 9, 7}, {6, 5, 2, 3}});
  addPooledSpec(cases, {"odd_extents_batch", {16, 5, 9, 7}, {6, 5, 2, 3}});
  addPooledSpec(cases, {"rounded_up", {16, 3, 8, 9}, {5, 3, 2, 3}}, {{2, 2}, {2, 2}, {0, 0, 0, 0}, true});
  addPooledSpec(cases, {"overlapping", {16, 4, 11, 11}, {6, 4, 3, 3}}, {{3, 3}, {2, 2}, around});
  addPooledSpec(cases, {"overlapping_one", {1, 4, 11, 11}, {6, 4, 3, 3}}, {{3, 3}, {2, 2}, around});
  addPooledSpec(cases, {"windows_apart", {16, 18, 12, 12}, {9, 18, 3, 3}}, {{2, 2}, {3, 3}});
  addPooledSpec(cases, {"wide_filter", {16, 17, 9, 12}, {5, 17, 2, 7}, {1, 1}, {0, 3, 1, 3}});
  addPooledSpec(cases, {"many_channels", {16, 37, 6, 6}, {21, 37, 3, 3}, {1, 1}, around});
  addPooledSpec(cases, {"strided", {16, 3, 15, 15}, {5, 3, 3, 3}, {2, 2}});
  addPooledSpec(cases, {"groups", {2, 6, 8, 8}, {9, 2, 3, 3}, {1, 1}, around, {1, 1}, 3});
  addPooledSpec(cases, {"blocks", {2, 16, 8, 8}, {32, 16, 3, 3}, {1, 1}, around});
  addPooledSpec(cases, {"empty_batch", {0, 3, 8, 8}, {4, 3, 3, 3}});
}

ConvolutionSpec randomConvolution(int number) {
  Random random(20260711, static_cast<std::uint64_t>(number));
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  ConvolutionSpec spec;
  spec.name = "random_" + std::to_string(number);
  spec.groups = std::max<std::int64_t>(pick(-1, 3), 1);
  spec.stride = {pick(1, 3), pick(1, 3)};
  spec.dilation = {pick(1, 2), pick(1, 2)};
  spec.padding = {pick(0, 2), pick(0, 2), pick(0, 2), pick(0, 2)};
  spec.weight = Shape{spec.groups * pick(1, 3), pick(1, 3), pick(1, 4), pick(1, 4)};
  // Sizes from the smallest that fits.
  const auto size = [&](int axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t extent = (spec.weight[2 + axis] - 1) * spec.dilation[i] + 1;
    return std::max<std::int64_t>(extent - spec.padding[i] - spec.padding[i + 2], 1) + pick(0, 7);
  };
  const std::int64_t height = size(0), width = size(1);
  spec.x = Shape{pick(1, 3), spec.groups * spec.weight[1], height, width};
  spec.bias = pick(0, 1) == 1;
  return spec;
}

}  // namespace

void addConvolutionCases(std::vector<Case>& cases) {
  const std::vector<ConvolutionSpec> specs = {
      {"lenet_1", {2, 1, 28, 28}, {20, 1, 5, 5}},
      {"lenet_2", {2, 20, 12, 12}, {50, 20, 5, 5}},
      {"k1", {3, 16, 7, 7}, {32, 16, 1, 1}},
      {"k3_same", {2, 8, 9, 11}, {16, 8, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"no_bias", {2, 3, 8, 8}, {4, 3, 3, 3}, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, false},
      {"stride_2", {2, 3, 13, 13}, {8, 3, 3, 3}, {2, 2}, {1, 1, 1, 1}},
      {"stride_leaves_rest", {1, 2, 10, 9}, {3, 2, 3, 3}, {3, 2}},
      {"stride_beyond_kernel", {1, 2, 11, 11}, {3, 2, 2, 2}, {4, 3}},
      {"odd_kernel_shape", {2, 3, 9, 12}, {5, 3, 1, 7}, {1, 1}, {0, 3, 0, 3}},
      {"uneven_padding", {2, 3, 6, 5}, {4, 3, 3, 4}, {1, 1}, {0, 1, 2, 3}},
      {"dilated", {2, 3, 12, 12}, {4, 3, 3, 3}, {1, 1}, {2, 2, 2, 2}, {2, 2}},
      {"dilated_strided", {1, 2, 15, 14}, {3, 2, 3, 2}, {2, 1}, {1, 2, 3, 0}, {3, 2}},
      {"groups", {2, 6, 8, 8}, {9, 2, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 3},
      {"depthwise", {2, 8, 9, 9}, {8, 1, 3, 3}, {2, 2}, {1, 1, 1, 1}, {1, 1}, 8},
      {"depthwise_k5", {3, 20, 12, 11}, {20, 1, 5, 5}, {2, 2}, {2, 1, 0, 3}, {1, 1}, 20},
      {"depthwise_k7", {11, 48, 9, 8}, {48, 1, 7, 7}, {1, 1}, {3, 3, 3, 3}, {1, 1}, 48},
      {"depthwise_whole", {9, 16, 8, 12}, {16, 1, 4, 6}, {1, 2}, {0, 0, 0, 0}, {1, 1}, 16},
      {"groups_of_2", {3, 10, 7, 8}, {10, 2, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 5},
      {"groups_of_4", {9, 36, 9, 8}, {36, 4, 3, 3}, {2, 1}, {1, 0, 1, 2}, {1, 1}, 9},
      {"groups_of_8", {2, 32, 6, 7}, {32, 8, 5, 3}, {1, 1}, {2, 1, 2, 1}, {1, 2}, 4},
      {"depthwise_dilated", {2, 16, 12, 11}, {16, 1, 3, 3}, {1, 1}, {2, 2, 2, 2}, {2, 2}, 16},
      {"depthwise_row", {2, 5, 3, 40}, {5, 1, 1, 9}, {1, 1}, {0, 8, 0, 8}, {1, 2}, 5},
      {"whole_image", {4, 3, 6, 6}, {7, 3, 6, 6}},
      {"one_pixel", {1, 1, 1, 1}, {1, 1, 1, 1}},
      {"kernel_larger_than_input", {1, 2, 2, 2}, {3, 2, 5, 5}, {1, 1}, {2, 2, 2, 2}},
      {"wide_channels", {1, 65, 5, 5}, {33, 65, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"empty_batch", {0, 3, 8, 8}, {4, 3, 3, 3}},
      {"odd_channels_wide_image", {2, 20, 40, 37}, {12, 20, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      // Where Winograd's algorithm is worth it: complete and partial tiles, padding, unequal numbers of channels.
      {"wide_padding", {2, 1, 48, 44}, {64, 1, 9, 9}, {1, 1}, {4, 4, 4, 4}},
      {"winograd", {2, 64, 24, 24}, {64, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"winograd_cut_tiles", {3, 64, 19, 22}, {80, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"winograd_no_padding", {3, 80, 22, 21}, {64, 80, 3, 3}},
      {"winograd_uneven_padding", {3, 64, 20, 19}, {64, 64, 3, 3}, {1, 1}, {0, 1, 1, 0}, {1, 1}, 1, false},
      {"winograd_many_images", {120, 64, 3, 3}, {64, 64, 3, 3}, {1, 1}, {1, 1, 1, 1}},
  };
  for (const ConvolutionSpec& spec : specs) addConvolution(cases, spec);
  for (int number = 0; number < 20; ++number) addConvolution(cases, randomConvolution(number));
  addFusedCases(cases);
  addNormCases(cases);
  addPooledCases(cases);
  // With a 1×1 kernel a NaN affects exactly its own pixel in every algorithm.
  cases.push_back({"conv2d", "nan", {}, {{{2, 3, 4, 4}, Fill::Normal, 0, 1, {5, 40}}, {{4, 3, 1, 1}}, {{4}}}});
  for (const std::int64_t batch : {1, 16})
    cases.push_back({"conv2d_max_pool",
                     "nan_" + std::to_string(batch),
                     {},
                     {{{batch, 3, 4, 6}, Fill::Normal, 0, 1, {5, 40}}, {{4, 3, 1, 1}}, {{4}}},
                     false});
}

}  // namespace fovea::numeric
