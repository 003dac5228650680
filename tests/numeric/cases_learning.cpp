// Why: the cases of normalisation, softmax, losses and metrics.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

void addBatchNorm(std::vector<Case>& cases, const std::string& name, const Shape& x, const FieldValues& attributes = {},
                  double offset = 0) {
  const Shape channels{x[1]};
  const CaseInput positive{channels, Fill::Uniform, 0.5, 2.0};
  const CaseInput image = offset == 0 ? CaseInput{x} : CaseInput{x, Fill::Uniform, offset - 1, offset + 1};
  cases.push_back({"batch_norm", name, attributes, {image, {channels}, {channels}, {channels}, positive}});
  cases.push_back({"batch_norm_backward", name, {}, {{x}, {x}, {channels}, {channels}, positive}});
  FieldValues inference = attributes;
  inference.remove("momentum");
  cases.push_back({"batch_norm_inference", name, inference, {image, {channels}, {channels}, {channels}, positive}});
}

// With and without the activation and the residual that are fused, in turn.
void addFusedBatchNorm(std::vector<Case>& cases, const std::string& name, const Shape& x, double offset = 0) {
  const Shape channels{x[1]};
  const CaseInput positive{channels, Fill::Uniform, 0.5, 2.0};
  const CaseInput image = offset == 0 ? CaseInput{x} : CaseInput{x, Fill::Uniform, offset - 1, offset + 1};
  for (const std::string activation : {"none", "relu", "relu6"})
    for (const bool residual : {false, true}) {
      Case forward{"batch_norm_fused",
                   name + "_" + activation + (residual ? "_residual" : ""),
                   {{"activation", activation}},
                   {image, {channels}, {channels}, {channels}, positive}};
      Case backward{
          "batch_norm_fused_backward",
          forward.name,
          {{"activation", activation}, {"residual", residual}},
          {{x}, image, {channels}, {channels}, {channels, Fill::Uniform, offset - 0.2, offset + 0.2}, positive}};
      if (residual) {
        forward.inputs.push_back({x});
        backward.inputs.push_back({x, Fill::NonNegative});
      }
      cases.push_back(std::move(forward));
      cases.push_back(std::move(backward));
    }
}

void addSoftmax(std::vector<Case>& cases, const std::string& name, const Shape& shape) {
  cases.push_back({"softmax", name, {}, {{shape}}});
  cases.push_back({"softmax_backward", name, {}, {{shape}, {shape, Fill::Probabilities}}});
}

void addCrossEntropy(std::vector<Case>& cases, const std::string& name, std::int64_t batch, std::int64_t classes,
                     double lowestLabel = 0) {
  const CaseInput labels{Shape{batch}, Fill::Labels, lowestLabel, static_cast<double>(classes)};
  const CaseInput probabilities{Shape{batch, classes}, Fill::Probabilities};
  cases.push_back({"softmax_cross_entropy", name, {}, {{{batch, classes}}, labels}});
  cases.push_back({"softmax_cross_entropy_backward", name, {}, {{Shape{}}, probabilities, labels}});
  cases.push_back({"correct_count", name, {}, {{{batch, classes}, Fill::Distinct}, labels}});
  cases.push_back({"softmax_cross_entropy_fused", name, {}, {{{batch, classes}}, labels, {Shape{}}}});
}

// The last layer of a classifier with its loss.
void addClassifier(std::vector<Case>& cases, const std::string& name, std::int64_t batch, std::int64_t inputs,
                   std::int64_t classes, double lowestLabel = 0) {
  const CaseInput labels{Shape{batch}, Fill::Labels, lowestLabel, static_cast<double>(classes)};
  const CaseInput weight{{classes, inputs}, Fill::Uniform, -0.2, 0.2};
  cases.push_back(
      {"linear_cross_entropy_fused", name, {}, {{{batch, inputs}}, weight, {Shape{classes}}, labels, {Shape{}}}});
}

}  // namespace

void addNormalizationCases(std::vector<Case>& cases) {
  addBatchNorm(cases, "image", {4, 3, 5, 6});
  addBatchNorm(cases, "vector", {16, 7});
  addBatchNorm(cases, "large", {8, 20, 12, 12});
  addBatchNorm(cases, "far_from_zero", {4, 5, 6, 6}, {}, 10);
  addBatchNorm(cases, "other_attributes", {3, 4, 3, 3}, {{"epsilon", 1e-2}, {"momentum", 0.7}});
  addBatchNorm(cases, "one_channel", {5, 1, 4, 4});
  addBatchNorm(cases, "one_sample", {1, 6, 5, 5});
  addBatchNorm(cases, "empty_batch", {0, 3, 4, 4});
  addBatchNorm(cases, "empty_batch_of_many_channels", {0, 9000});
  // With one number per channel the deviation is zero, and the unbiased variance would divide by zero.
  addBatchNorm(cases, "one_number", {1, 3, 1, 1});
  addFusedBatchNorm(cases, "image", {4, 3, 5, 6});
  addFusedBatchNorm(cases, "vector", {16, 7});
  addFusedBatchNorm(cases, "large", {9, 20, 13, 12});
  addFusedBatchNorm(cases, "blocks", {3, 32, 7, 7});
  addFusedBatchNorm(cases, "far_from_zero", {4, 5, 6, 6}, 10);
  addFusedBatchNorm(cases, "empty_batch", {0, 3, 4, 4});
}

void addLossCases(std::vector<Case>& cases) {
  addSoftmax(cases, "ten_classes", {8, 10});
  addSoftmax(cases, "thousand_classes", {3, 1000});
  addSoftmax(cases, "one_class", {4, 1});
  addSoftmax(cases, "pixels", {2, 5, 3, 4});
  addSoftmax(cases, "empty_batch", {0, 10});
  cases.push_back({"softmax", "far_out", {}, {{{4, 6}, Fill::Uniform, -500, 500}}});
  cases.push_back({"softmax", "nan", {}, {{{3, 5}, Fill::Normal, 0, 1, {7}}}});
  addCrossEntropy(cases, "ten_classes", 8, 10);
  addCrossEntropy(cases, "some_without_label", 20, 4, -1);
  addCrossEntropy(cases, "one_sample", 1, 3);
  addCrossEntropy(cases, "one_class", 5, 1);
  addCrossEntropy(cases, "thousand_classes", 4, 1000);
  addCrossEntropy(cases, "large_batch", 300, 10);
  addCrossEntropy(cases, "empty_batch", 0, 10);
  addClassifier(cases, "ten_classes", 8, 50, 10);
  addClassifier(cases, "some_without_label", 20, 7, 4, -1);
  addClassifier(cases, "one_sample", 1, 33, 3);
  addClassifier(cases, "lenet", 64, 500, 10);
  addClassifier(cases, "more_than_a_block_takes", 300, 500, 10);
  addClassifier(cases, "empty_batch", 0, 5, 10);
  const CaseInput none{Shape{6}, Fill::Labels, -1, 0};
  const CaseInput beyond{Shape{6}, Fill::Labels, 3, 9};  // of 5 classes
  for (const auto& [name, labels] : {std::pair("without_any_label", none), std::pair("label_too_large", beyond)}) {
    cases.push_back({"softmax_cross_entropy", name, {}, {{{6, 5}}, labels}, labels.high <= 5});
    cases.push_back({"softmax_cross_entropy_backward", name, {}, {{Shape{}}, {{6, 5}, Fill::Probabilities}, labels}});
    cases.push_back({"correct_count", name, {}, {{{6, 5}, Fill::Distinct}, labels}});
    cases.push_back({"softmax_cross_entropy_fused", name, {}, {{{6, 5}}, labels, {Shape{}}}});
  }
  const CaseInput zeros{Shape{9}, Fill::Labels, 0, 2};
  cases.push_back({"softmax_cross_entropy", "far_out", {}, {{{9, 4}, Fill::Uniform, -500, 500}, zeros}});
  cases.push_back(
      {"softmax_cross_entropy_fused", "far_out", {}, {{{9, 4}, Fill::Uniform, -500, 500}, zeros, {Shape{}}}});
  cases.push_back({"softmax_cross_entropy_fused", "nan", {}, {{{9, 4}, Fill::Normal, 0, 1, {1, 8}}, zeros, {Shape{}}}});
  addCrossEntropy(cases, "more_than_a_block_takes", 1700, 10);
  cases.push_back({"correct_count", "ties", {}, {{{9, 4}, Fill::Constant, 1.5}, zeros}});
  cases.push_back({"correct_count", "nan", {}, {{{9, 4}, Fill::Normal, 0, 1, {1, 8, 10, 19, 29}}, zeros}});
}

}  // namespace fovea::numeric
