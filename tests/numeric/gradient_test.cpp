// Why: training is only correct if every gradient rule is: each is checked in f64 against finite differences.
#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

std::vector<Parameter> differentiableCases() {
  std::vector<Parameter> parameters = parametersOf({DataType::Float64});
  std::erase_if(parameters, [](const Parameter& parameter) { return !isDifferentiable(*parameter.subject); });
  return parameters;
}

class Gradient : public testing::TestWithParam<Parameter> {};

TEST_P(Gradient, AgreesWithDifferences) {
  const Status status = checkGradient(*GetParam().subject);
  EXPECT_TRUE(status.ok()) << status.error().text();
}

INSTANTIATE_TEST_SUITE_P(Grad, Gradient, testing::ValuesIn(differentiableCases()), parameterName);

TEST(GradientTable, HoldsEveryDifferentiableOp) {
  for (const OpType& op : allOps()) {
    if (!op.gradient) continue;
    const auto holds = [&](const Case& subject) { return subject.op == op.name && isDifferentiable(subject); };
    EXPECT_TRUE(std::any_of(allCases().begin(), allCases().end(), holds)) << op.name;
  }
}

// The check itself must detect a wrong gradient: next to a kink finite differences give another slope than the rule.
TEST(GradientCheck, NoticesWhatIsWrong) {
  const Case kink{"relu", "kink", {}, {{{4}, Fill::Constant, 1e-7}}};
  EXPECT_FALSE(checkGradient(kink).ok());
}

}  // namespace
}  // namespace fovea::numeric
