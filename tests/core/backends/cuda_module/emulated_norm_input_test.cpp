// A batch normalisation and a ReLU that the next convolution applies while reading: tests equality with the reference,
// that it is only used if the library supports it correctly, and the saving in ResNet-50.
#include <fstream>
#include <set>

#include "core/backends/cuda/module/convolution/convolution_graph.h"
#include "core/network/standard_networks.h"
#include "core/ops/convolution_geometry.h"
#include "core/ops/precision_rules.h"
#include "tests/core/backends/cuda_module/emulated_support.h"

namespace fovea::test {
namespace {

// The parameters of a normalisation of `channels` channels.
std::vector<ValueId> normParameters(Subject& subject, const std::string& name, DataType type, std::int64_t channels) {
  std::vector<ValueId> parameters;
  for (const char* part : {"scale", "bias", "mean", "variance"})
    parameters.push_back(subject.variable(name + "." + part, {statisticsType(type), {channels}}));
  return parameters;
}

// Two convolutions with their normalisations, and the gradients through the second convolution and the first
// normalisation.
Subject twoConvolutions(DataType type, std::int64_t channels, std::int64_t stride) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const std::int64_t size = 8, small = size / stride;
  const ValueId x = subject.input("x", {type, {2, channels, size, size}});
  const ValueId dc = subject.input("dc", {type, {2, 24, small, small}});
  const ValueId w1 = subject.variable("w1", {type, {channels, channels, 1, 1}});
  const ValueId w2 = subject.variable("w2", {type, {24, channels, 3, 3}});
  const auto normed = [&](ValueId c, const std::vector<ValueId>& p) {
    return builder.emit("batch_norm", {}, {c, p[0], p[1], p[2], p[3]});
  };
  const std::vector<ValueId> first = normParameters(subject, "first", type, channels);
  const ValueId c1 = builder.emitOne("conv2d", {}, {x, w1});
  const auto norm = normed(c1, first);
  const ValueId y1 = builder.emitOne("relu", {}, {norm[0]});
  FieldValues window{{"padding", std::vector<std::int64_t>{1, 1, 1, 1}},
                     {"stride", std::vector<std::int64_t>{stride, stride}}};
  const auto second = normed(builder.emitOne("conv2d", window, {y1, w2}), normParameters(subject, "second", type, 24));
  builder.addOutput("y", builder.emitOne("average_pool2d", {}, {builder.emitOne("relu", {}, {second[0]})}));
  builder.addOutput("variance", second[4]);
  FieldValues weights = window;
  weights.set("kernel", std::vector<std::int64_t>{3, 3});
  const ValueId dw = builder.emit("conv2d_backward_weights", weights, {y1, dc})[0];
  builder.addOutput("dw", builder.emitOne("scale", {}, {dw}));
  window.set("input_size", std::vector<std::int64_t>{size, size});
  const ValueId dy1 = builder.emitOne("conv2d_backward_data", window, {dc, w2});
  const ValueId masked = builder.emitOne("relu_backward", {}, {dy1, y1});
  const auto gradients = builder.emit("batch_norm_backward", {}, {masked, c1, first[0], norm[1], norm[2]});
  builder.addOutput("dx", gradients[0]);
  builder.addOutput("dscale", gradients[1]);
  subject.finish();
  return subject;
}

int countIn(const std::string& text, const std::string& words) {
  int count = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

enum class Library { Has, Lacks, IsWrong };

TEST(EmulatedNormInput, IsAppliedByTheConvolutionsWhereTheLibraryCan) {
  for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32})
    for (const std::int64_t channels : {16, 12})
      for (const std::int64_t stride : {1, 2})
        for (const Library library : {Library::Has, Library::Lacks, Library::IsWrong})
          for (const bool exact : {false, true}) {
            const bool asked = type == DataType::Float16 && channels == 16 && !exact;
            if (library != Library::Has && !asked) continue;
            SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(channels) + " " +
                         std::to_string(stride) + " " + std::to_string(static_cast<int>(library)) +
                         (exact ? " exact" : ""));
            const LibraryFaults faults;
            faults->refusesNormInputs = library == Library::Lacks;
            faults->givesWrongNormInputs = library == Library::IsWrong;
            const Subject subject = twoConvolutions(type, channels, stride);
            const Results expected = runSubject(subject, referenceDevice(), exact);
            const Results apart = without("norminputs", [&] { return runSubject(subject, openDevice(), exact); });
            const Results together = runSubject(subject, openDevice(), exact);
            expectClose(expected, apart, type);
            expectClose(expected, together, type);
            const bool taken = asked && library == Library::Has;
            EXPECT_EQ(countIn(together.kernels, " of a norm"), taken ? 2 : 0) << together.kernels;
            EXPECT_EQ(countIn(together.kernels, "batch_norm_factors"), taken ? 2 : 0) << together.kernels;
            EXPECT_EQ(countIn(apart.kernels, " of a norm"), 0) << apart.kernels;
            // A kernel for the factors replaces the one that wrote the normalised value.
            EXPECT_EQ(together.works, apart.works) << together.kernels << "\n" << apart.kernels;
          }
}

// Bytes that all kernels of a step move: each input that is read and each output that is needed counts once.
double bytesOf(const Graph& graph) {
  std::vector<bool> read(graph.values().size(), false);
  for (const Node& node : graph.nodes())
    for (const ValueId id : node.inputs) read[static_cast<std::size_t>(id.index)] = true;
  double bytes = 0;
  for (const Node& node : graph.nodes()) {
    if (node.op->view) continue;
    for (const ValueId id : node.inputs) bytes += static_cast<double>(graph.value(id).type.bytes());
    for (const ValueId id : node.outputs)
      if (read[static_cast<std::size_t>(id.index)]) bytes += static_cast<double>(graph.value(id).type.bytes());
  }
  return bytes;
}

// Writes trial results of a device on which the library's kernels are always faster.
void writeWinners(const Graph& graph, const std::string& file) {
  std::ofstream plans(file);
  plans << "fovea cuda plans 1\n";
  std::set<std::string> keys;
  for (const Node& node : graph.nodes()) {
    if (node.op->name != "conv2d_backward_weights" || node.attributes.integer("groups") != 1) continue;
    cuda::ConvolutionProblem problem;
    const auto shapeOf = [&](std::size_t input) { return graph.value(node.inputs[input]).type.shape; };
    problem.geometry = valueOf(readConvolutionBackwardWeights(node.attributes, shapeOf(0), shapeOf(1)));
    problem.type = DataType::Float16;
    problem.normInput = true;
    if (keys.insert(problem.key()).second) plans << problem.key() << "_both together\n";
  }
}

// The first and second normalisation of each block have no residual, and a convolution after each.
TEST(EmulatedNormInput, ResNet50WritesNoNormalisedValueInsideOfItsBlocks) {
  const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 64, "f16");
  const std::string file = testing::TempDir() + "norm_input.plans";
  writeWinners(*without("norminputs", [&] { return optimizedFor(*step.graph, *openDevice()); }), file);
  const LibraryFaults faults;
  faults->planFile = file;
  const auto now = optimizedFor(*step.graph, *openDevice());
  const auto before = without("norminputs", [&] { return optimizedFor(*step.graph, *openDevice()); });
  for (const char* op : {"norm_conv2d_batch_norm", "norm_conv2d_backward_weights", "batch_norm_factors"}) {
    EXPECT_EQ(countOf(*now, op), 32) << op;
    EXPECT_EQ(countOf(*before, op), 0) << op;
  }
  EXPECT_EQ(now->nodes().size(), before->nodes().size() + 32);
  // Each was written by a pass that read the same amount; the factors, which are read instead, hardly count.
  double normalised = 0;
  for (const Node& node : now->nodes())
    if (node.op->name == "norm_conv2d_batch_norm")
      normalised += static_cast<double>(now->value(node.inputs[0]).type.bytes());
  std::printf("a step of ResNet-50 in f16 at 64 writes %.0f MB less, of %.0f MB that its kernels are given\n",
              normalised * 1e-6, bytesOf(*before) * 1e-6);
  EXPECT_NEAR(bytesOf(*before) - bytesOf(*now), normalised, 0.01 * normalised);
}

}  // namespace
}  // namespace fovea::test
