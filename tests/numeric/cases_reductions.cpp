// Why: the cases of sums, means and maxima over axes, and of their opposites.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

void addReduction(std::vector<Case>& cases, const std::string& name, const Shape& x, const List& axes,
                  bool keepDims = false) {
  const FieldValues attributes{{"axes", axes}, {"keep_dims", keepDims}};
  cases.push_back({"reduce_sum", name, attributes, {{x}}});
  cases.push_back({"reduce_mean", name, attributes, {{x}}});
  cases.push_back({"reduce_max", name, attributes, {{x, Fill::Distinct}}});
}

}  // namespace

void addReductionCases(std::vector<Case>& cases) {
  addReduction(cases, "all", {3, 4, 5}, {});
  addReduction(cases, "all_kept", {3, 4, 5}, {}, true);
  addReduction(cases, "first", {7, 5}, {0});
  addReduction(cases, "last", {7, 5}, {1});
  addReduction(cases, "last_from_the_end", {2, 3, 9}, {-1}, true);
  addReduction(cases, "middle", {4, 6, 5}, {1});
  addReduction(cases, "image", {2, 3, 5, 7}, {2, 3});
  addReduction(cases, "all_but_channels", {4, 3, 5, 7}, {0, 2, 3});
  addReduction(cases, "outer_and_inner", {4, 3, 5}, {0, 2}, true);
  addReduction(cases, "long_rows", {3, 40000}, {1});
  addReduction(cases, "long_columns", {3000, 7}, {0});
  addReduction(cases, "wide_columns", {40, 700}, {0});
  addReduction(cases, "one_entry", {4, 1, 3}, {1});
  addReduction(cases, "number", Shape{}, {});
  addReduction(cases, "ones", {1, 1}, {0});
  addReduction(cases, "empty_batch", {0, 4, 5}, {1});
  cases.push_back({"reduce_sum", "of_nothing", {{"axes", List{0}}}, {{{0, 4}}}});
  for (const std::string op : {"reduce_sum", "reduce_mean", "reduce_max"}) {
    cases.push_back({op, "nan", {{"axes", List{1}}}, {{{3, 200}, Fill::Normal, 0, 1, {199, 300}}}});
    cases.push_back({op, "nan_in_columns", {{"axes", List{0}}}, {{{30, 20}, Fill::Normal, 0, 1, {0, 399}}}});
  }
  cases.push_back({"reduce_max", "ties", {{"axes", List{1}}}, {{{3, 4}, Fill::Constant, 1}}, false});

  const auto broadcast = [&](const std::string& name, const Shape& x, const List& shape) {
    cases.push_back({"broadcast_to", name, {{"shape", shape}}, {{x}}});
  };
  broadcast("number", Shape{}, {3, 4});
  broadcast("row", {5}, {7, 5});
  broadcast("column", {7, 1}, {7, 300});
  broadcast("channels", {3, 1, 1}, {2, 3, 4, 5});
  broadcast("both", {4, 1, 3, 1}, {2, 4, 6, 3, 5});
  broadcast("same", {2, 3}, {2, 3});
  broadcast("empty_batch", {0, 1}, {0, 3});
  broadcast("large", {1, 8, 1, 1}, {16, 8, 12, 12});
}

}  // namespace fovea::numeric
