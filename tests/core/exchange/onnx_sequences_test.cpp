// Sequences of tensors inside a graph have known lengths, so they are lists of tensors.
#include "tests/core/exchange/onnx_layer_support.h"
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

OnnxModel onLine(std::vector<OnnxNode> nodes, std::vector<OnnxTensor> more = {}) {
  return withOutput(modelOf({info("x", OnnxElement::Float, {5})}, std::move(nodes),
                            {info("y", OnnxElement::Float, {-1})}, std::move(more)));
}

std::vector<double> computed(const OnnxModel& model, const Shape& shape) {
  const OnnxTensor x = floats("x", Shape{5}, {0, 1, 2, 3, 4});
  return numbersOfNode(runOnnx(model, {&x, 1}, cpu()).outputs, shape);
}

const OnnxTensor kTwo = wholes("two", Shape{}, {2}), kLast = wholes("last", Shape{}, {-1}),
                 kZero = wholes("zero", Shape{}, {0});

TEST(OnnxSequences, AreSplitChangedAndJoined) {
  const OnnxNode split = node("SplitToSequence", {"x", "two"}, {"s"});
  EXPECT_EQ(computed(onLine({split, node("SequenceAt", {"s", "last"}, {"y"})}, {kTwo, kLast}), Shape{1}),
            (std::vector<double>{4}));
  const auto joined =
      onLine({split, node("SequenceErase", {"s", "zero"}, {"t"}), node("SequenceInsert", {"t", "x", "zero"}, {"u"}),
              node("ConcatFromSequence", {"u"}, {"y"}, {{"axis", std::int64_t{0}}})},
             {kTwo, kZero});
  EXPECT_EQ(computed(joined, Shape{8}), (std::vector<double>{0, 1, 2, 3, 4, 2, 3, 4}));
  const auto stacked =
      onLine({node("SequenceConstruct", {"x", "x"}, {"s"}),
              node("ConcatFromSequence", {"s"}, {"y"}, {{"axis", std::int64_t{-1}}, {"new_axis", std::int64_t{1}}})});
  EXPECT_EQ(computed(stacked, Shape{5, 2}), (std::vector<double>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(OnnxSequences, HaveALength) {
  const auto model = onLine({node("SplitToSequence", {"x"}, {"s"}, {{"keepdims", std::int64_t{0}}}),
                             node("SequenceErase", {"s"}, {"t"}), node("SequenceLength", {"t"}, {"y"})});
  EXPECT_EQ(computed(model, Shape{}), (std::vector<double>{4}));
}

TEST(OnnxSequences, WhatDoesNotFitIsRefusedByName) {
  const auto message = [](const OnnxModel& model) {
    const OnnxTensor x = floats("x", Shape{5}, {0, 1, 2, 3, 4});
    const auto outputs = runOnnx(model, {&x, 1}, cpu()).outputs;
    return outputs.ok() ? std::string() : outputs.error().message;
  };
  const OnnxNode split = node("SplitToSequence", {"x", "two"}, {"s"});
  EXPECT_EQ(message(onLine({split, node("SequenceAt", {"s", "at"}, {"y"})}, {kTwo, wholes("at", Shape{}, {3})})),
            "unsupported SequenceAt: a position outside of the sequence");
  EXPECT_EQ(message(onLine({split, node("Relu", {"s"}, {"y"})}, {kTwo})),
            "unsupported Relu: a sequence instead of a tensor");
  EXPECT_EQ(message(onLine({node("SequenceLength", {"x"}, {"y"})})),
            "unsupported SequenceLength: a sequence of unknown length");
  EXPECT_EQ(message(onLine({node("SplitToSequence", {"x", "two"}, {"y"})}, {kTwo})),
            "unsupported type sequence of output \"y\"");
  for (const double length : {0.0, -1.0})
    EXPECT_EQ(message(onLine({node("SplitToSequence", {"x", "n"}, {"s"}), node("SequenceLength", {"s"}, {"y"})},
                             {wholes("n", Shape{}, {length})})),
              "unsupported SplitToSequence: such parts");
}

// tensor_split as torch's older exporter writes it.
TEST(OnnxSequences, BecomeLayers) {
  const auto types =
      read(withOutput(oneInput({-1, 5},
                               {node("SplitToSequence", {"x", "lengths"}, {"s"}, {{"axis", std::int64_t{1}}}),
                                node("SequenceAt", {"s", "zero"}, {"a"}), node("SequenceAt", {"s", "last"}, {"b"}),
                                node("Concat", {"b", "a"}, {"y"}, {{"axis", std::int64_t{1}}})},
                               {wholes("lengths", Shape{2}, {3, 2}), kLast, kZero})));
  EXPECT_EQ(types.at("op_slice"), 2);
}

}  // namespace
}  // namespace fovea::testing_onnx
