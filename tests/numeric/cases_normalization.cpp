// Why: the table's normalisations over neighbours or groups of channels, forward and backward.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

void addResponse(std::vector<Case>& cases, const std::string& name, const Shape& x, const FieldValues& attributes) {
  cases.push_back({"local_response_norm", name, attributes, {{x}}});
  cases.push_back({"local_response_norm_backward", name, attributes, {{x}, {x}}});
}

FieldValues response(std::int64_t size, double alpha, double beta, double offset, bool within = false) {
  return {{"size", size}, {"alpha", alpha}, {"beta", beta}, {"offset", offset}, {"within_channels", within}};
}

void addGroups(std::vector<Case>& cases, const std::string& name, const Shape& x, std::int64_t groups,
               double low = 0.0) {
  const Shape perChannel{x[1]}, perRow{x[0], groups};
  const CaseInput image = low == 0.0 ? CaseInput{x} : CaseInput{x, Fill::Uniform, low, low + 1};
  cases.push_back({"group_norm", name, {{"groups", groups}}, {image, {perChannel}, {perChannel}}});
  cases.push_back({"group_norm_backward",
                   name,
                   {{"groups", groups}},
                   {{x}, image, {perChannel}, {perRow, Fill::Uniform, low, low + 1}, {perRow, Fill::Uniform, 0.5, 2}}});
}

}  // namespace

void addSpatialNormalizationCases(std::vector<Case>& cases) {
  addResponse(cases, "alexnet", {2, 96, 5, 5}, {});
  addResponse(cases, "strong", {2, 20, 7, 9}, response(5, 2.0, 0.75, 1));
  addResponse(cases, "three_of_few", {3, 4, 6, 11}, response(3, 1.5, 0.5, 2));
  addResponse(cases, "window_beyond_channels", {2, 3, 4, 4}, response(9, 3.0, 1.0, 0.5));
  addResponse(cases, "alone", {2, 5, 3, 3}, response(1, 0.7, 2.0, 1));
  addResponse(cases, "rows", {7, 33}, response(5, 1.0, 0.75, 1));
  addResponse(cases, "signal", {2, 10, 19}, response(5, 1.0, 0.75, 1));
  addResponse(cases, "many_positions", {1, 8, 13, 13}, response(5, 1.0, 0.75, 1));
  addResponse(cases, "volume", {2, 6, 3, 4, 5}, response(3, 1.0, 0.75, 1));
  addResponse(cases, "within", {2, 3, 7, 9}, response(3, 1.0, 0.75, 1, true));
  addResponse(cases, "within_wide", {1, 20, 6, 5}, response(5, 5.0, 0.5, 1, true));
  addResponse(cases, "within_beyond", {2, 2, 3, 2}, response(9, 5.0, 1.5, 1, true));
  addResponse(cases, "empty_batch", {0, 3, 4, 4}, {});
  addResponse(cases, "empty_batch_within", {0, 3, 4, 4}, response(3, 1.0, 0.75, 1, true));
  cases.push_back({"local_response_norm", "nan", {}, {{{2, 12, 4, 4}, Fill::Normal, 0, 1, {5, 200}}}});
  cases.push_back({"local_response_norm",
                   "nan_within",
                   response(3, 1, 0.75, 1, true),
                   {{{1, 2, 8, 8}, Fill::Normal, 0, 1, {0, 75}}}});

  addGroups(cases, "layer", {7, 33}, 1);
  addGroups(cases, "layer_wide", {5, 768}, 1);
  addGroups(cases, "layer_many_rows", {130, 40}, 1);
  addGroups(cases, "layer_of_image", {3, 5, 4, 6}, 1);
  addGroups(cases, "groups", {3, 12, 5, 7}, 4);
  addGroups(cases, "groups_of_16", {2, 32, 6, 6}, 2);
  addGroups(cases, "groups_without_place", {6, 12}, 3);
  addGroups(cases, "instance", {2, 6, 9, 5}, 6);
  addGroups(cases, "signal", {2, 6, 31}, 2);
  addGroups(cases, "volume", {2, 8, 3, 4, 5}, 4);
  addGroups(cases, "one_row", {1, 3, 8, 8}, 1);
  addGroups(cases, "far_from_zero", {2, 4, 6, 6}, 2, 3.0);
  addGroups(cases, "empty_batch", {0, 4, 3, 3}, 2);
  cases.push_back(
      {"group_norm", "nan", {{"groups", std::int64_t{2}}}, {{{2, 4, 3, 3}, Fill::Normal, 0, 1, {5}}, {{4}}, {{4}}}});
}

}  // namespace fovea::numeric
