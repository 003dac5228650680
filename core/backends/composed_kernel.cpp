#include "core/backends/composed_kernel.h"

#include <algorithm>

#include "core/ops/normalization_rules.h"
#include "core/ops/pooled_convolution.h"

namespace fovea {
namespace {

constexpr std::size_t kWorkspaceAlignment = 256;

// The location of a kernel's argument.
struct Place {
  enum class Kind { Input, Output, Scratch } kind;
  std::size_t at;  // index, or offset

  void* pointer(const KernelArguments& a) const {
    if (kind == Kind::Input) return a.inputs[at];
    if (kind == Kind::Output) return a.outputs[at];
    return static_cast<std::byte*>(a.scratch) + at;
  }
};

struct Part {
  std::unique_ptr<Kernel> kernel;
  std::vector<Place> inputs, outputs;
  std::vector<void*> inputPointers, outputPointers;
};

class ComposedKernel final : public Kernel {
 public:
  ComposedKernel(std::vector<Part> parts, std::size_t scratchAt) : parts_(std::move(parts)), scratchAt_(scratchAt) {}
  Status run(const KernelArguments& a) override {
    for (Part& part : parts_) {
      part.inputPointers.clear();
      part.outputPointers.clear();
      for (const Place& place : part.inputs) part.inputPointers.push_back(place.pointer(a));
      for (const Place& place : part.outputs) part.outputPointers.push_back(place.pointer(a));
      FOVEA_CHECK(
          part.kernel->run({part.inputPointers, part.outputPointers, static_cast<std::byte*>(a.scratch) + scratchAt_}));
    }
    return {};
  }

 private:
  std::vector<Part> parts_;
  std::size_t scratchAt_;
};

// A value between the steps, or an input or output of the op.
struct Known {
  TensorType type;
  Layout layout;
  Place place;
  bool placed = false;  // its layout is fixed
};

class Composer {
 public:
  Composer(const KernelRequest& request, Device& device, Composition composition)
      : request_(request), device_(device), composition_(std::move(composition)) {
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
      inputs_.push_back({request.inputs[i], request.inputLayouts[i], {Place::Kind::Input, i}});
    plan_.inputs.resize(request.inputs.size());
    plan_.outputs.resize(request.outputs.size());
  }

  Result<KernelPlan> plan() {
    for (std::size_t i = 0; i < composition_.steps.size(); ++i) FOVEA_CHECK(addStep(i));
    for (std::size_t i = 0; i < inputs_.size(); ++i) plan_.inputs[i] = inputs_[i].layout;
    plan_.scratchBytes = used_ + stepScratch_;
    plan_.kernel = std::make_unique<ComposedKernel>(std::move(parts_), used_);
    return std::move(plan_);
  }

 private:
  Known& known(const ComposedValue& value) {
    const auto index = static_cast<std::size_t>(value.index);
    return value.step == ComposedValue::kInput ? inputs_[index] : made_[static_cast<std::size_t>(value.step)][index];
  }

  Place reserve(std::size_t bytes) {
    const std::size_t at = used_;
    used_ += (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
    return {Place::Kind::Scratch, at};
  }

  Status addStep(std::size_t index) {
    const ComposedStep& step = composition_.steps[index];
    const OpType& op = *findOp(step.op);
    FOVEA_TRY(const FieldValues attributes, op.attributes.complete(step.attributes));
    std::vector<TensorType> inputTypes;
    std::vector<Layout> layouts;
    KernelRequest request{op, attributes, {}, {}, {}};
    for (const ComposedValue& value : step.inputs) {
      const Known& source = known(value);
      const bool own = value.step == ComposedValue::kInput && !source.placed;
      const auto at = static_cast<std::size_t>(value.index);
      inputTypes.push_back(source.type);
      layouts.push_back(source.layout);
      request.neighbourhood.inputs.push_back({own && request_.hasFreeLayout(at), own && request_.isConstant(at)});
    }
    FOVEA_TRY(const std::vector<TensorType> outputTypes, inferOp(op, attributes, inputTypes));
    request.inputs = inputTypes;
    request.outputs = outputTypes;
    request.inputLayouts = layouts;
    request.exact = request_.exact;
    for (std::size_t k = 0; k < outputTypes.size(); ++k)
      request.neighbourhood.outputs.push_back({{}, isNeeded({static_cast<int>(index), static_cast<int>(k)}), {}});
    FOVEA_TRY(KernelPlan plan, device_.kernels().create(request, device_));
    Part part;
    for (std::size_t k = 0; k < step.inputs.size(); ++k) {
      FOVEA_TRY(const Place place, placeInput(step.inputs[k], plan.inputs[k]));
      part.inputs.push_back(place);
    }
    made_.emplace_back();
    for (std::size_t k = 0; k < outputTypes.size(); ++k)
      part.outputs.push_back(
          placeOutput({static_cast<int>(index), static_cast<int>(k)}, outputTypes[k], plan.outputs[k]));
    part.kernel = std::move(plan.kernel);
    stepScratch_ = std::max(stepScratch_, plan.scratchBytes);
    plan_.approximate = plan_.approximate || plan.approximate;
    plan_.detail += (plan_.detail.empty() ? "" : ", then ") + plan.detail;
    parts_.push_back(std::move(part));
    return {};
  }

  // True if a step reads the value, or if it is an output of the op that is read.
  bool isNeeded(const ComposedValue& value) const {
    const auto isValue = [&](const ComposedValue& v) { return v.step == value.step && v.index == value.index; };
    for (const ComposedStep& step : composition_.steps)
      if (std::any_of(step.inputs.begin(), step.inputs.end(), isValue)) return true;
    for (std::size_t i = 0; i < composition_.outputs.size(); ++i)
      if (isValue(composition_.outputs[i]) && request_.isNeeded(i)) return true;
    return false;
  }

  // The first reader of an input chooses its layout; another layout costs a reorder.
  Result<Place> placeInput(const ComposedValue& value, const Layout& wanted) {
    Known& source = known(value);
    if (value.step == ComposedValue::kInput && !source.placed) {
      source.layout = wanted;
      source.placed = true;
    }
    if (source.layout == wanted) return source.place;
    Part part;
    FOVEA_TRY(part.kernel, device_.createReorder(source.type, source.layout, wanted));
    const Place target = reserve(wanted.bytes(source.type));
    part.inputs = {source.place};
    part.outputs = {target};
    parts_.push_back(std::move(part));
    return target;
  }

  Place placeOutput(const ComposedValue& value, const TensorType& type, const Layout& layout) {
    Known made{type, layout, {}, true};
    const auto isValue = [&](const ComposedValue& v) { return v.step == value.step && v.index == value.index; };
    const auto own = std::find_if(composition_.outputs.begin(), composition_.outputs.end(), isValue);
    if (own != composition_.outputs.end()) {
      const auto at = static_cast<std::size_t>(own - composition_.outputs.begin());
      made.place = {Place::Kind::Output, at};
      plan_.outputs[at] = layout;
    } else {
      made.place = reserve(layout.bytes(type));
    }
    made_.back().push_back(made);
    return made.place;
  }

  const KernelRequest& request_;
  Device& device_;
  Composition composition_;
  KernelPlan plan_;
  std::vector<Known> inputs_;
  std::vector<std::vector<Known>> made_;  // indexed by step
  std::vector<Part> parts_;
  std::size_t used_ = 0;         // scratch memory used by values
  std::size_t stepScratch_ = 0;  // largest scratch memory of a step, located after the values
};

constexpr int kInput = ComposedValue::kInput;

Composition composeForward(const KernelRequest& r) {
  return {{{"conv2d", convolutionAttributes(r.attributes), {{kInput, 0}, {kInput, 1}, {kInput, 2}}},
           {"max_pool2d", poolingAttributes(r.attributes), {{0, 0}}}},
          {{1, 0}, {1, 1}}};
}

ComposedStep unpool(const KernelRequest& r, const PoolingGeometry& pooling, int dy) {
  FieldValues attributes = poolingAttributes(r.attributes);
  attributes.set("input_size", std::vector<std::int64_t>{pooling.height.input, pooling.width.input});
  return {"max_pool2d_backward", attributes, {{kInput, dy}, {kInput, dy + 1}}};
}

Composition composeBackwardData(const KernelRequest& r) {
  const auto pooled = readPooledConvolutionBackwardData(r.attributes, r.inputs[0].shape, r.inputs[2].shape).value();
  FieldValues attributes = convolutionAttributes(r.attributes);
  attributes.set("input_size", r.attributes.list("input_size"));
  return {{unpool(r, pooled.pooling, 0), {"conv2d_backward_data", attributes, {{0, 0}, {kInput, 2}}}}, {{1, 0}}};
}

Composition composeBackwardWeights(const KernelRequest& r) {
  const auto pooled = readPooledConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value();
  FieldValues attributes = convolutionAttributes(r.attributes);
  attributes.set("kernel", r.attributes.list("kernel"));
  return {{unpool(r, pooled.pooling, 1), {"conv2d_backward_weights", attributes, {{kInput, 0}, {0, 0}}}},
          {{1, 0}, {1, 1}}};
}

Composition composeGradientSum(const KernelRequest& r) {
  return {{{"conv2d_backward_data", r.attributes, {{kInput, 0}, {kInput, 1}}}, {"add", {}, {{0, 0}, {kInput, 2}}}},
          {{1, 0}}};
}

Composition composeGradientNorm(const KernelRequest& r) {
  ComposedStep norm{"batch_norm_fused_backward", {{"activation", r.attributes.text("activation")}}, {{0, 0}}};
  for (int input = 2; input < static_cast<int>(r.inputs.size()); ++input) norm.inputs.push_back({kInput, input});
  return {{{"conv2d_backward_data",
            attributesOf(*findOp("conv2d_backward_data"), r.attributes),
            {{kInput, 0}, {kInput, 1}}},
           norm},
          {{1, 0}, {1, 1}, {1, 2}}};
}

Composition composePadding(const KernelRequest& r) {
  const FieldValues channels{
      {"axis", std::int64_t{1}}, {"start", std::int64_t{0}}, {"extent", r.attributes.integer("channels")}};
  return {{{"cast", {{"to", r.attributes.text("to")}}, {{kInput, 0}}}, {"slice_backward", channels, {{0, 0}}}},
          {{1, 0}}};
}

Composition composeLinear(const KernelRequest& r) {
  const ComposedStep product{"linear", {}, {{kInput, 0}, {kInput, 1}, {kInput, 2}}};
  if (r.attributes.text("activation") == "none") return {{product}, {{0, 0}}};
  return {{product, {"relu", {}, {{0, 0}}}}, {{1, 0}}};
}

Composition composeLinearBackward(const KernelRequest&) {
  return {{{"linear_backward_data", {}, {{kInput, 0}, {kInput, 1}}},
           {"relu_backward", {}, {{0, 0}, {kInput, 2}}},
           {"reduce_sum", {{"axes", std::vector<std::int64_t>{0}}}, {{1, 0}}}},
          {{1, 0}, {2, 0}}};
}

Composition composeConvolutionNorm(const KernelRequest& r) {
  ComposedStep norm{"batch_norm_fused", attributesOf(*findOp("batch_norm_fused"), r.attributes), {{0, 0}}};
  for (int input = 2; input < static_cast<int>(r.inputs.size()); ++input) norm.inputs.push_back({kInput, input});
  Composition composition{{{"conv2d", attributesOf(*findOp("conv2d"), r.attributes), {{kInput, 0}, {kInput, 1}}}, norm},
                          {{0, 0}}};
  for (int output = 0; output + 1 < static_cast<int>(r.outputs.size()); ++output)
    composition.outputs.push_back({1, output});
  return composition;
}

Composition composeClassifier(const KernelRequest&) {
  return {{{"linear", {}, {{kInput, 0}, {kInput, 1}, {kInput, 2}}},
           {"softmax_cross_entropy_fused", {}, {{0, 0}, {kInput, 3}, {kInput, 4}}},
           {"linear_backward_weights", {}, {{kInput, 0}, {1, 2}}}},
          {{1, 0}, {1, 2}, {1, 3}, {2, 0}, {2, 1}}};
}

Composition composePoolingSums(const KernelRequest& r) {
  return {{{"max_pool2d_backward", r.attributes, {{kInput, 0}, {kInput, 1}}},
           {"reduce_sum", {{"axes", std::vector<std::int64_t>{0, 2, 3}}}, {{kInput, 0}}}},
          {{0, 0}, {1, 0}}};
}

Composition composeFactors(const KernelRequest& r) {
  const FieldValues to{{"to", r.attributes.text("to")}}, back{{"to", dataTypeName(r.inputs[0].dtype)}};
  return {{{"multiply", {}, {{kInput, 0}, {kInput, 3}}},
           {"cast", to, {{0, 0}}},
           {"cast", back, {{1, 0}}},
           {"multiply", {}, {{kInput, 2}, {2, 0}}},
           {"subtract", {}, {{kInput, 1}, {3, 0}}},
           {"cast", to, {{4, 0}}}},
          {{1, 0}, {5, 0}}};
}

// Computes relu(x * factor + shift) from the first three inputs, and applies `last` to it and the remaining inputs.
Composition composeNormInput(const KernelRequest& r, ComposedStep last, int outputs) {
  const FieldValues perChannel{{"shape", std::vector<std::int64_t>{r.inputs[0].shape[1], 1, 1}}};
  Composition composition{{{"reshape", perChannel, {{kInput, 1}}},
                           {"reshape", perChannel, {{kInput, 2}}},
                           {"multiply", {}, {{kInput, 0}, {0, 0}}},
                           {"add", {}, {{2, 0}, {1, 0}}},
                           {"relu", {}, {{3, 0}}}},
                          {}};
  last.inputs = {{4, 0}};
  for (int input = 3; input < static_cast<int>(r.inputs.size()); ++input) last.inputs.push_back({kInput, input});
  composition.steps.push_back(std::move(last));
  for (int output = 0; output < outputs; ++output) composition.outputs.push_back({5, output});
  return composition;
}

Composition composeNormConvolution(const KernelRequest& r) {
  return composeNormInput(r, {"conv2d_batch_norm", r.attributes, {}}, static_cast<int>(r.outputs.size()));
}

Composition composeNormWeights(const KernelRequest& r) {
  return composeNormInput(r, {"conv2d_backward_weights", r.attributes, {}}, 1);
}

Composition composeLoss(const KernelRequest&) {
  return {{{"softmax_cross_entropy", {}, {{kInput, 0}, {kInput, 1}}},
           {"softmax_cross_entropy_backward", {}, {{kInput, 2}, {0, 1}, {kInput, 1}}},
           {"correct_count", {}, {{kInput, 0}, {kInput, 1}}}},
          {{0, 0}, {0, 1}, {1, 0}, {2, 0}}};
}

constexpr std::pair<const char*, Composition (*)(const KernelRequest&)> kCompositions[] = {
    {"conv2d_max_pool", composeForward},
    {"conv2d_max_pool_backward_data", composeBackwardData},
    {"conv2d_max_pool_backward_weights", composeBackwardWeights},
    {"conv2d_backward_data_fused", composeGradientSum},
    {"conv2d_batch_norm", composeConvolutionNorm},
    {"conv2d_backward_data_norm", composeGradientNorm},
    {"batch_norm_factors", composeFactors},
    {"linear_cross_entropy_fused", composeClassifier},
    {"max_pool2d_backward_sums", composePoolingSums},
    {"norm_conv2d_batch_norm", composeNormConvolution},
    {"norm_conv2d_backward_weights", composeNormWeights},
    {"linear_fused", composeLinear},
    {"linear_fused_backward", composeLinearBackward},
    {"pad_channels", composePadding},
    {"softmax_cross_entropy_fused", composeLoss},
};

}  // namespace

KernelEntry composedKernel(const std::string& op, std::function<Composition(const KernelRequest&)> compose) {
  KernelEntry entry;
  entry.name = "composed." + op;
  entry.supports = [](const KernelRequest&) { return Status(); };
  entry.create = [compose = std::move(compose)](const KernelRequest& request, Device& device) {
    return Composer(request, device, compose(request)).plan();
  };
  entry.fallback = true;
  return entry;
}

KernelEntry composedEntry(std::string_view op) {
  for (const auto& [name, compose] : kCompositions)
    if (op == name) return composedKernel(name, compose);
  assert(!"no pass makes this op");
  return {};
}

void addComposedKernels(KernelRegistry& registry) {
  for (const auto& [name, compose] : kCompositions) registry.add(name, composedKernel(name, compose));
}

}  // namespace fovea
