// Why: the cases of log-softmax, of cross-entropy at any number of positions, of label ops and of class metrics.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

struct Scores {
  Shape shape;
  std::int64_t axis = 1;

  std::int64_t classes() const { return shape[static_cast<int>(axis < 0 ? axis + shape.rank() : axis)]; }
  Shape positions() const {
    List extents(shape.begin(), shape.end());
    extents.erase(extents.begin() + (axis < 0 ? axis + shape.rank() : axis));
    return Shape(std::span<const std::int64_t>(extents));
  }
};

void addClassOps(std::vector<Case>& cases, const std::string& name, const Scores& scores, FieldValues attributes = {},
                 bool weighted = false, double lowestLabel = 0) {
  const auto classes = static_cast<double>(scores.classes());
  const CaseInput labels{scores.positions(), Fill::Labels, lowestLabel, classes};
  const CaseInput weights{Shape{scores.classes()}, Fill::Uniform, 0.2, 3};
  attributes.set("axis", scores.axis);
  Case loss{"cross_entropy", name, attributes, {{scores.shape}, labels}};
  Case backward{"cross_entropy_backward", name, attributes, {{Shape{}}, {scores.shape, Fill::Uniform, 0, 1}, labels}};
  if (weighted) {
    loss.inputs.push_back(weights);
    loss.smooth = false;  // the weights are given, not trained
    backward.inputs.push_back(weights);
  }
  cases.push_back(loss);
  cases.push_back(backward);
  FieldValues counting{{"axis", scores.axis}};
  if (const FieldValue* ignored = attributes.find("ignore_index")) counting.set("ignore_index", *ignored);
  cases.push_back({"confusion_counts", name, counting, {{scores.shape}, labels}});
  counting.set("top", std::int64_t{2});
  cases.push_back({"class_counts", name, counting, {{scores.shape}, labels}});
}

// Positions that do not count have no gradient, whatever their probabilities are.
void addIgnoredNaN(std::vector<Case>& cases) {
  cases.push_back({"cross_entropy_backward",
                   "ignored_nan",
                   {},
                   {{Shape{}}, {{6, 5}, Fill::Uniform, 0, 1, {1, 8}}, {{6}, Fill::Labels, -1, 0}}});
}

void addLogSoftmax(std::vector<Case>& cases, const std::string& name, const Shape& shape, std::int64_t axis) {
  cases.push_back({"log_softmax", name, {{"axis", axis}}, {{shape}}});
}

void addLabelOps(std::vector<Case>& cases) {
  const auto oneHot = [&](const std::string& name, const Shape& labels, std::int64_t classes, std::int64_t axis) {
    cases.push_back({"one_hot", name, {{"classes", classes}, {"axis", axis}}, {{labels, Fill::Labels, -1, 6}}});
  };
  oneHot("vector", {9}, 5, 1);
  oneHot("image", {2, 5, 7}, 4, 1);
  oneHot("sequence", {3, 8}, 6, -1);
  oneHot("first_axis", {9}, 5, 0);
  oneHot("empty_batch", {0, 4}, 5, 1);
  cases.push_back({"one_hot",
                   "ignored",
                   {{"classes", std::int64_t{4}}, {"ignore_index", std::int64_t{2}}},
                   {{{30}, Fill::Labels, 0, 4}}});
  cases.push_back({"label_pairs", "vector", {}, {{{17}, Fill::Labels, -1, 4}}});
  cases.push_back({"label_pairs", "one", {}, {{{1}, Fill::Labels, 0, 2}}});
  cases.push_back({"label_pairs", "empty_batch", {}, {{{0}, Fill::Labels, 0, 2}}});
  const std::vector<std::pair<std::string, Shape>> batches = {
      {"batch", {9, 21}}, {"one", {1, 5}}, {"large", {65, 130}}, {"one_number", {6, 1}}, {"empty_batch", {0, 4}}};
  for (const auto& [name, x] : batches) {
    cases.push_back({"squared_distances", name, {}, {{x}}});
    cases.push_back({"squared_distances_backward", name, {}, {{{x[0], x[0]}}, {x}}});
  }
  cases.push_back({"squared_distances", "nan", {}, {{{4, 5}, Fill::Normal, 0, 1, {7}}}});
}

}  // namespace

void addClassLossCases(std::vector<Case>& cases) {
  addIgnoredNaN(cases);
  addClassOps(cases, "rows", {{12, 7}});
  addClassOps(cases, "some_without_label", {{20, 4}}, {}, false, -1);
  addClassOps(cases, "pixels", {{2, 5, 9, 11}});
  addClassOps(cases, "many_pixels", {{3, 21, 24, 24}}, {}, true);
  addClassOps(cases, "sequence", {{3, 8, 13}, -1});
  addClassOps(cases, "sequence_of_columns", {{3, 8, 13}, 1});
  addClassOps(cases, "weighted", {{12, 7}}, {}, true, -1);
  addClassOps(cases, "smoothed", {{12, 7}}, {{"label_smoothing", 0.1}});
  addClassOps(cases, "smoothed_and_weighted", {{2, 5, 4, 3}}, {{"label_smoothing", 0.3}}, true);
  addClassOps(cases, "ignored", {{2, 5, 4, 3}}, {{"ignore_index", std::int64_t{2}}}, true, -1);
  addClassOps(cases, "one_class", {{5, 1}});
  addClassOps(cases, "first_axis", {{5, 9}, 0});
  addClassOps(cases, "empty_batch", {{0, 5, 2, 2}});
  const CaseInput beyond{Shape{6}, Fill::Labels, 3, 9};
  cases.push_back({"cross_entropy", "label_too_large", {}, {{{6, 5}}, beyond}, false});
  cases.push_back(
      {"cross_entropy_backward", "label_too_large", {}, {{Shape{}}, {{6, 5}, Fill::Probabilities}, beyond}});
  cases.push_back({"class_counts", "label_too_large", {}, {{{6, 5}}, beyond}});
  cases.push_back({"confusion_counts", "label_too_large", {}, {{{6, 5}}, beyond}});
  const CaseInput none{Shape{6}, Fill::Labels, -1, 0};
  cases.push_back({"cross_entropy", "without_any_label", {}, {{{6, 5}}, none}});
  cases.push_back(
      {"cross_entropy_backward", "without_any_label", {}, {{Shape{}}, {{6, 5}, Fill::Probabilities}, none}});
  const CaseInput zeros{Shape{9}, Fill::Labels, 0, 2};
  cases.push_back({"cross_entropy", "far_out", {}, {{{9, 4}, Fill::Uniform, -500, 500}, zeros}});
  for (const std::string op : {"class_counts", "confusion_counts"}) {
    cases.push_back({op, "ties", {}, {{{9, 4}, Fill::Constant, 1.5}, zeros}});
    cases.push_back({op, "nan", {}, {{{9, 4}, Fill::Normal, 0, 1, {1, 8, 10, 19, 29}}, zeros}});
  }
  addLogSoftmax(cases, "rows", {8, 10}, 1);
  addLogSoftmax(cases, "long_rows", {3, 1000}, -1);
  addLogSoftmax(cases, "pixels", {2, 5, 9, 11}, 1);
  addLogSoftmax(cases, "sequence", {2, 6, 9}, 2);
  addLogSoftmax(cases, "first_axis", {5, 9}, 0);
  addLogSoftmax(cases, "one_class", {4, 1}, 1);
  addLogSoftmax(cases, "empty_batch", {0, 10}, 1);
  cases.push_back({"log_softmax", "far_out", {}, {{{4, 6}, Fill::Uniform, -500, 500}}});
  cases.push_back({"log_softmax", "nan", {}, {{{3, 5}, Fill::Normal, 0, 1, {7}}}});
  addLabelOps(cases);
}

}  // namespace fovea::numeric
