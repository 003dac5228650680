// ONNX operators on sequences: attention against plain loops, and stateful layers over one sequence or its two halves.
#include <limits>

#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

OnnxAttribute whole(const char* name, std::int64_t value) {
  return {name, value};
}

// q [N, Hq, T, D], k [N, Hk, S, D], v [N, Hk, S, E]; `bias` of (n, h, t, s).
template <class Bias>
std::vector<double> attended(const OnnxTensor& q, const OnnxTensor& k, const OnnxTensor& v, Bias bias) {
  const Shape a = q.tensor.shape(), b = k.tensor.shape(), c = v.tensor.shape();
  const auto at = [](const OnnxTensor& x, std::int64_t i, std::int64_t j, std::int64_t r, std::int64_t col) {
    const Shape s = x.tensor.shape();
    return numberAt(x.tensor, ((i * s[1] + j) * s[2] + r) * s[3] + col);
  };
  std::vector<double> y;
  for (std::int64_t n = 0; n < a[0]; ++n)
    for (std::int64_t h = 0; h < a[1]; ++h)
      for (std::int64_t t = 0; t < a[2]; ++t) {
        std::vector<double> weights;
        double total = 0;
        const std::int64_t shared = h / (a[1] / b[1]);
        for (std::int64_t s = 0; s < b[2]; ++s) {
          double score = 0;
          for (std::int64_t d = 0; d < a[3]; ++d) score += at(q, n, h, t, d) * at(k, n, shared, s, d);
          weights.push_back(std::exp(score / std::sqrt(static_cast<double>(a[3])) + bias(n, h, t, s)));
          total += weights.back();
        }
        for (std::int64_t e = 0; e < c[3]; ++e) {
          double mean = 0;
          for (std::int64_t s = 0; s < b[2]; ++s)
            mean += total > 0 ? weights[static_cast<std::size_t>(s)] / total * at(v, n, shared, s, e) : 0;
          y.push_back(mean);
        }
      }
  return y;
}

TEST(OnnxAttention, SharesHeadsAndSeesOnlyThePast) {
  const OnnxTensor q = someFloats("q", Shape{2, 4, 3, 5}), k = someFloats("k", Shape{2, 2, 3, 5}, 0.21),
                   v = someFloats("v", Shape{2, 2, 3, 7}, 0.13);
  const auto run = runNode("Attention", {q, k, v}, {whole("is_causal", 1)}, 23);
  expectNear(numbersOfNode(run, Shape{2, 4, 3, 7}),
             attended(q, k, v, [](auto, auto, auto t, auto s) { return s <= t ? 0 : -kInfinity; }));
}

// Without masks it becomes a single op, with the heads on an axis of their own or side by side; other scales do not.
TEST(OnnxAttention, PlainOnesAreOneOp) {
  const OnnxTensor q = someFloats("q", Shape{2, 3, 4, 5}), k = someFloats("k", Shape{2, 3, 4, 5}, 0.21),
                   v = someFloats("v", Shape{2, 3, 4, 5}, 0.13);
  const auto flat = [](const OnnxTensor& x) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < 120; ++i)
      values.push_back(numberAt(x.tensor, i / 60 * 60 + i % 15 / 5 * 20 + i % 60 / 15 * 5 + i % 5));
    return floats(x.name, Shape{2, 4, 15}, values);
  };
  for (const std::int64_t causal : {0, 1}) {
    const auto wanted = attended(q, k, v, [&](auto, auto, auto t, auto s) { return causal && s > t ? -kInfinity : 0; });
    expectNear(numbersOfNode(runNode("Attention", {q, k, v}, {whole("is_causal", causal)}, 23), Shape{2, 3, 4, 5}),
               wanted);
    const auto side = runNode("Attention", {flat(q), flat(k), flat(v)},
                              {whole("is_causal", causal), whole("q_num_heads", 3), whole("kv_num_heads", 3)}, 23);
    expectNear(numbersOfNode(side, Shape{2, 4, 15}), numbersOf(flat(floats("y", Shape{2, 3, 4, 5}, wanted)).tensor));
  }
  const auto sharp = runNode("Attention", {q, k, v}, {{"scale", 4 / std::sqrt(5.0)}}, 23);
  std::vector<double> louder = numbersOf(q.tensor);
  for (double& number : louder) number *= 4;
  expectNear(numbersOfNode(sharp, Shape{2, 3, 4, 5}),
             attended(floats("q", Shape{2, 3, 4, 5}, louder), k, v, [](auto, auto, auto, auto) { return 0; }));
}

// A mask shorter than the keys hides the rest; a query that sees no key gets zeros, not NaN.
TEST(OnnxAttention, MasksHideKeys) {
  const OnnxTensor q = someFloats("q", Shape{1, 1, 2, 4}), k = someFloats("k", Shape{1, 1, 3, 4}, 0.21),
                   v = someFloats("v", Shape{1, 1, 3, 2}, 0.13);
  const OnnxTensor mask = numbers("m", OnnxElement::Bool, Shape{2, 2}, {1, 1, 0, 0});
  const auto y = numbersOfNode(runNode("Attention", {q, k, v, mask}, {}, 24), Shape{1, 1, 2, 2});
  expectNear(y, attended(q, k, v, [](auto, auto, auto t, auto s) { return t == 0 && s < 2 ? 0 : -kInfinity; }));
  EXPECT_EQ(y[2], 0);
  // In opset 23 it must be as long as the keys, or have one entry for all.
  EXPECT_FALSE(runNode("Attention", {q, k, v, mask}, {}, 23).ok());
  const OnnxTensor one = numbers("m", OnnxElement::Bool, Shape{2, 1}, {1, 0});
  expectNear(numbersOfNode(runNode("Attention", {q, k, v, one}, {}, 23), Shape{1, 1, 2, 2}),
             attended(q, k, v, [](auto, auto, auto t, auto) { return t == 0 ? 0 : -kInfinity; }));
}

TEST(OnnxAttention, TheCacheGoesBeforeTheNewKeys) {
  const OnnxTensor q = someFloats("q", Shape{1, 2, 2, 4}), k = someFloats("k", Shape{1, 2, 5, 4}, 0.21),
                   v = someFloats("v", Shape{1, 2, 5, 4}, 0.13);
  const auto cut = [](const OnnxTensor& x, const std::string& name, std::int64_t from, std::int64_t count) {
    std::vector<double> values;
    for (std::int64_t h = 0; h < 2; ++h)
      for (std::int64_t i = from * 4; i < (from + count) * 4; ++i) values.push_back(numberAt(x.tensor, h * 20 + i));
    return floats(name, Shape{1, 2, count, 4}, values);
  };
  const auto run =
      runNode("Attention", {q, cut(k, "k", 3, 2), cut(v, "v", 3, 2), kNone, cut(k, "pk", 0, 3), cut(v, "pv", 0, 3)},
              {whole("is_causal", 1)}, 23, {"y", "present", "values"});
  expectNear(numbersOfNode(run, Shape{1, 2, 2, 4}),
             attended(q, k, v, [](auto, auto, auto t, auto s) { return s <= t + 3 ? 0 : -kInfinity; }));
  expectNear(numbersOfNode(run, Shape{1, 2, 5, 4}, 1), numbersOf(k.tensor));
}

TEST(OnnxAttention, SamplesMayHaveFewerKeysAndAWindow) {
  const OnnxTensor q = someFloats("q", Shape{2, 1, 2, 4}), k = someFloats("k", Shape{2, 1, 6, 4}, 0.21),
                   v = someFloats("v", Shape{2, 1, 6, 3}, 0.13);
  const std::array<std::int64_t, 2> counts{6, 4};
  const auto run = runNode("Attention", {q, k, v, kNone, kNone, kNone, wholes("n", Shape{2}, {6, 4})},
                           {whole("is_causal", 1), whole("left_window_size", 1)}, 25);
  expectNear(numbersOfNode(run, Shape{2, 1, 2, 3}), attended(q, k, v, [&](auto n, auto, auto t, auto s) {
               const std::int64_t place = t + counts[static_cast<std::size_t>(n)] - 2;
               return s <= place && s >= place - 1 ? 0 : -kInfinity;
             }));
}

TEST(OnnxAttention, RefusesWhatDoesNotFit) {
  const OnnxTensor q = someFloats("q", Shape{1, 3, 2, 4}), k = someFloats("k", Shape{1, 2, 2, 4}),
                   v = someFloats("v", Shape{1, 2, 2, 4}), flat = someFloats("q", Shape{1, 2, 4});
  const auto message = [](const Result<std::vector<OnnxTensor>>& outputs) {
    return outputs.ok() ? "" : outputs.error().message;
  };
  EXPECT_EQ(message(runNode("Attention", {q, k, v}, {}, 23)), "unsupported Attention: its inputs do not fit");
  EXPECT_EQ(message(runNode("Attention", {flat, k, v}, {}, 23)), "unsupported Attention: its inputs do not fit");
  EXPECT_EQ(message(runNode("Attention", {k, k, v, floats("m", Shape{5, 2}, someNumbers(10))}, {}, 23)).substr(0, 21),
            "unsupported Attention");
  EXPECT_EQ(message(runNode("Attention", {floats("q", Shape{2}, {1, 2}), k, v}, {}, 23)),
            "unsupported Attention: values without heads");
}

// A thousand times the limit of pairs.
TEST(OnnxAttention, TooManyPairsAreRefusedBeforehand) {
  const OnnxTensor q = floats("q", Shape{1, 1, 2000, 1}, std::vector<double>(2000, 1.0));
  OnnxTensor k = q, v = q;
  k.name = "k";
  v.name = "v";
  const auto in = [](const char* name) { return info(name, OnnxElement::Float, {1, 1, 2000, 1}); };
  const auto model = modelOf({in("q"), in("k"), in("v")}, {node("Attention", {"q", "k", "v"}, {"y"})},
                             {info("y", OnnxElement::Float, {1, 1, 2000, 1})}, {}, 23);
  OnnxProgramOptions options;
  options.mostElements = 4000;
  const std::vector<OnnxTensor> inputs{q, k, v};
  const auto translation = translateOnnx(model, inputs, options);
  ASSERT_FALSE(translation.program.ok());
  EXPECT_EQ(translation.program.error().message, "unsupported Attention: there are too many pairs of queries and keys");
}

OnnxAttribute graphAdding(const char* name, double added) {
  auto graph = std::make_shared<OnnxGraph>();
  graph->inputs = {info("s", OnnxElement::Float, {-1, -1, -1, -1})};
  graph->outputs = {info("t", OnnxElement::Float, {-1, -1, -1, -1})};
  graph->initializers = {floats("c", Shape{}, {added})};
  graph->nodes = {node("Mul", {"s", "c"}, {"t"})};
  return {name, std::shared_ptr<const OnnxGraph>(graph)};
}

TEST(OnnxAttention, ItsGraphsChangeScoresAndProbabilities) {
  const OnnxTensor q = someFloats("q", Shape{1, 2, 2, 4}), k = someFloats("k", Shape{1, 2, 3, 4}, 0.21),
                   v = someFloats("v", Shape{1, 2, 3, 2}, 0.13);
  const auto run = runNode("FlexAttention", {q, k, v}, {graphAdding("score_mod", 0), graphAdding("prob_mod", 3)}, 1,
                           {"y"}, "ai.onnx.preview");
  // Scores of 0 give all values the weight 1/3, which times 3 is their sum.
  std::vector<double> sums;
  for (std::int64_t h = 0; h < 2; ++h)
    for (int repeat = 0; repeat < 2; ++repeat)
      for (std::int64_t e = 0; e < 2; ++e)
        sums.push_back(numberAt(v.tensor, h * 6 + e) + numberAt(v.tensor, h * 6 + 2 + e) +
                       numberAt(v.tensor, h * 6 + 4 + e));
  expectNear(numbersOfNode(run, Shape{1, 2, 2, 2}), sums);
}

OnnxTensor steps(const OnnxTensor& x, std::int64_t from, std::int64_t count) {
  const Shape s = x.tensor.shape();
  std::vector<double> values;
  for (std::int64_t n = 0; n < s[0]; ++n)
    for (std::int64_t i = from * s[2]; i < (from + count) * s[2]; ++i)
      values.push_back(numberAt(x.tensor, n * s[1] * s[2] + i));
  return floats(x.name, Shape{s[0], count, s[2]}, values);
}

// Two key heads, four query heads; the state passes on the result of the first three steps to the last two.
TEST(OnnxLinearAttention, TheStateCarriesOver) {
  const OnnxTensor q = someFloats("q", Shape{2, 5, 12}), k = someFloats("k", Shape{2, 5, 6}, 0.21),
                   v = someFloats("v", Shape{2, 5, 4}, 0.13), beta = someFloats("b", Shape{2, 5, 1}, 0.9);
  for (const std::int64_t decays : {2, 6}) {
    const OnnxTensor decay = someFloats("d", Shape{2, 5, decays}, 0.7);
    const auto run = [&](std::int64_t from, std::int64_t count, const OnnxTensor& state) {
      return runNode("LinearAttention",
                     {steps(q, from, count), steps(k, from, count), steps(v, from, count), state,
                      steps(decay, from, count), steps(beta, from, count)},
                     {whole("q_num_heads", 4), whole("kv_num_heads", 2)}, 27, {"y", "state"});
    };
    const auto all = run(0, 5, kNone), first = run(0, 3, kNone);
    ASSERT_TRUE(first.ok()) << first.error().text();
    OnnxTensor state = first->at(1);
    state.name = "s";
    const auto second = run(3, 2, state);
    expectNear(numbersOfNode(second, Shape{2, 2, 3, 2}, 1), numbersOfNode(all, Shape{2, 2, 3, 2}, 1));
    ASSERT_TRUE(all.ok());
    expectNear(numbersOfNode(second, Shape{2, 2, 8}), numbersOf(steps(all->at(0), 3, 2).tensor));
  }
}

// One head, one number each: S = k v, then S = S + k2 v2, and the output is q S.
TEST(OnnxLinearAttention, AddsProductsOfKeysAndValues) {
  const auto run = runNode(
      "LinearAttention",
      {floats("q", Shape{1, 2, 1}, {2, 3}), floats("k", Shape{1, 2, 1}, {5, 7}), floats("v", Shape{1, 2, 1}, {11, 13})},
      {whole("q_num_heads", 1), whole("kv_num_heads", 1), {"update_rule", std::string("linear")}}, 27, {"y", "state"});
  expectNear(numbersOfNode(run, Shape{1, 2, 1}), {2 * 55, 3 * (55 + 91)});
}

TEST(OnnxLinearAttention, RefusesInputsOfOtherRules) {
  const auto run =
      runNode("LinearAttention",
              {someFloats("q", Shape{1, 2, 2}), someFloats("k", Shape{1, 2, 2}), someFloats("v", Shape{1, 2, 2})},
              {whole("q_num_heads", 1), whole("kv_num_heads", 1)}, 27);
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.error().message.find("inputs that its update_rule does not have"), std::string::npos);
}

TEST(OnnxCausalConvolution, SeesOnlyWhatCameBefore) {
  const OnnxTensor x = floats("x", Shape{1, 1, 4}, {1, 2, 3, 4}), w = floats("w", Shape{1, 1, 3}, {100, 10, 1});
  const auto run =
      runNode("CausalConvWithState", {x, w, kNone, floats("s", Shape{1, 1, 2}, {8, 9})}, {}, 27, {"y", "state"});
  expectNear(numbersOfNode(run, Shape{1, 1, 4}), {891, 912, 123, 234});
  expectNear(numbersOfNode(run, Shape{1, 1, 2}, 1), {3, 4});
  const auto alone = runNode("CausalConvWithState", {x, floats("w", Shape{1, 1, 1}, {2})},
                             {{"activation", std::string("silu")}}, 27, {"y", "state"});
  EXPECT_NEAR(numbersOfNode(alone, Shape{1, 1, 4})[0], 2 / (1 + std::exp(-2)), 1e-5);
}

// Rotates pairs: by 90 degrees (x, y) becomes (-y, x).
TEST(OnnxRotaryEmbedding, TurnsPairs) {
  const OnnxTensor x = floats("x", Shape{1, 1, 1, 6}, {1, 2, 3, 4, 5, 6});
  const OnnxTensor cosines = floats("c", Shape{2, 2}, {1, 1, 0, 0}), sines = floats("s", Shape{2, 2}, {0, 0, 1, 1});
  const OnnxTensor position = wholes("p", Shape{1, 1}, {1});
  const auto turned = [&](std::int64_t interleaved) {
    return numbersOfNode(runNode("RotaryEmbedding", {x, cosines, sines, position},
                                 {whole("rotary_embedding_dim", 4), whole("interleaved", interleaved)}, 23),
                         Shape{1, 1, 1, 6});
  };
  expectNear(turned(0), {-3, -4, 1, 2, 5, 6});
  expectNear(turned(1), {-2, 1, -4, 3, 5, 6});
  const auto odd = runNode("RotaryEmbedding", {x, cosines, sines, position}, {whole("rotary_embedding_dim", 3)}, 23);
  EXPECT_FALSE(odd.ok());
}

TEST(OnnxTensorScatter, WritesEachSampleAtItsPlace) {
  const OnnxTensor cache = floats("c", Shape{2, 3, 1}, {0, 0, 0, 0, 0, 0}),
                   update = floats("u", Shape{2, 2, 1}, {1, 2, 3, 4});
  const auto run = [&](const char* mode, std::vector<double> places) {
    return runNode("TensorScatter", {cache, update, wholes("w", Shape{2}, places)}, {{"mode", std::string(mode)}}, 24);
  };
  expectNear(numbersOfNode(run("linear", {1, 0}), Shape{2, 3, 1}), {0, 1, 2, 3, 4, 0});
  expectNear(numbersOfNode(run("circular", {2, 1}), Shape{2, 3, 1}), {2, 0, 1, 0, 3, 4});
  EXPECT_FALSE(run("linear", {2, 0}).ok());
  EXPECT_FALSE(run("circular", {-1, 0}).ok());
}

}  // namespace
}  // namespace fovea::testing_onnx
