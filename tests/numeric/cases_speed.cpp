// Cases with the sizes of real networks, only for timing: checking them would take too long.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

Case convolution(const std::string& op, const std::string& name, std::vector<CaseInput> inputs, std::int64_t stride,
                 std::int64_t padding, FieldValues more = {}) {
  FieldValues attributes = std::move(more);
  attributes.set("stride", List{stride, stride});
  attributes.set("padding", List{padding, padding, padding, padding});
  return {op, name, attributes, std::move(inputs)};
}

void addConvolutions(std::vector<Case>& cases) {
  const CaseInput image{{4, 64, 56, 56}}, weight{{64, 64, 3, 3}};
  cases.push_back(convolution("conv2d", "resnet_3x3", {image, weight}, 1, 1));
  cases.push_back(
      convolution("conv2d_backward_data", "resnet_3x3", {image, weight}, 1, 1, {{"input_size", List{56, 56}}}));
  cases.push_back(convolution("conv2d_backward_weights", "resnet_3x3", {image, image}, 1, 1, {{"kernel", List{3, 3}}}));
  cases.push_back(convolution("conv2d", "resnet_1x1", {{{4, 256, 56, 56}}, {{64, 256, 1, 1}}}, 1, 0));
  cases.push_back(convolution("conv2d", "resnet_stem", {{{4, 3, 224, 224}}, {{64, 3, 7, 7}}}, 2, 3));
  cases.push_back(convolution("conv2d", "mobilenet_depthwise", {{{4, 144, 56, 56}}, {{144, 1, 3, 3}}}, 1, 1,
                              {{"groups", std::int64_t{144}}}));
}

}  // namespace

const std::vector<Case>& speedCases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> table;
    addConvolutions(table);
    const Shape features{16, 64, 56, 56};
    const CaseInput image{features}, channels{{64}, Fill::Uniform, 0.5, 2.0};
    table.push_back({"linear", "alexnet_fc7", {}, {{{64, 4096}}, {{4096, 4096}}}});
    table.push_back({"batch_norm_inference", "resnet", {}, {image, channels, channels, channels, channels}});
    table.push_back({"relu", "resnet", {}, {image}});
    table.push_back({"relu_backward", "resnet", {}, {image, image}});
    table.push_back({"add", "resnet", {}, {image, image}});
    table.push_back({"max_pool2d",
                     "resnet",
                     {{"kernel", List{3, 3}}, {"stride", List{2, 2}}, {"padding", List{1, 1, 1, 1}}},
                     {{{4, 64, 112, 112}}}});
    table.push_back({"softmax_cross_entropy", "imagenet", {}, {{{128, 1000}}, {{128}, Fill::Labels, 0, 1000}}});
    return table;
  }();
  return cases;
}

}  // namespace fovea::numeric
