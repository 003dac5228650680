// Why: the cases of ops that update variables: optimizers, averages, sums, and gradient clipping.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

const CaseInput kRate{Shape{}, Fill::Uniform, 0.01, 0.2};
const CaseInput kFactor{Shape{}, Fill::Uniform, 0.2, 0.9};

CaseInput stepNumber(double number) {
  return {Shape{}, Fill::Constant, number};
}

// An update op with states as after some steps.
struct Update {
  std::string op;
  std::vector<CaseInput> states;  // with the case's shape
  bool counted = false;

  Case make(const std::string& name, const Shape& shape, const FieldValues& attributes, double step = 3) const {
    Case result{op, name, attributes, {{shape}, {shape}}};
    for (CaseInput state : states) {
      state.shape = shape;
      result.inputs.push_back(state);
    }
    result.inputs.push_back(kRate);
    if (counted) result.inputs.push_back(stepNumber(step));
    return result;
  }
  // All states are zero, as before the first update.
  Case first(const Shape& shape, const FieldValues& attributes) const {
    Case result = make("first_step", shape, attributes, 1);
    for (std::size_t i = 0; i < states.size(); ++i) result.inputs[2 + i] = {shape, Fill::Constant, 0};
    return result;
  }
};

void addUpdate(std::vector<Case>& cases, const Update& update) {
  cases.push_back(update.make("defaults", {5, 7}, {}));
  cases.push_back(update.make("convolution", {20, 3, 5, 5}, {{"weight_decay", 0.05}}));
  cases.push_back(update.make("scalar", Shape{}, {}));
  cases.push_back(update.make("empty", {0, 3}, {}));
  cases.push_back(update.make("large", {3, 11111}, {{"rate_multiplier", 0.5}}));
  cases.push_back(update.make("late", {33}, {{"weight_decay", 0.01}}, 100000));
  cases.push_back(update.first({4, 9}, {}));
  Case clipped = update.make("clipped", {41}, {{"clip", 0.3}});
  cases.push_back(clipped);
  clipped.name = "factor_then_clip";
  clipped.inputs.push_back(kFactor);
  cases.push_back(clipped);
  Case nan = update.make("nan_gradient", {37}, {{"clip", 0.5}});
  nan.inputs[1].nans = {0, 17, 36};
  cases.push_back(nan);
}

void addOptimizers(std::vector<Case>& cases) {
  const CaseInput mean{Shape{}, Fill::Uniform, -0.5, 0.5}, square{Shape{}, Fill::Uniform, 0.3, 2.0};
  const Update sgd{"sgd_update", {mean}};
  addUpdate(cases, sgd);
  cases.push_back(sgd.make("plain_descent", {33}, {{"momentum", 0.0}}));
  cases.push_back(sgd.make("nesterov", {4, 9}, {{"nesterov", true}, {"weight_decay", 0.01}}));
  addUpdate(cases, {"adagrad_update", {square}});
  const Update rmsprop{"rmsprop_update", {square, mean}}, centred{"rmsprop_centred_update", {square, mean, mean}};
  for (const Update& update : {rmsprop, centred}) {
    addUpdate(cases, update);
    cases.push_back(update.make("momentum", {4, 9}, {{"momentum", 0.9}, {"rho", 0.8}, {"epsilon", 1e-3}}));
  }
  const Update adadelta{"adadelta_update", {square, {Shape{}, Fill::Uniform, 0.0, 0.1}}};
  addUpdate(cases, adadelta);
  cases.push_back(adadelta.make("slow", {4, 9}, {{"rho", 0.95}, {"epsilon", 1e-4}}));
  for (const char* op : {"adam_update", "adamw_update", "lamb_update"}) {
    const Update adam{op, {mean, square}, true};
    addUpdate(cases, adam);
    cases.push_back(adam.make("other_betas", {4, 9}, {{"beta1", 0.8}, {"beta2", 0.95}, {"epsilon", 1e-3}}));
  }
  const Update lamb{"lamb_update", {mean, square}, true};
  cases.push_back(lamb.make("without_adapting", {4, 9}, {{"adapt", false}, {"weight_decay", 0.1}}));
  Case zeros = lamb.make("zero_parameters", {50}, {});
  zeros.inputs[0].fill = Fill::Constant;
  cases.push_back(zeros);
}

}  // namespace

void addUpdateCases(std::vector<Case>& cases) {
  addOptimizers(cases);
  cases.push_back({"accumulate", "plain", {}, {{Shape{}}, {Shape{}}}});
  cases.push_back({"accumulate", "weighted", {{"factor", 64.0}}, {{Shape{}}, {Shape{}}}});
  cases.push_back({"accumulate", "tensor", {{"factor", 16.0}}, {{{7, 3, 5}}, {{7, 3, 5}}}});
  cases.push_back({"accumulate", "large", {}, {{{40000}}, {{40000}}}});
  cases.push_back({"accumulate", "empty", {}, {{{0, 4}}, {{0, 4}}}});
  cases.push_back({"accumulate", "nan", {}, {{{9}}, {{9}, Fill::Normal, 0, 1, {4}}}});
  for (const auto& [name, weight] : {std::pair("small_weight", 0.001), std::pair("half", 0.5), std::pair("whole", 1.0)})
    cases.push_back({"average_update", name, {}, {{{6, 11}}, {{6, 11}}, {Shape{}, Fill::Constant, weight}}});
  cases.push_back({"average_update", "whole_forgets_nan", {}, {{{9}, Fill::Normal, 0, 1, {3}}, {{9}}, stepNumber(1)}});
  cases.push_back({"average_update", "large", {}, {{{3, 12345}}, {{3, 12345}}, kRate}});
  cases.push_back({"squared_norm", "one", {}, {{{5, 7}}}});
  cases.push_back({"squared_norm", "several", {}, {{{5, 7}}, {Shape{}}, {{20, 3, 5, 5}}, {{11}}}});
  cases.push_back({"squared_norm", "large", {}, {{{3, 11111}}, {{4097}}}});
  cases.push_back({"squared_norm", "empty", {}, {{{0, 4}}}});
  cases.push_back({"squared_norm", "nan", {}, {{{5, 7}, Fill::Normal, 0, 1, {8}}, {{3}}}});
  const CaseInput small{Shape{}, Fill::Uniform, 0.01, 0.5}, large{Shape{}, Fill::Uniform, 5, 50};
  cases.push_back({"clip_factor", "below", {}, {small}});
  cases.push_back({"clip_factor", "above", {}, {large}});
  cases.push_back({"clip_factor", "scaled", {{"limit", 0.25}}, {large, kFactor}});
  cases.push_back({"clip_factor", "nan", {}, {{Shape{}, Fill::Normal, 0, 1, {0}}}});
}

}  // namespace fovea::numeric
