// Why: the cases of elementwise ops and of their programs.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

void addProgram(std::vector<Case>& cases, const std::string& name, const std::string& program,
                const std::vector<CaseInput>& inputs, bool smooth = true) {
  cases.push_back({"fused_pointwise", name, {{"program", program}}, inputs, smooth});
}

CaseInput between(const Shape& shape, double low, double high) {
  return {shape, Fill::Uniform, low, high};
}

// Every instruction on arrays, on repeated numbers, and at difficult arguments.
void addInstructions(std::vector<Case>& cases) {
  const Shape odd{3, 41};
  for (const std::string name : {"add", "sub", "mul", "div", "min", "max", "lt", "le", "eq"}) {
    const CaseInput a{odd, Fill::AwayFromZero}, b{odd, Fill::AwayFromZero}, one{Shape{}, Fill::AwayFromZero};
    addProgram(cases, name, "2: " + name + " 0 1 -> 2", {a, b});
    addProgram(cases, name + "_first_repeated", "2: " + name + " 0 1 -> 2", {one, b});
    addProgram(cases, name + "_second_repeated", "2: " + name + " 0 1 -> 2", {a, one});
    addProgram(cases, name + "_nan", "2: " + name + " 0 1 -> 2",
               {{{40}, Fill::Normal, 0, 1, {0, 33, 39}}, {{40}, Fill::Normal, 0, 1, {3, 39}}});
  }
  for (const std::string name :
       {"neg", "abs", "sign", "square", "recip", "exp", "expm1", "tanh", "sigmoid", "erf", "sin", "cos", "floor"}) {
    addProgram(cases, name, "1: " + name + " 0 -> 1", {{odd, Fill::AwayFromZero}});
    addProgram(cases, name + "_nan", "1: " + name + " 0 -> 1", {{{40}, Fill::AwayFromZero, 0, 1, {0, 33, 39}}});
  }
  // Not for the gradient check: in a sum with exp(20), differences of the small terms are lost.
  for (const std::string name : {"exp", "expm1", "tanh", "sigmoid", "erf", "sin", "cos", "floor"})
    addProgram(cases, name + "_far_out", "1: " + name + " 0 -> 1", {between({7, 1000}, -80, 20)}, false);
  for (const std::string name : {"sqrt", "rsqrt", "log", "log1p"}) {
    addProgram(cases, name, "1: " + name + " 0 -> 1", {between(odd, 0.1, 5)});
    addProgram(cases, name + "_far_out", "1: " + name + " 0 -> 1", {between({7, 1000}, 10, 1e6)});
    addProgram(cases, name + "_negative", "1: " + name + " 0 -> 1", {between({40}, -3, -2)}, false);
    addProgram(cases, name + "_zero", "1: " + name + " 0 -> 1", {{{40}, Fill::Constant, 0}}, false);
  }
  addProgram(cases, "pow", "2: pow 0 1 -> 2", {between(odd, 0.1, 5), {odd}});
  addProgram(cases, "pow_constant", "1: const -0.75, pow 0 1 -> 2", {between(odd, 0.1, 5)});
  addProgram(cases, "pow_zero_zero", "1: const 0, pow 0 1 -> 2", {{odd, Fill::Constant, 0}});
  addProgram(cases, "pow_repeated", "2: pow 0 1 -> 2", {between(Shape{}, 0.5, 2), {odd}});
  addProgram(cases, "sin_huge", "1: sin 0 -> 1", {between({7, 33}, -1e6, 1e6)}, false);
  addProgram(cases, "select", "3: select 0 1 2 -> 3", {{odd, Fill::NonNegative}, {odd}, {odd}}, false);
  addProgram(cases, "select_numbers",
             "3: const 2, const 3, const 0, lt 5 0, select 6 3 4, select 6 1 4, select 6 3 2 -> 7 8 9",
             {{odd, Fill::AwayFromZero}, {odd}, {odd}});
  addProgram(cases, "select_by_a_number", "3: select 0 1 2 -> 3", {{Shape{}, Fill::Constant, 1}, {odd}, {odd}});
}

void addShapes(std::vector<Case>& cases) {
  const std::string chain = "2: const 0.5, mul 0 2, tanh 3, mul 4 1, add 5 0 -> 6";
  addProgram(cases, "copy", "1: -> 0", {{{3, 7}}});
  addProgram(cases, "chain", chain, {{{2, 3, 5, 7}}, {{2, 3, 5, 7}}});
  addProgram(cases, "chain_of_a_row", chain, {{{6, 10}}, {{10}}});
  addProgram(cases, "chain_of_a_long_row", chain, {{{3, 300}}, {{300}}});
  addProgram(cases, "chain_of_a_column", chain, {{{6, 300}}, {{6, 1}}});
  addProgram(cases, "chain_of_channels", chain, {{{2, 5, 6, 7}}, {{5, 1, 1}}});
  addProgram(cases, "chain_of_large_channels", chain, {{{2, 5, 16, 17}}, {{5, 1, 1}}});
  addProgram(cases, "chain_of_volumes", chain, {{{2, 3, 4, 5, 6}}, {{3, 1, 1, 1}}});
  addProgram(cases, "chain_of_a_number", chain, {{{2, 3, 5}}, {Shape{}}});
  addProgram(cases, "chain_of_both", chain, {{{5, 1, 9}}, {{4, 1}}});
  addProgram(cases, "chain_of_numbers", chain, {{Shape{}}, {Shape{}}});
  addProgram(cases, "chain_of_ones", chain, {{{1, 1}}, {{1}}});
  addProgram(cases, "chain_of_nothing", chain, {{{0, 3}}, {{3}}});
  addProgram(cases, "chain_in_threads", chain, {{{16, 8, 33, 21}}, {{8, 1, 1}}});
  addProgram(cases, "many_inputs", "5: mul 0 1, add 5 2, mul 6 3, sub 7 4 -> 8",
             {{{4, 6, 9, 9}}, {{6, 1, 1}}, {{4, 1, 1, 1}}, {{9}}, {Shape{}}});
  // The first output may overwrite an input only if that input is not read later.
  addProgram(cases, "several_outputs", "2: mul 0 1, add 0 1, sub 2 0 -> 2 3 4 0 2", {{{3, 400}}, {{3, 400}}});
  addProgram(cases, "constant_output", "1: const 2.5 -> 1", {{{3, 400}}});
  addProgram(cases, "single_work", "3: mul 1 2, exp 3, mul 0 4 -> 5", {{{3, 400}}, {{3, 1}}, {Shape{}}});
}

// An op with one input, where its formula changes and far from there.
void addUnary(std::vector<Case>& cases, const std::string& op, const FieldValues& attributes = {}, double low = -4,
              double high = 4) {
  cases.push_back({op, "matrix", attributes, {between({3, 17}, low, high)}});
  cases.push_back({op, "image", attributes, {between({2, 3, 5, 7}, low, high)}});
  cases.push_back({op, "large", attributes, {between({4, 16, 9, 9}, low, high)}});
  cases.push_back({op, "scalar", attributes, {between(Shape{}, low, high)}});
  cases.push_back({op, "empty_batch", attributes, {{{0, 4}}}});
  cases.push_back({op, "nan", attributes, {{{2, 19}, Fill::Uniform, 0.1, 1, {0, 20, 37}}}});
  cases.push_back({op, "far_out", attributes, {between({2, 40}, low < 0 ? -60 : 1, 60)}, op != "exponential"});
}

void addNamedOps(std::vector<Case>& cases) {
  for (const std::string op : {"negate", "absolute", "square", "exponential", "leaky_relu", "elu", "selu", "gelu",
                               "silu", "hard_sigmoid", "hard_swish", "softplus", "softsign", "mish", "relu6"})
    addUnary(cases, op);
  // exp(x) is infinite, also in f64.
  for (const std::string op : {"elu", "selu", "silu", "softplus", "mish"})
    cases.push_back({op, "overflowing", {}, {between({3, 17}, 720, 2000)}});
  for (const std::string op : {"square_root", "logarithm"}) addUnary(cases, op, {}, 0.1, 4);
  cases.push_back({"leaky_relu", "steep", {{"slope", 0.3}}, {{{3, 17}, Fill::AwayFromZero}}});
  cases.push_back({"elu", "alpha", {{"alpha", 0.4}}, {{{3, 17}, Fill::AwayFromZero}}});
  cases.push_back({"gelu", "approximate", {{"tanh", true}}, {between({3, 170}, -6, 6)}});
  cases.push_back({"softplus", "sharp", {{"beta", 5.0}}, {between({3, 17}, -4, 4)}});
  cases.push_back({"softplus", "zero", {}, {{{9}, Fill::Constant, 0}}});
  for (const std::string op : {"subtract", "divide", "maximum", "minimum", "power", "prelu"}) {
    const bool positive = op == "power";
    const auto add = [&](const std::string& name, const Shape& a, const Shape& b) {
      const CaseInput first = positive ? between(a, 0.2, 3) : CaseInput{a, Fill::AwayFromZero};
      cases.push_back({op, name, {}, {first, {b, Fill::AwayFromZero}}});
    };
    add("same", {2, 3, 4, 5}, {2, 3, 4, 5});
    add("channels", {2, 3, 4, 5}, {3, 1, 1});
    add("large_channels", {2, 3, 14, 15}, {3, 1, 1});
    add("row", {6, 7}, {7});
    add("number", {3, 50}, Shape{});
    add("empty_batch", {0, 3}, {3});
    cases.push_back({op, "nan", {}, {{{2, 3}, Fill::Normal, 0, 1, {4}}, {{3}, Fill::Normal, 0, 1, {0}}}});
  }
  const auto binaryLoss = [&](const std::string& name, const Shape& x, const Shape& t, double weight) {
    cases.push_back({"binary_cross_entropy", name, {{"positive_weight", weight}}, {{x}, between(t, 0, 1)}});
  };
  binaryLoss("labels", {5, 7}, {5, 7}, 1);
  binaryLoss("weighted", {4, 16, 9, 9}, {4, 16, 9, 9}, 2.5);
  binaryLoss("repeated_target", {5, 7}, {7}, 1);
  binaryLoss("empty_batch", {0, 3}, {0, 3}, 1);
  cases.push_back({"binary_cross_entropy", "far_out", {}, {between({4, 40}, -200, 200), between({4, 40}, 0, 1)}});
  cases.push_back({"binary_cross_entropy", "zero", {}, {{{9}, Fill::Constant, 0}, between({9}, 0, 1)}});
  cases.push_back({"binary_cross_entropy", "nan", {}, {{{9}, Fill::Normal, 0, 1, {3}}, between({9}, 0, 1)}});
  cases.push_back({"maximum", "ties", {}, {{{5}, Fill::Constant, 1}, {{5}, Fill::Constant, 1}}, false});
  cases.push_back({"divide", "by_zero", {}, {{{5}}, {{5}, Fill::Constant, 0}}, false});
}

}  // namespace

void addPointwiseCases(std::vector<Case>& cases) {
  addNamedOps(cases);
  addInstructions(cases);
  addShapes(cases);
}

}  // namespace fovea::numeric
