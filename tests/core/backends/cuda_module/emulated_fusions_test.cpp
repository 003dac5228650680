// Fused kernels on a device: tests the number of remaining kernels, equality with the reference, and that
// FOVEA_CUDA_WITHOUT turns fusion off.
#include "core/network/standard_networks.h"
#include "core/ops/precision_rules.h"
#include "tests/core/backends/cuda_module/emulated_support.h"

namespace fovea::test {
namespace {

struct Counted {
  std::uint64_t works = 0, chain = 0;
};

// Prints a step of LeNet kernel by kernel, for optimising it.
Counted lenetStep() {
  const auto device = openDevice();
  const StepGraph step = stepOf(valueOf(standardNetwork("lenet")), 2, "f32");
  auto store = std::make_shared<VariableStore>(device);
  for (const VariableInfo& variable : step.variables) expectOk(store->write(variable.name, initialValue(variable, 1)));
  const auto executor = valueOf(Executor::compile(step.graph, store));
  expectOk(executor->run());
  expectOk(device->synchronize());
  const std::uint64_t before = cuda::emulator::worksRun;
  expectOk(executor->run());
  expectOk(device->synchronize());
  Counted counted{cuda::emulator::worksRun - before, 0};
  expectOk(executor->run());
  expectOk(device->synchronize());
  counted.chain = cuda::emulator::longestChain;
  std::printf("%s%llu pieces of work, %llu in a row\n", executor->describe().c_str(),
              static_cast<unsigned long long>(counted.works), static_cast<unsigned long long>(counted.chain));
  return counted;
}

TEST(EmulatedFusions, LeNetTakesFewKernels) {
  const LibraryFaults faults;
  // As on a device, where a library is not worth it for the first convolution and the last layer.
  faults->threadsOfAConvolution = 1'000'000;
  faults->threadsOfAProduct = 1'000;
  const Counted before = without("all", lenetStep), now = lenetStep();
  EXPECT_EQ(before.works, 35u);
  EXPECT_EQ(before.chain, 23u);
  EXPECT_EQ(without("losses,classifier", lenetStep).works, now.works + 4);
  EXPECT_EQ(without("pooled", lenetStep).works, now.works + 2);
  EXPECT_EQ(without("classifier", lenetStep).works, now.works + 2);
  EXPECT_EQ(without("poolsums", lenetStep).works, now.works + 2);  // computing the sums takes two launches
  EXPECT_EQ(now.works, 14u);
  EXPECT_EQ(now.chain, 11u);
}

// Linear layers with a ReLU between them, and their gradients for a given output gradient.
Subject linearLayers(DataType type, std::int64_t hidden) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const std::int64_t batch = 8, inputs = 24, outputs = 16;
  const ValueId x = subject.input("x", {type, {batch, inputs}}), dy = subject.input("dy", {type, {batch, outputs}});
  const ValueId w1 = subject.variable("w1", {type, {hidden, inputs}}), b1 = subject.variable("b1", {type, {hidden}});
  const ValueId w2 = subject.variable("w2", {type, {outputs, hidden}}), b2 = subject.variable("b2", {type, {outputs}});
  const ValueId h = builder.emitOne("relu", {}, {builder.emitOne("linear", {}, {x, w1, b1})});
  builder.addOutput("y", builder.emitOne("linear", {}, {h, w2, b2}));
  const auto second = builder.emit("linear_backward_weights", {}, {h, dy});
  const ValueId dh = builder.emitOne("relu_backward", {}, {builder.emitOne("linear_backward_data", {}, {dy, w2}), h});
  const auto first = builder.emit("linear_backward_weights", {}, {x, dh});
  const std::pair<const char*, ValueId> gradients[] = {
      {"dw2", second[0]}, {"db2", second[1]}, {"dw1", first[0]}, {"db1", first[1]}};
  for (const auto& [name, value] : gradients) builder.addOutput(name, builder.emitOne("scale", {}, {value}));
  subject.finish();
  return subject;
}

int epiloguesOf(const std::string& kernels) {
  int count = 0;
  for (const char* word : {" epilogue", " with sums"})
    for (std::size_t at = kernels.find(word); at != std::string::npos; at = kernels.find(word, at + 1)) ++count;
  return count;
}

TEST(EmulatedFusions, ALinearLayersEndIsComputedWithItsProduct) {
  for (const DataType type : {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16})
    for (const std::int64_t hidden : {128, 40, 136})
      for (const bool exact : {false, true}) {
        SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(hidden) + (exact ? " exact" : ""));
        const Subject subject = linearLayers(type, hidden);
        const Results expected = runSubject(subject, referenceDevice(), exact);
        const Results apart = without("epilogues", [&] { return runSubject(subject, openDevice(), exact); });
        const Results together = runSubject(subject, openDevice(), exact);
        expectClose(expected, apart, type);
        expectClose(expected, together, type);
        const bool chosen = !exact && type != DataType::Float64;
        EXPECT_EQ(epiloguesOf(together.kernels), chosen ? 3 : 0) << together.kernels;
        EXPECT_EQ(epiloguesOf(apart.kernels), 0) << apart.kernels;
        EXPECT_LE(together.works + (chosen ? 4 : 0), apart.works) << together.kernels;
      }
}

TEST(EmulatedFusions, WhereTheLibraryHasNoEpiloguesTheStepIsTheSame) {
  const LibraryFaults faults;
  faults->refusesEpilogues = true;
  for (const DataType type : {DataType::Float32, DataType::BFloat16}) {
    const Subject subject = linearLayers(type, 40);
    const Results found = runSubject(subject, openDevice());
    expectClose(runSubject(subject, referenceDevice()), found, type);
    EXPECT_EQ(epiloguesOf(found.kernels), 0) << found.kernels;
  }
}

// A mask with another bit order than Fovea's kernels use would pass wrong gradients.
TEST(EmulatedFusions, BitsThatLieAnotherWayAreNotTaken) {
  const LibraryFaults faults;
  faults->turnsBits = true;
  for (const DataType type : {DataType::Float32, DataType::BFloat16}) {
    const Subject subject = linearLayers(type, 136);
    const Results found = runSubject(subject, openDevice());
    expectClose(runSubject(subject, referenceDevice()), found, type);
    EXPECT_EQ(epiloguesOf(found.kernels), 1) << found.kernels;  // only that of the last bias
  }
}

// Gradients of two branches that are added: through a convolution, and through its shortcut.
Subject meetingGradients(DataType type) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const TensorType image{type, {2, 16, 6, 5}};
  const FieldValues same{{"padding", std::vector<std::int64_t>{1, 1, 1, 1}},
                         {"input_size", std::vector<std::int64_t>{6, 5}}};
  const ValueId dy = subject.input("dy", {type, {2, 24, 6, 5}}), residual = subject.input("residual", image);
  const ValueId w = subject.variable("w", {type, {24, 16, 3, 3}});
  const ValueId dx = builder.emitOne("conv2d_backward_data", same, {dy, w});
  const ValueId sum = builder.emitOne("add", {}, {residual, dx});
  builder.addOutput("dx", builder.emitOne("average_pool2d", {}, {sum}));
  builder.addOutput("sum", sum);
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, AResidualsGradientIsAddedWithThatOfAConvolution) {
  for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16})
    for (const bool exact : {false, true})
      for (const bool refused : {false, true}) {
        SCOPED_TRACE(std::string(dataTypeName(type)) + (exact ? " exact" : "") + (refused ? " refused" : ""));
        const LibraryFaults faults;
        faults->refusesGradientSums = refused;
        const Subject subject = meetingGradients(type);
        const Results expected = runSubject(subject, referenceDevice(), exact);
        const Results apart = without("residuals", [&] { return runSubject(subject, openDevice(), exact); });
        const Results together = runSubject(subject, openDevice(), exact);
        expectClose(expected, apart, type);
        expectClose(expected, together, type);
        const bool onTensorCores = !exact || type != DataType::Float32;
        const bool fused = onTensorCores && !refused;
        EXPECT_EQ(together.kernels.find(" with sum") != std::string::npos, fused) << together.kernels;
        EXPECT_EQ(together.works + (fused ? 1 : 0), apart.works) << together.kernels;
      }
}

TEST(EmulatedFusions, ResNet50AddsEveryResidualsGradientWithAConvolution) {
  const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 64, "bf16");
  const auto graph = optimizedFor(*step.graph, *openDevice());
  EXPECT_EQ(countOf(*graph, "conv2d_backward_data_fused"), 16);
  EXPECT_EQ(countOf(*graph, "add"), 0);
  EXPECT_EQ(without("residuals", [&] { return countOf(*optimizedFor(*step.graph, *openDevice()), "add"); }), 16);
}

// The first convolution of an image network in mixed precision, and its weight gradient.
Subject stem(DataType type, std::int64_t channels) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const FieldValues to{{"to", dataTypeName(type)}};
  FieldValues attributes{{"stride", std::vector<std::int64_t>{2, 2}},
                         {"padding", std::vector<std::int64_t>{1, 1, 1, 1}}};
  const ValueId x = subject.input("x", {DataType::Float32, {2, channels, 12, 10}});
  const ValueId dy = subject.input("dy", {type, {2, 16, 6, 5}});
  const ValueId w = subject.variable("w", {DataType::Float32, {16, channels, 3, 3}});
  const ValueId image = builder.emitOne("cast", to, {x});
  const ValueId y = builder.emitOne("conv2d", attributes, {image, builder.emitOne("cast", to, {w})});
  builder.addOutput("y", builder.emitOne("average_pool2d", {}, {y}));
  attributes.set("kernel", std::vector<std::int64_t>{3, 3});
  const ValueId dw = builder.emit("conv2d_backward_weights", attributes, {image, dy})[0];
  builder.addOutput("dw", builder.emitOne("cast", {}, {dw}));
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, AnImageIsCastLaidAndPaddedByOneKernel) {
  for (const DataType type : {DataType::Float16, DataType::BFloat16})
    for (const std::int64_t channels : {3, 2, 4, 8, 1}) {
      SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(channels));
      const Subject subject = stem(type, channels);
      const Results expected = runSubject(subject, referenceDevice());
      const Results apart = without("stem", [&] { return runSubject(subject, openDevice()); });
      const Results together = runSubject(subject, openDevice());
      expectClose(expected, apart, type);
      expectClose(expected, together, type);
      const bool padded = channels == 3 || channels == 2;
      EXPECT_EQ(together.kernels.find("pad_channels") != std::string::npos, padded) << together.kernels;
      EXPECT_EQ(apart.kernels.find("pad_channels"), std::string::npos) << apart.kernels;
      EXPECT_LE(together.reorders + (padded ? 1 : 0), apart.reorders) << together.kernels << "\n" << apart.kernels;
    }
}

// In f16 the first convolution also computes the moments of its normalisation, and still reads four channels.
TEST(EmulatedFusions, TheStemOfResNet50ReadsFourChannels) {
  for (const char* const precision : {"bf16", "f16"}) {
    SCOPED_TRACE(precision);
    const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 2, precision);
    const auto graph = without("norminputs", [&] { return optimizedFor(*step.graph, *openDevice()); });
    EXPECT_EQ(countOf(*graph, "pad_channels"), 2);
    for (const Node& node : graph->nodes()) {
      if (!node.op->name.starts_with("conv2d")) continue;
      EXPECT_EQ(graph->value(node.inputs[0]).type.shape[1] % 4, 0) << node.scope;
    }
    const auto pads = [&] { return countOf(*optimizedFor(*step.graph, *openDevice()), "pad_channels"); };
    EXPECT_EQ(without("norminputs,stem", pads), 0);
  }
}

// A convolution, batch normalisation with a residual and ReLU, and the gradient through both.
Subject normedConvolution(DataType type) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const DataType statistics = statisticsType(type);
  const TensorType image{type, {2, 8, 40, 40}}, perChannel{statistics, {8}};
  const ValueId x = subject.input("x", image), dy = subject.input("dy", image);
  const ValueId w = subject.variable("w", {type, {8, 8, 1, 1}});
  const ValueId scale = subject.variable("scale", perChannel), bias = subject.variable("bias", perChannel);
  const ValueId mean = subject.variable("mean", perChannel), variance = subject.variable("variance", perChannel);
  const ValueId c = builder.emitOne("conv2d", {}, {x, w});
  const auto norm = builder.emit("batch_norm", {}, {c, scale, bias, mean, variance});
  const ValueId y = builder.emitOne("relu", {}, {builder.emitOne("add", {}, {norm[0], x})});
  const ValueId masked = builder.emitOne("relu_backward", {}, {dy, y});
  const auto gradients = builder.emit("batch_norm_backward", {}, {masked, c, scale, norm[1], norm[2]});
  builder.addOutput("y", y);
  builder.addOutput("mean", norm[3]);
  builder.addOutput("variance", norm[4]);
  builder.addOutput("dx", gradients[0]);
  builder.addOutput("dscale", gradients[1]);
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, MomentsComeOutOfTheConvolutionWhereTheLibraryHasThem) {
  for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32})
    for (const bool refused : {false, true})
      for (const bool exact : {false, true}) {
        SCOPED_TRACE(std::string(dataTypeName(type)) + (refused ? " refused" : "") + (exact ? " exact" : ""));
        const LibraryFaults faults;
        faults->refusesStatistics = refused;
        const Subject subject = normedConvolution(type);
        const Results expected = runSubject(subject, referenceDevice(), exact);
        const Results apart = without("statistics", [&] { return runSubject(subject, openDevice(), exact); });
        const Results together = runSubject(subject, openDevice(), exact);
        expectClose(expected, apart, type);
        expectClose(expected, together, type);
        const bool taken = type == DataType::Float16 && !refused && !exact;
        EXPECT_EQ(together.kernels.find("with statistics") != std::string::npos, taken) << together.kernels;
        EXPECT_EQ(apart.kernels.find("with statistics"), std::string::npos) << apart.kernels;
      }
}

// The input gradient of a convolution, and the gradient through the ReLU and batch normalisation before it.
Subject normedGradient(DataType type, std::int64_t stride) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const DataType statistics = statisticsType(type);
  const std::int64_t size = 8, small = size / stride;
  const TensorType image{type, {2, 16, size, size}}, perChannel{statistics, {16}};
  const ValueId x = subject.input("x", image), dy = subject.input("dy", {type, {2, 24, small, small}});
  const ValueId w = subject.variable("w", {type, {24, 16, 3, 3}});
  const ValueId scale = subject.variable("scale", perChannel), bias = subject.variable("bias", perChannel);
  const ValueId mean = subject.variable("mean", perChannel), variance = subject.variable("variance", perChannel);
  const auto norm = builder.emit("batch_norm", {}, {x, scale, bias, mean, variance});
  const ValueId y = builder.emitOne("relu", {}, {norm[0]});
  const FieldValues data{{"padding", std::vector<std::int64_t>{1, 1, 1, 1}},
                         {"stride", std::vector<std::int64_t>{stride, stride}},
                         {"input_size", std::vector<std::int64_t>{size, size}}};
  const ValueId g = builder.emitOne("conv2d_backward_data", data, {dy, w});
  const ValueId masked = builder.emitOne("relu_backward", {}, {g, y});
  const auto gradients = builder.emit("batch_norm_backward", {}, {masked, x, scale, norm[1], norm[2]});
  builder.addOutput("y", builder.emitOne("average_pool2d", {}, {y}));
  builder.addOutput("dx", gradients[0]);
  builder.addOutput("dscale", gradients[1]);
  builder.addOutput("dbias", gradients[2]);
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, SumsOfANormsGradientComeOutOfTheConvolutionWhereTheLibraryHasThem) {
  for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float32})
    for (const std::int64_t stride : {1, 2})
      for (const int fault : {0, 1, 2})
        for (const bool exact : {false, true}) {
          if (fault != 0 && (exact || type != DataType::Float16)) continue;  // these cases do not use the library
          SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(stride) + " " + std::to_string(fault) +
                       (exact ? " exact" : ""));
          const LibraryFaults faults;
          faults->refusesNormGradients = fault == 1;
          faults->givesWrongNormGradients = fault == 2;
          const Subject subject = normedGradient(type, stride);
          const Results expected = runSubject(subject, referenceDevice(), exact);
          const Results apart = without("normsums", [&] { return runSubject(subject, openDevice(), exact); });
          const Results together = runSubject(subject, openDevice(), exact);
          expectClose(expected, apart, type);
          expectClose(expected, together, type);
          const bool taken = type == DataType::Float16 && fault == 0 && !exact;
          EXPECT_EQ(together.kernels.find("with sums of batch norm") != std::string::npos, taken) << together.kernels;
          EXPECT_EQ(apart.kernels.find("with sums of batch norm"), std::string::npos) << apart.kernels;
          EXPECT_EQ(together.works < apart.works, taken) << together.kernels << "\n" << apart.kernels;
        }
}

// Fuses both normalisations inside each block; the third one has a residual, and that of the stem is followed by a
// pooling.
TEST(EmulatedFusions, ResNet50SumsTheGradientsOfTwoNormsInEachBlockWithAConvolution) {
  const StepGraph step = stepOf(valueOf(standardNetwork("resnet50")), 64, "f16");
  const auto count = [&] { return countOf(*optimizedFor(*step.graph, *openDevice()), "conv2d_backward_data_norm"); };
  EXPECT_EQ(without("norminputs", count), 32);
  EXPECT_EQ(without("norminputs,normsums", count), 0);
}

// A convolution of grey images, a pooling after it, and the gradients of weight and bias.
Subject greyConvolution(DataType type, std::int64_t kernel, std::int64_t padding, const Shape& x) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const FieldValues window{{"padding", std::vector<std::int64_t>(4, padding)}};
  const ValueId image = subject.input("x", {type, x});
  const ValueId w = subject.variable("w", {type, {6, 1, kernel, kernel}}), b = subject.variable("b", {type, {6}});
  const ValueId convolved = builder.emitOne("conv2d", window, {image, w, b});
  const auto pooled = builder.emit("max_pool2d", {}, {convolved});
  const Shape small = builder.typeOf(pooled[0]).shape, large = builder.typeOf(convolved).shape;
  const ValueId dy = subject.input("dy", {type, small});
  const ValueId g = builder.emitOne("max_pool2d_backward",
                                    {{"input_size", std::vector<std::int64_t>{large[2], large[3]}}}, {dy, pooled[1]});
  FieldValues weights = window;
  weights.set("kernel", std::vector<std::int64_t>{kernel, kernel});
  const auto gradients = builder.emit("conv2d_backward_weights", weights, {image, g});
  builder.addOutput("y", builder.emitOne("average_pool2d", {}, {pooled[0]}));
  builder.addOutput("dw", gradients[0]);
  builder.addOutput("db", gradients[1]);
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, AConvolutionOfGreyImagesAndItsPoolingAreOneKernelEachWay) {
  for (const DataType type : {DataType::Float32, DataType::Float64})
    for (const std::int64_t kernel : {3, 5, 4})
      for (const std::int64_t padding : {0, 2})
        for (const Shape& x : {Shape{3, 1, 12, 14}, Shape{2, 1, 11, 13}})
          for (const char* const way : {"slow library", "fast library", "exact"}) {
            if ((type == DataType::Float64 || kernel == 4) && padding != 0) continue;  // not fused in either case
            SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(kernel) + " " +
                         std::to_string(padding) + " " + x.toString() + " " + way);
            const LibraryFaults faults;
            const bool exact = way == std::string("exact"), slow = way == std::string("slow library");
            faults->threadsOfAConvolution = slow ? 1'000'000 : 0;
            const Subject subject = greyConvolution(type, kernel, padding, x);
            const Results expected = runSubject(subject, referenceDevice(), exact);
            const Results apart = without("pooled", [&] { return runSubject(subject, openDevice(), exact); });
            const Results together = runSubject(subject, openDevice(), exact);
            expectClose(expected, apart, type);
            expectClose(expected, together, type);
            const bool taken = type == DataType::Float32 && kernel != 4 && (exact || slow);
            EXPECT_EQ(together.kernels.find("pooled at once") != std::string::npos, taken) << together.kernels;
            // Even against a library that takes no time, the own kernel is faster for the gradients of some shapes.
            const bool either = !exact && !slow, winners = together.kernels.find("by winners") != std::string::npos;
            EXPECT_TRUE(either || winners == taken) << together.kernels;
            EXPECT_EQ(apart.kernels.find("by winners"), std::string::npos) << apart.kernels;
            EXPECT_LE(together.works + (taken ? 3 : 0), apart.works) << together.kernels << "\n" << apart.kernels;
          }
}

// The last layer of a classifier, its loss for given labels, and the gradients of its parameters.
Subject lastLayer(std::int64_t batch, std::int64_t inputs, std::int64_t classes) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const DataType type = DataType::Float32;
  const ValueId x = subject.input("x", {type, {batch, inputs}});
  const ValueId w = subject.variable("w", {type, {classes, inputs}}), b = subject.variable("b", {type, {classes}});
  Tensor labels = Tensor::zeros({DataType::Int32, {batch}});
  for (std::int64_t n = 0; n < batch; ++n)
    labels.values<std::int32_t>()[static_cast<std::size_t>(n)] = static_cast<std::int32_t>(n % (classes + 1) - 1);
  const ValueId target = builder.constant(labels), one = builder.constant(Tensor::of<float>(Shape(), {1.0f}));
  const ValueId logits = builder.emitOne("linear", {}, {x, w, b});
  const auto loss = builder.emit("softmax_cross_entropy", {}, {logits, target});
  const ValueId dlogits = builder.emitOne("softmax_cross_entropy_backward", {}, {one, loss[1], target});
  const auto gradients = builder.emit("linear_backward_weights", {}, {x, dlogits});
  builder.addOutput("loss", loss[0]);
  builder.addOutput("count", builder.emitOne("correct_count", {}, {logits, target}));
  builder.addOutput("dw", gradients[0]);
  builder.addOutput("db", gradients[1]);
  builder.addOutput("dx", builder.emitOne("linear_backward_data", {}, {dlogits, w}));
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, TheLastLayerOfAClassifierAndItsLossAreOneKernel) {
  for (const std::int64_t batch : {1, 7, 64, 1700})
    for (const std::int64_t classes : {1, 10, 33})
      for (const char* const way : {"slow library", "fast library", "exact"}) {
        if (batch > 64 && (classes != 10 || way != std::string("slow library"))) continue;  // too large for one block
        SCOPED_TRACE(std::to_string(batch) + " " + std::to_string(classes) + " " + way);
        const LibraryFaults faults;
        const bool exact = way == std::string("exact"), slow = way == std::string("slow library");
        faults->threadsOfAProduct = slow ? 1'000'000 : 0;
        const Subject subject = lastLayer(batch, 50, classes);
        const Results expected = runSubject(subject, referenceDevice(), exact);
        const Results apart = without("classifier", [&] { return runSubject(subject, openDevice(), exact); });
        const Results together = runSubject(subject, openDevice(), exact);
        expectClose(expected, apart, DataType::Float32);
        expectClose(expected, together, DataType::Float32);
        const bool taken = (exact || slow) && batch * classes * 50 <= 1 << 20 && batch * classes <= 16384;
        EXPECT_EQ(together.kernels.find("classifier at once") != std::string::npos, taken) << together.kernels;
        EXPECT_LE(together.works + (taken ? 2 : 0), apart.works) << together.kernels << "\n" << apart.kernels;
      }
}

// A bias, a pooling after it, and the gradients of both.
Subject pooledBias(DataType type, std::int64_t channels, std::int64_t batch) {
  Subject subject;
  GraphBuilder& builder = subject.builder;
  const FieldValues window{{"padding", std::vector<std::int64_t>(4, 1)}};
  const ValueId x = subject.input("x", {type, {batch, 8, 6, 10}});
  const ValueId w = subject.variable("w", {type, {channels, 8, 3, 3}}), b = subject.variable("b", {type, {channels}});
  const auto pooled = builder.emit("max_pool2d", {}, {builder.emitOne("conv2d", window, {x, w, b})});
  const ValueId dy = subject.input("dy", builder.typeOf(pooled[0]));
  const ValueId g =
      builder.emitOne("max_pool2d_backward", {{"input_size", std::vector<std::int64_t>{6, 10}}}, {dy, pooled[1]});
  FieldValues weights = window;
  weights.set("kernel", std::vector<std::int64_t>{3, 3});
  const auto gradients = builder.emit("conv2d_backward_weights", weights, {x, g});
  builder.addOutput("y", builder.emitOne("average_pool2d", {}, {pooled[0]}));
  builder.addOutput("dw", gradients[0]);
  builder.addOutput("db", builder.emitOne("scale", {}, {gradients[1]}));
  subject.finish();
  return subject;
}

TEST(EmulatedFusions, ABiasInFrontOfAPoolingIsSummedByThePooling) {
  for (const DataType type : {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16})
    for (const std::int64_t channels : {24, 5})
      for (const std::int64_t batch : {3, 0}) {
        SCOPED_TRACE(std::string(dataTypeName(type)) + " " + std::to_string(channels) + " " + std::to_string(batch));
        const Subject subject = pooledBias(type, channels, batch);
        const Results expected = runSubject(subject, referenceDevice());
        const Results apart = without("poolsums", [&] { return runSubject(subject, openDevice()); });
        const Results together = runSubject(subject, openDevice());
        expectClose(expected, apart, type);
        expectClose(expected, together, type);
        EXPECT_NE(together.kernels.find("max_pool2d_backward_sums"), std::string::npos) << together.kernels;
        EXPECT_LE(together.works + (batch > 0 ? 1 : 0), apart.works) << together.kernels << "\n" << apart.kernels;
      }
}

}  // namespace
}  // namespace fovea::test
