// Why: the table's ops that move, select and resize positions of images, signals and volumes.
#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_windows.h"
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

List sizeOf(const Shape& shape) {
  return {shape.begin() + 2, shape.end()};
}

Shape withSize(const Shape& shape, const List& size) {
  List extents{shape[0], shape[1]};
  extents.insert(extents.end(), size.begin(), size.end());
  return Shape(std::span<const std::int64_t>(extents));
}

void addPadding(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& padding,
                const char* mode = "constant", double value = 0) {
  FieldValues attributes{{"padding", padding}, {"mode", std::string(mode)}};
  FieldValues back = attributes;
  attributes.set("value", value);
  back.set("input_size", sizeOf(x));
  List size = sizeOf(x);
  for (std::size_t i = 0; i < size.size(); ++i) size[i] += padding[i] + padding[i + size.size()];
  cases.push_back({"pad", name, attributes, {{x}}});
  cases.push_back({"pad_backward", name, back, {{withSize(x, size)}}});
}

void addPaddingCases(std::vector<Case>& cases) {
  addPadding(cases, "around", {2, 3, 5, 6}, {1, 2, 3, 4});
  addPadding(cases, "value", {1, 20, 4, 3}, {1, 1, 1, 1}, "constant", 2.5);
  addPadding(cases, "nothing", {2, 3, 4, 4}, {0, 0, 0, 0});
  addPadding(cases, "reflect", {2, 5, 6, 7}, {3, 2, 5, 6}, "reflect");
  addPadding(cases, "replicate", {2, 5, 3, 2}, {4, 1, 2, 5}, "replicate");
  addPadding(cases, "blocks", {2, 32, 6, 5}, {1, 1, 2, 0}, "reflect");
  addPadding(cases, "signal", {3, 4, 9}, {2, 3}, "reflect");
  addPadding(cases, "volume", {2, 3, 3, 4, 5}, {1, 2, 0, 2, 1, 3}, "replicate");
  addPadding(cases, "volume_value", {1, 2, 2, 3, 2}, {1, 0, 2, 0, 1, 0}, "constant", -1);
  addPadding(cases, "empty_batch", {0, 3, 4, 4}, {1, 1, 1, 1});
  cases.push_back({"pad",
                   "nan",
                   {{"padding", List{1, 1, 1, 1}}, {"mode", std::string("reflect")}},
                   {{{1, 2, 4, 4}, Fill::Normal, 0, 1, {5, 31}}}});
}

void addResize(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& size) {
  for (const char* mode : {"nearest", "linear"})
    for (const char* alignment : {"half_pixel", "align_corners", "asymmetric"}) {
      const FieldValues attributes{{"size", size}, {"mode", std::string(mode)}, {"alignment", std::string(alignment)}};
      FieldValues back = attributes;
      back.set("size", sizeOf(x));
      const std::string full = name + "_" + mode + "_" + alignment;
      cases.push_back({"resize", full, attributes, {{x}}});
      cases.push_back({"resize_backward", full, back, {{withSize(x, size)}}});
    }
}

void addResizeCases(std::vector<Case>& cases) {
  addResize(cases, "twice", {2, 3, 4, 5}, {8, 10});
  addResize(cases, "odd", {1, 20, 5, 7}, {8, 11});
  addResize(cases, "smaller", {2, 4, 9, 12}, {4, 5});
  addResize(cases, "blocks", {2, 16, 3, 3}, {6, 7});
  addResize(cases, "one", {2, 2, 1, 1}, {3, 4});
  addResize(cases, "to_one", {2, 2, 3, 4}, {1, 1});
  addResize(cases, "signal", {2, 3, 7}, {19});
  addResize(cases, "volume", {1, 2, 3, 4, 2}, {5, 6, 5});
  addResize(cases, "empty_batch", {0, 2, 4, 4}, {8, 8});
  cases.push_back({"resize", "nan", {{"size", List{8, 8}}}, {{{1, 2, 4, 4}, Fill::Normal, 0, 1, {5, 31}}}});
}

void addAdaptive(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& size) {
  cases.push_back({"adaptive_average_pool", name, {{"size", size}}, {{x}}});
  cases.push_back({"adaptive_max_pool", name, {{"size", size}}, {{x, Fill::Distinct}}});
  cases.push_back({"adaptive_average_pool_backward", name, {{"size", sizeOf(x)}}, {{withSize(x, size)}}});
}

void addAdaptiveCases(std::vector<Case>& cases) {
  addAdaptive(cases, "even", {2, 3, 8, 6}, {4, 3});
  addAdaptive(cases, "uneven", {2, 5, 7, 10}, {3, 4});
  addAdaptive(cases, "more_than_there_is", {1, 3, 2, 3}, {5, 7});
  addAdaptive(cases, "whole", {3, 20, 7, 7}, {1, 1});
  addAdaptive(cases, "blocks", {2, 32, 5, 9}, {2, 4});
  addAdaptive(cases, "signal", {2, 6, 23}, {5});
  addAdaptive(cases, "volume", {2, 3, 4, 5, 7}, {2, 3, 3});
  addAdaptive(cases, "empty_batch", {0, 3, 4, 4}, {2, 2});
  cases.push_back({"adaptive_max_pool", "ties", {{"size", List{3, 2}}}, {{{1, 2, 7, 7}, Fill::Constant, 2.0}}, false});
  cases.push_back(
      {"adaptive_max_pool", "nan", {{"size", List{2, 2}}}, {{{1, 2, 6, 6}, Fill::Normal, 0, 1, {0, 7, 20, 21, 71}}}});
  cases.push_back(
      {"adaptive_average_pool", "nan", {{"size", List{2, 2}}}, {{{1, 2, 6, 6}, Fill::Normal, 0, 1, {3, 50}}}});
}

// Labels are random positions: some are equal, and some are outside.
void addUnpooling(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& size) {
  const Shape y = withSize(x, size);
  const CaseInput indices{x, Fill::Labels, -1, static_cast<double>(y.elementsFrom(2) + 1)};
  cases.push_back({"max_unpool", name, {{"size", size}}, {{x}, indices}});
  cases.push_back({"max_unpool_backward", name, {}, {{y}, indices}});
}

void addUnpoolingCases(std::vector<Case>& cases) {
  addUnpooling(cases, "image", {2, 3, 4, 5}, {8, 10});
  addUnpooling(cases, "blocks", {2, 20, 3, 3}, {7, 7});
  addUnpooling(cases, "signal", {2, 4, 6}, {12});
  addUnpooling(cases, "volume", {1, 3, 2, 2, 3}, {4, 5, 6});
  addUnpooling(cases, "crowded", {2, 3, 4, 5}, {2, 3});
  addUnpooling(cases, "very_crowded", {2, 3, 4, 5}, {1, 2});
  addUnpooling(cases, "empty_batch", {0, 3, 2, 2}, {4, 4});
}

void addPermuteCases(std::vector<Case>& cases) {
  const auto add = [&](const char* name, const Shape& x, const List& order) {
    cases.push_back({"permute", name, {{"order", order}}, {{x}}});
  };
  add("matrix", {37, 50}, {1, 0});
  add("channels_last", {2, 5, 6, 7}, {0, 2, 3, 1});
  add("channels_first", {2, 6, 7, 35}, {0, 3, 1, 2});
  add("batch_and_time", {5, 7, 12}, {1, 0, 2});
  add("heads", {2, 9, 4, 8}, {0, 2, 1, 3});
  add("reverse", {3, 4, 5, 2, 3}, {4, 3, 2, 1, 0});
  add("shuffle", {2, 3, 2, 2, 4, 5}, {0, 1, 4, 2, 5, 3});
  add("nothing", {3, 4, 5}, {0, 1, 2});
  add("one", {7}, {0});
  add("number", {}, {});
  add("ones", {1, 5, 1, 6}, {3, 0, 2, 1});
  add("empty", {0, 3, 4}, {2, 0, 1});
  cases.push_back({"permute", "integers", {{"order", List{1, 0}}}, {{{6, 9}, Fill::Labels, 0, 100}}});
  cases.push_back({"permute", "nan", {{"order", List{1, 0}}}, {{{4, 4}, Fill::Normal, 0, 1, {5}}}});
}

struct VolumeConvolution {
  std::string name;
  Shape x, weight;
  List stride = {1, 1, 1};
  List padding = {0, 0, 0, 0, 0, 0};
  List dilation = {1, 1, 1};
  std::int64_t groups = 1;
};

void addVolumeConvolutions(std::vector<Case>& cases) {
  const std::vector<VolumeConvolution> specs = {
      {"k3_same", {2, 8, 4, 5, 6}, {16, 8, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}},
      {"blocks", {1, 16, 3, 4, 5}, {32, 16, 2, 3, 3}, {1, 1, 1}, {0, 1, 1, 0, 1, 1}},
      {"video", {2, 3, 5, 9, 9}, {8, 3, 3, 3, 3}, {1, 2, 2}, {1, 1, 1, 1, 1, 1}},
      {"uneven", {1, 5, 6, 4, 7}, {7, 5, 2, 1, 3}, {2, 1, 3}, {1, 0, 2, 0, 1, 1}},
      {"dilated", {1, 3, 7, 8, 9}, {4, 3, 2, 3, 2}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, {3, 2, 2}},
      {"groups", {2, 6, 4, 4, 4}, {9, 2, 2, 2, 2}, {1, 1, 1}, {0, 0, 0, 0, 0, 0}, {1, 1, 1}, 3},
      {"depthwise", {2, 8, 4, 5, 5}, {8, 1, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1}, 8},
      {"k1", {2, 16, 2, 3, 3}, {16, 16, 1, 1, 1}},
      {"one", {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}},
      {"empty_batch", {0, 3, 4, 4, 4}, {4, 3, 3, 3, 3}},
  };
  for (const VolumeConvolution& spec : specs) {
    const FieldValues attributes{
        {"stride", spec.stride}, {"padding", spec.padding}, {"dilation", spec.dilation}, {"groups", spec.groups}};
    const Shape y = readConvolution(attributes, spec.x, spec.weight).value().outputShape();
    FieldValues data = attributes, weights = attributes;
    data.set("input_size", sizeOf(spec.x));
    weights.set("kernel", sizeOf(spec.weight));
    cases.push_back({"conv3d", spec.name, attributes, {{spec.x}, {spec.weight}, {Shape{spec.weight[0]}}}});
    cases.push_back({"conv3d_backward_data", spec.name, data, {{y}, {spec.weight}}});
    cases.push_back({"conv3d_backward_weights", spec.name, weights, {{spec.x}, {y}}});
  }
}

void addVolumePooling(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& kernel,
                      const List& stride, const List& padding, bool ceilMode = false, bool counted = false) {
  const FieldValues maximum{{"kernel", kernel}, {"stride", stride}, {"padding", padding}, {"ceil_mode", ceilMode}};
  FieldValues average = maximum;
  average.set("count_include_padding", counted);
  FieldValues back = average;
  back.set("input_size", sizeOf(x));
  const Shape y = pooledVolume(maximum, x).value();
  cases.push_back({"max_pool3d", name, maximum, {{x, Fill::Distinct}}});
  cases.push_back({"average_pool3d", name, average, {{x}}});
  cases.push_back({"average_pool3d_backward", name, back, {{y}}});
}

void addVolumePoolings(std::vector<Case>& cases) {
  const List none{0, 0, 0, 0, 0, 0};
  addVolumePooling(cases, "halves", {2, 3, 4, 6, 8}, {2, 2, 2}, {2, 2, 2}, none);
  addVolumePooling(cases, "overlapping", {1, 16, 5, 6, 7}, {3, 3, 3}, {1, 2, 1}, {1, 1, 1, 1, 1, 1});
  addVolumePooling(cases, "uneven_counted", {2, 5, 5, 4, 6}, {3, 2, 4}, {2, 1, 3}, {1, 0, 2, 0, 1, 3}, false, true);
  addVolumePooling(cases, "ceil", {1, 2, 5, 7, 6}, {2, 3, 3}, {2, 2, 2}, {0, 1, 1, 0, 1, 1}, true);
  addVolumePooling(cases, "empty_batch", {0, 2, 4, 4, 4}, {2, 2, 2}, {2, 2, 2}, none);
  cases.push_back({"max_pool3d", "ties", {}, {{{1, 2, 4, 4, 4}, Fill::Constant, -1.0}}, false});
  cases.push_back({"max_pool3d", "nan", {}, {{{1, 1, 4, 4, 4}, Fill::Normal, 0, 1, {0, 7, 21, 37, 63}}}});
}

}  // namespace

void addSpatialCases(std::vector<Case>& cases) {
  addPaddingCases(cases);
  addResizeCases(cases);
  addAdaptiveCases(cases);
  addUnpoolingCases(cases);
  addPermuteCases(cases);
  addVolumeConvolutions(cases);
  addVolumePoolings(cases);
}

}  // namespace fovea::numeric
