// Why: on the CPU a kernel gets its inputs in its neighbours' layouts. For any layout the results equal the
// reference's, and the padding of a format stays zero.
#include <gtest/gtest.h>

#include <iostream>

#include "core/backends/cpu/runtime/cpu_layout.h"
#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

using Bytes = std::shared_ptr<DeviceBuffer>;

struct LayoutKind {
  const char* name;
  Layout (*make)(const TensorType& type);
};

const std::vector<LayoutKind>& layoutKinds() {
  static const std::vector<LayoutKind> kinds = {
      {"channels_last", cpu::channelsLast},
      {"blocks_of_16", [](const TensorType& type) { return cpu::channelBlocks(type, 16); }},
      {"blocks_of_8", [](const TensorType& type) { return cpu::channelBlocks(type, 8); }},
      {"image_blocks", cpu::imageBlocks}};
  return kinds;
}

// `bytes` of a value converted to another layout.
Result<Bytes> converted(Device& device, const TensorType& type, const Layout& from, const Layout& to,
                        const void* source) {
  FOVEA_TRY(Bytes target, device.allocate(to.bytes(type) + 64));
  FOVEA_TRY(const auto reorder, device.createReorder(type, from, to));
  void* const inputs[] = {const_cast<void*>(source)};
  void* const outputs[] = {target->data()};
  FOVEA_CHECK(reorder->run({inputs, outputs, nullptr}));
  return target;
}

// Converting a padded value to dense and back keeps its bytes if the padding is zero.
Status checkPadding(Device& device, const TensorType& type, const Layout& layout, const Tensor& dense,
                    const Bytes& bytes) {
  if (!isFloatingPoint(type.dtype)) return {};  // padding of positions is never read
  FOVEA_TRY(const Bytes clean, converted(device, type, Layout(), layout, dense.raw()));
  if (std::memcmp(clean->data(), bytes->data(), layout.bytes(type)) == 0) return {};
  return fail(ErrorCode::Internal, "The padding of " + layout.toString() + " does not hold zeros.");
}

struct LayoutRun {
  std::vector<Tensor> outputs;
  std::string detail;
  bool kept = false;  // the kernel accepted an input in that layout
};

Result<LayoutRun> runInLayout(const Case& subject, const LayoutKind& kind, Device& device) {
  const OpType& op = *findOp(subject.op);
  const std::vector<Tensor> inputs = makeInputs(subject, DataType::Float32);
  std::vector<TensorType> types;
  std::vector<Layout> layouts;
  for (const Tensor& input : inputs) {
    types.push_back(input.type());
    const bool image = input.type().shape.rank() >= 3 && cpu::dnnlType(input.dtype());
    layouts.push_back(image ? kind.make(input.type()) : Layout());
  }
  FOVEA_TRY(const FieldValues attributes, op.attributes.complete(subject.attributes));
  FOVEA_TRY(const auto outputTypes, inferOp(op, attributes, types));
  const KernelRequest request{op, attributes, types, outputTypes, layouts};
  FOVEA_CHECK(device.beginRun());
  FOVEA_TRY(const KernelPlan plan, device.kernels().create(request, device));
  LayoutRun run;
  run.detail = plan.detail;
  std::vector<Bytes> buffers;
  std::vector<void*> in, out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    run.kept = run.kept || (!plan.inputs[i].dense() && plan.inputs[i] == layouts[i]);
    FOVEA_TRY(Bytes buffer, converted(device, types[i], Layout(), plan.inputs[i], inputs[i].raw()));
    in.push_back(buffer->data());
    buffers.push_back(std::move(buffer));
  }
  for (std::size_t i = 0; i < outputTypes.size(); ++i) {
    const std::size_t bytes = plan.outputs[i].bytes(outputTypes[i]);
    FOVEA_TRY(Bytes buffer, device.allocate(bytes + 64));
    std::memset(buffer->data(), 0xA5, bytes);
    for (const OpAlias& alias : op.aliases)
      if (static_cast<std::size_t>(alias.output) == i) buffer = buffers[static_cast<std::size_t>(alias.input)];
    out.push_back(buffer->data());
    buffers.push_back(std::move(buffer));
  }
  FOVEA_TRY(const Bytes scratch, device.allocate(plan.scratchBytes + 64));
  FOVEA_CHECK(plan.kernel->run({in, out, scratch->data()}));
  for (std::size_t i = 0; i < outputTypes.size(); ++i) {
    const Bytes& buffer = buffers[inputs.size() + i];
    FOVEA_TRY(const Bytes dense, converted(device, outputTypes[i], plan.outputs[i], Layout(), buffer->data()));
    Tensor output = Tensor::make(outputTypes[i]);
    std::memcpy(output.raw(), dense->data(), output.bytes());
    FOVEA_CHECK(checkPadding(device, outputTypes[i], plan.outputs[i], output, buffer));
    run.outputs.push_back(std::move(output));
  }
  return run;
}

class InLayouts : public testing::TestWithParam<std::string> {};

TEST_P(InLayouts, AgreesWithReference) {
  const auto device = sharedDevices().open("cpu");
  ASSERT_TRUE(device.ok());
  std::size_t kept = 0;
  for (const Case& subject : allCases()) {
    if (subject.op != GetParam()) continue;
    const std::vector<Tensor> inputs = makeInputs(subject, DataType::Float32);
    const auto expected = runReference(subject, inputs);
    ASSERT_TRUE(expected.ok());
    const auto isEmpty = [](const Tensor& tensor) { return tensor.elementCount() == 0; };
    if (std::any_of(inputs.begin(), inputs.end(), isEmpty)) continue;
    for (const LayoutKind& kind : layoutKinds()) {
      SCOPED_TRACE(subject.title() + " in " + kind.name);
      const auto run = runInLayout(subject, kind, **device);
      ASSERT_TRUE(run.ok()) << run.error().text();
      kept += run->kept ? 1 : 0;
      for (std::size_t i = 0; i < expected->size(); ++i) {
        const Status equal = compare((*expected)[i], run->outputs[i], toleranceOf(subject, inputs, *expected, i));
        EXPECT_TRUE(equal.ok()) << run->detail << ", output " << i << ": " << equal.error().text();
      }
    }
  }
  std::cout << GetParam() << ": " << kept << " cases taken as they lay\n";
}

// Image ops whose kernels must accept the layout as it is.
std::vector<std::string> imageOps() {
  return {"local_response_norm",
          "local_response_norm_backward",
          "group_norm",
          "group_norm_backward",
          "pad",
          "pad_backward",
          "resize",
          "resize_backward",
          "adaptive_average_pool",
          "adaptive_average_pool_backward",
          "adaptive_max_pool",
          "max_unpool",
          "max_unpool_backward",
          "max_pool2d",
          "max_pool2d_backward",
          "average_pool2d",
          "average_pool2d_backward",
          "batch_norm",
          "batch_norm_backward",
          "batch_norm_inference",
          "max_pool3d",
          "average_pool3d",
          "average_pool3d_backward",
          "concatenate",
          "slice",
          "slice_backward",
          "dropout",
          "dropout_backward"};
}

std::string opTestName(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

INSTANTIATE_TEST_SUITE_P(Cpu, InLayouts, testing::ValuesIn(imageOps()), opTestName);

}  // namespace
}  // namespace fovea::numeric
