// Why: backward pass of RNNs: from the last step to the first, the cells and the gradient of the previous state; then
// the gradients of weights and input as one product each, over all steps.
#include "core/backends/cuda/module/recurrent/recurrent_plan.h"
#include "core/backends/cuda/module/recurrent/widened_plan.h"
#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

template <class T>
class BackwardPass {
 public:
  BackwardPass(ContextPointer context, const RecurrentGeometry& g, const KernelRequest& request)
      : context_(std::move(context)),
        g_(g),
        givesCell_(hasInput(request, kNewCell)),
        needsX_(request.isNeeded(kDx) && g.inputs > 0),
        needsHidden_(request.isNeeded(kDHidden)),
        oneKernel_(isOneKernel<T>(g)) {}

  Status prepare(const KernelRequest& request) {
    std::size_t workspace = 0;
    const auto make = [&](std::shared_ptr<Gemm>& gemm, GemmShape shape) -> Status {
      shape.type = request.inputs[0].dtype;
      shape.exact = request.exact;
      FOVEA_TRY(gemm, Gemm::create(context_, shape));
      workspace = std::max(workspace, gemm->workspaceBytes());
      return {};
    };
    const std::int64_t positions = g_.batch * g_.steps;
    if (!oneKernel_) FOVEA_CHECK(make(recur_, {g_.units, g_.batch, g_.rows(), false, false}));
    FOVEA_CHECK(make(toWeightHidden_, {g_.units, g_.rows(), positions, false, true}));
    if (needsX_) FOVEA_CHECK(make(toX_, {g_.inputs, positions, g_.rows(), false, false}));
    if (g_.inputs > 0) FOVEA_CHECK(make(toWeightInput_, {g_.inputs, g_.rows(), positions, false, true}));
    workspace = std::max(workspace, channelSumScratch<T>(positionsOfRows()));
    workspace_ = scratch_.take(workspace);
    dFromInput_ = scratch_.take(bytesOf(positions * g_.rows()));
    dFromHidden_ = gru() ? scratch_.take(bytesOf(positions * g_.rows())) : dFromInput_;
    hiddenBefore_ = scratch_.take(bytesOf(positions * g_.units));
    if (oneKernel_) {
      const int parts = recurrentParts(kindOf(g_.cell), g_.batch, g_.units);
      for (std::size_t& tiles : tiles_) tiles = scratch_.take(tileBytes(g_, g_.rows()));
      parts_ = scratch_.take(static_cast<std::size_t>(parts) * tileBytes(g_, g_.units));
      counters_ = scratch_.take(counterBytes());
    } else {
      dsums_ = scratch_.take(bytesOf(g_.batch * g_.rows()));
      fromNext_ = scratch_.take(bytesOf(g_.block()));
    }
    if (gru()) carried_ = scratch_.take(bytesOf(g_.block()));
    return {};
  }

  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status run(const KernelArguments& a) const {
    if (g_.hasCell())
      FOVEA_CHECK(copyOrClear(context_, givesCell_ ? a.inputs[kNewCell] : nullptr, a.outputs[kDCell], blockBytes()));
    if (gru()) FOVEA_CHECK(copyOrClear(context_, nullptr, at(a, carried_), blockBytes()));
    FOVEA_CHECK(oneKernel_ ? runInTiles(a) : runSteps(a));
    FOVEA_CHECK(collectHidden(a));
    return multiply(a);
  }

 private:
  static std::size_t bytesOf(std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); }
  std::size_t blockBytes() const { return bytesOf(g_.block()); }
  std::size_t counterBytes() const { return tileBytes(g_, g_.units / kStepRows) / kStepBatch; }
  bool gru() const { return g_.cell == RecurrentCell::Gru; }
  Channels positionsOfRows() const { return {g_.batch * g_.steps, g_.rows(), 1}; }
  T* at(const KernelArguments& a, std::size_t offset) const { return static_cast<T*>(scratchAt(a, offset)); }
  const T* reserve(const KernelArguments& a, std::int64_t offset) const { return in<T>(a, kReserve) + offset; }

  RecurrentBackward<T> stepAt(const KernelArguments& a, std::int64_t step) const {
    RecurrentBackward<T> s;
    s.kind = kindOf(g_.cell);
    s.batch = g_.batch;
    s.units = g_.units;
    s.dy = in<T>(a, kDy) + g_.time(step) * g_.units;
    s.y = in<T>(a, kY) + g_.time(step) * g_.units;
    s.outputPitch = g_.steps * g_.units;
    if (g_.keptBlocks() > 0) s.gates = reserve(a, g_.gatesAt(step));
    if (g_.hasCell()) {
      s.cellBefore = reserve(a, g_.cellBefore(step));
      s.cellAfter = reserve(a, g_.cellBefore(step + 1));
      s.dcell = out<T>(a, kDCell);
    }
    s.dFromInput = at(a, dFromInput_) + g_.time(step) * g_.rows();
    s.sumPitch = g_.steps * g_.rows();
    if (!gru()) return s;
    s.dFromHidden = at(a, dFromHidden_) + g_.time(step) * g_.rows();
    s.carried = at(a, carried_);
    s.hiddenBefore = step > 0 ? in<T>(a, kY) + g_.time(step - 1) * g_.units : reserve(a, g_.initialHidden());
    s.hiddenPitch = step > 0 ? g_.steps * g_.units : g_.units;
    return s;
  }

  Status runStep(const KernelArguments& a, std::int64_t step) const {
    T *const dsums = at(a, dsums_), *const fromNext = at(a, fromNext_);
    const bool last = step + 1 == g_.steps;
    FOVEA_CHECK(statusOf(recurrentBackward(stepAt(a, step), last ? nullptr : fromNext, dsums, context_->stream()),
                         "recurrentBackward"));
    if (step == 0 && !needsHidden_) return {};
    return recur_->run(a.inputs[kWeightHidden], dsums, step == 0 ? a.outputs[kDHidden] : fromNext, nullptr,
                       scratchAt(a, workspace_));
  }

  Status runSteps(const KernelArguments& a) const {
    for (std::int64_t step = g_.steps; step-- > 0;) FOVEA_CHECK(runStep(a, step));
    if (!gru() || !needsHidden_) return {};
    T* const dhidden = out<T>(a, kDHidden);
    return statusOf(binary(Binary::Add, g_.block(), dhidden, at(a, carried_), dhidden, context_->stream()), "binary");
  }

  Status runInTiles(const KernelArguments& a) const {
    if constexpr (std::is_same_v<T, float>) {
      FOVEA_CHECK(copyOrClear(context_, nullptr, at(a, counters_), counterBytes()));
      RecurrentTiles tiles;
      tiles.weight = in<T>(a, kWeightHidden);
      tiles.parts = at(a, parts_);
      tiles.counters = static_cast<unsigned*>(scratchAt(a, counters_));
      const auto run = [&](const RecurrentBackward<T>& step) {
        return statusOf(recurrentBackwardStep(step, tiles, context_->stream()), "recurrentBackwardStep");
      };
      for (std::int64_t step = g_.steps; step-- > 0;) {
        tiles.after = at(a, tiles_[step % 2]);
        FOVEA_CHECK(run(stepAt(a, step)));
        tiles.before = tiles.after;
      }
      if (!needsHidden_) return {};
      tiles.after = nullptr;
      tiles.last = out<T>(a, kDHidden);
      return run(stepAt(a, 0));
    }
    return {};
  }

  // Gathers the hidden state before each step.
  Status collectHidden(const KernelArguments& a) const {
    const std::int64_t row = static_cast<std::int64_t>(bytesOf(g_.units)), pitch = g_.steps * row;
    T *const all = at(a, hiddenBefore_), *const first = all + g_.time(0) * g_.units;
    const cudaStream_t stream = context_->stream();
    FOVEA_CHECK(
        statusOf(copyBlocks({g_.batch, row, pitch, row}, reserve(a, g_.initialHidden()), first, stream), "copyBlocks"));
    const T* const from = in<T>(a, kY) + (g_.reverse ? g_.units : 0);
    T* const to = all + (g_.reverse ? 0 : g_.units);
    return statusOf(copyBlocks({g_.batch, pitch - row, pitch, pitch}, from, to, stream), "copyBlocks");
  }

  Status multiply(const KernelArguments& a) const {
    void* const workspace = scratchAt(a, workspace_);
    T *const dInput = at(a, dFromInput_), *const dHidden = at(a, dFromHidden_);
    if (toX_) FOVEA_CHECK(toX_->run(a.inputs[kWeightInput], dInput, a.outputs[kDx], nullptr, workspace));
    if (toWeightInput_)
      FOVEA_CHECK(toWeightInput_->run(a.inputs[kX], dInput, a.outputs[kDWeightInput], nullptr, workspace));
    FOVEA_CHECK(toWeightHidden_->run(at(a, hiddenBefore_), dHidden, a.outputs[kDWeightHidden], nullptr, workspace));
    FOVEA_CHECK(sumRows(dInput, out<T>(a, kDBiasInput), workspace));
    if (gru()) return sumRows(dHidden, out<T>(a, kDBiasHidden), workspace);
    return copyOrClear(context_, a.outputs[kDBiasInput], a.outputs[kDBiasHidden], bytesOf(g_.rows()));
  }

  Status sumRows(const T* rows, T* sums, void* workspace) const {
    return statusOf(channelSum(positionsOfRows(), rows, sums, workspace, context_->stream()), "channelSum");
  }

  ContextPointer context_;
  RecurrentGeometry g_;
  bool givesCell_, needsX_, needsHidden_, oneKernel_;
  std::shared_ptr<Gemm> recur_, toX_, toWeightInput_, toWeightHidden_;
  ScratchPlan scratch_;
  std::size_t workspace_ = 0, dFromInput_ = 0, dFromHidden_ = 0, hiddenBefore_ = 0, dsums_ = 0, fromNext_ = 0,
              carried_ = 0, parts_ = 0, counters_ = 0;
  std::size_t tiles_[2] = {0, 0};
};

// For an empty batch: only the gradients of weights and biases have elements, and those are zero.
Result<KernelPlan> emptyPlan(const KernelRequest& request, const ContextPointer& context) {
  std::vector<std::size_t> bytes;
  for (const TensorType& type : request.outputs) bytes.push_back(type.bytes());
  return densePlan(request, [context, bytes](const KernelArguments& a) -> Status {
    for (std::size_t i = 0; i < bytes.size(); ++i) FOVEA_CHECK(copyOrClear(context, nullptr, a.outputs[i], bytes[i]));
    return {};
  });
}

template <class T>
Result<KernelPlan> backwardPlanOf(const RecurrentGeometry& g, const KernelRequest& request,
                                  const ContextPointer& context) {
  const auto pass = std::make_shared<BackwardPass<T>>(context, g, request);
  FOVEA_CHECK(pass->prepare(request));
  return densePlan(
      request, [pass](const KernelArguments& a) { return pass->run(a); }, pass->scratchBytes(),
      fmt::format("{} {}x{}x{} a step", isOneKernel<T>(g) ? "one kernel" : "cublasLt", g.units, g.batch, g.rows()));
}

}  // namespace

Result<KernelPlan> recurrentBackwardPlan(RecurrentCell cell, const KernelRequest& request,
                                         const ContextPointer& context) {
  if (isHalf(request.inputs[0].dtype))
    return widenedPlan(request, context,
                       [&](const KernelRequest& wide) { return recurrentBackwardPlan(cell, wide, context); });
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, request.inputs[1].shape, request.inputs[3].shape);
  if (g.batch == 0) return emptyPlan(request, context);
  if (request.inputs[0].dtype == DataType::Float64) return backwardPlanOf<double>(g, request, context);
  return backwardPlanOf<float>(g, request, context);
}

}  // namespace fovea::cuda
