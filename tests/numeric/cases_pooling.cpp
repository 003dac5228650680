// Why: the table's poolings: each geometry is run as maximum and as average, forward and backward.
#include "core/base/random.h"
#include "core/ops/pooling_geometry.h"
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

struct PoolingSpec {
  std::string name;
  Shape x;
  List kernel = {2, 2};
  List stride = {2, 2};
  List padding = {0, 0, 0, 0};
  bool ceilMode = false;
  bool countIncludePadding = false;
};

void addPooling(std::vector<Case>& cases, const PoolingSpec& spec) {
  const FieldValues maximum{
      {"kernel", spec.kernel}, {"stride", spec.stride}, {"padding", spec.padding}, {"ceil_mode", spec.ceilMode}};
  FieldValues average = maximum;
  average.set("count_include_padding", spec.countIncludePadding);
  const Shape y = readPooling(average, spec.x).value().outputShape();
  cases.push_back({"max_pool2d", spec.name, maximum, {{spec.x, Fill::Distinct}}});
  cases.push_back({"average_pool2d", spec.name, average, {{spec.x}}});
  FieldValues maximumBack = maximum, averageBack = average;
  maximumBack.set("input_size", List{spec.x[2], spec.x[3]});
  averageBack.set("input_size", List{spec.x[2], spec.x[3]});
  for (const char* op : {"max_pool2d_backward", "max_pool2d_backward_sums"})
    cases.push_back({op, spec.name, maximumBack, {{y}, {y, Fill::PoolIndices}}});
  cases.push_back({"average_pool2d_backward", spec.name, averageBack, {{y}}});
}

PoolingSpec randomPooling(int number) {
  Random random(20260712, static_cast<std::uint64_t>(number));
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  PoolingSpec spec;
  spec.name = "random_" + std::to_string(number);
  spec.kernel = {pick(1, 4), pick(1, 4)};
  spec.stride = {pick(1, 4), pick(1, 4)};
  const auto padding = [&](std::size_t axis) { return pick(0, std::min<std::int64_t>(spec.kernel[axis] - 1, 2)); };
  spec.padding = {padding(0), padding(1), padding(0), padding(1)};
  const std::int64_t height = spec.kernel[0] + pick(0, 9), width = spec.kernel[1] + pick(0, 9);
  spec.x = Shape{pick(1, 3), pick(1, 5), height, width};
  spec.ceilMode = pick(0, 1) == 1;
  spec.countIncludePadding = pick(0, 1) == 1;
  return spec;
}

}  // namespace

void addPoolingCases(std::vector<Case>& cases) {
  const std::vector<PoolingSpec> specs = {
      {"lenet_1", {2, 20, 24, 24}},
      {"lenet_2", {2, 50, 8, 8}},
      {"odd_input_floor", {2, 3, 7, 9}},
      {"odd_input_ceil", {2, 3, 7, 9}, {2, 2}, {2, 2}, {0, 0, 0, 0}, true},
      {"overlapping", {1, 4, 9, 9}, {3, 3}, {1, 1}},
      {"overlapping_same", {2, 2, 6, 6}, {3, 3}, {1, 1}, {1, 1, 1, 1}},
      {"overlapping_same_counted", {2, 2, 6, 6}, {3, 3}, {1, 1}, {1, 1, 1, 1}, false, true},
      {"uneven_padding", {1, 2, 6, 7}, {3, 4}, {2, 3}, {2, 0, 1, 3}},
      {"uneven_padding_counted", {1, 2, 6, 7}, {3, 4}, {2, 3}, {2, 0, 1, 3}, false, true},
      {"ceil_over_padding", {1, 2, 6, 6}, {3, 3}, {2, 2}, {1, 1, 1, 1}, true},
      {"ceil_over_padding_counted", {1, 2, 6, 6}, {3, 3}, {2, 2}, {1, 1, 1, 1}, true, true},
      {"ceil_drops_last_window", {1, 2, 4, 4}, {2, 2}, {3, 3}, {1, 1, 1, 1}, true},
      {"stride_beyond_kernel", {1, 2, 10, 11}, {2, 3}, {4, 5}},
      {"whole_image", {3, 4, 5, 6}, {5, 6}, {1, 1}},
      {"one_pixel", {1, 1, 1, 1}, {1, 1}, {1, 1}},
      {"rows_only", {2, 3, 8, 5}, {4, 1}, {4, 1}},
      {"empty_batch", {0, 3, 8, 8}},
  };
  for (const PoolingSpec& spec : specs) addPooling(cases, spec);
  for (int number = 0; number < 20; ++number) addPooling(cases, randomPooling(number));
  cases.push_back({"max_pool2d", "ties", {}, {{{1, 2, 6, 6}, Fill::Constant, 3.0}}, false});
  cases.push_back({"max_pool2d",
                   "ties_negative_padded",
                   {{"kernel", List{3, 3}}, {"padding", List{1, 1, 1, 1}}},
                   {{{1, 2, 6, 6}, Fill::Constant, -3.0}},
                   false});
  cases.push_back({"max_pool2d", "nan", {}, {{{1, 2, 6, 6}, Fill::Normal, 0, 1, {0, 7, 20, 21, 71}}}});
  cases.push_back({"average_pool2d", "nan", {}, {{{1, 2, 6, 6}, Fill::Normal, 0, 1, {3, 50}}}});
}

}  // namespace fovea::numeric
