// Why: forward pass of RNNs: the input's contribution to all sums as one product, then step by step the hidden state's
// contribution and the cells, in one kernel if a step is small.
#include "core/backends/cuda/module/recurrent/recurrent_plan.h"
#include "core/backends/cuda/module/recurrent/widened_plan.h"
#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

template <class T>
class ForwardPass {
 public:
  ForwardPass(ContextPointer context, const RecurrentGeometry& g, const KernelRequest& request)
      : context_(std::move(context)),
        g_(g),
        givesHidden_(hasInput(request, 5)),
        givesCell_(hasInput(request, 6)),
        oneKernel_(isOneKernel<T>(g)) {}

  Status prepare(const KernelRequest& request) {
    const DataType type = request.inputs[0].dtype;
    std::size_t workspace = 0;
    if (g_.inputs > 0) {
      FOVEA_TRY(project_,
                Gemm::create(context_, {g_.rows(), g_.batch * g_.steps, g_.inputs, true, false, type, request.exact}));
      workspace = project_->workspaceBytes();
    }
    if (!oneKernel_) {
      FOVEA_TRY(recur_, Gemm::create(context_, {g_.rows(), g_.batch, g_.units, true, false, type, request.exact}));
      workspace = std::max(workspace, recur_->workspaceBytes());
      fromHidden_ = scratch_.take(bytesOf(g_.batch * g_.rows()));
    } else {
      weight_ = scratch_.take(bytesOf(kMostGates * g_.units * g_.units));
      for (std::size_t& tiles : tiles_) tiles = scratch_.take(tileBytes(g_, g_.units));
    }
    workspace_ = scratch_.take(workspace);
    fromInput_ = scratch_.take(bytesOf(g_.batch * g_.steps * g_.rows()));
    return {};
  }

  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status run(const KernelArguments& a) const {
    FOVEA_CHECK(project(a));
    FOVEA_CHECK(beginStates(a));
    if (oneKernel_) return runInTiles(a);
    for (std::int64_t step = 0; step < g_.steps; ++step) FOVEA_CHECK(runStep(a, step));
    return {};
  }

 private:
  static std::size_t bytesOf(std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); }
  T* at(const KernelArguments& a, std::size_t offset) const { return static_cast<T*>(scratchAt(a, offset)); }
  T* reserve(const KernelArguments& a, std::int64_t offset) const {
    return g_.training ? out<T>(a, g_.hasCell() ? 3 : 2) + offset : nullptr;
  }
  // Outside training the cell is updated in place, like the hidden state.
  T* cellAt(const KernelArguments& a, std::int64_t step) const {
    return g_.training ? reserve(a, g_.cellBefore(step)) : out<T>(a, 2);
  }
  T* hidden(const KernelArguments& a) const { return out<T>(a, 1); }

  // Row (n, t) of the result belongs to row (n, t) of x.
  Status project(const KernelArguments& a) const {
    void* const to = scratchAt(a, fromInput_);
    if (!project_) return copyOrClear(context_, nullptr, to, bytesOf(g_.batch * g_.steps * g_.rows()));
    return project_->run(a.inputs[1], a.inputs[0], to, nullptr, scratchAt(a, workspace_));
  }

  Status beginStates(const KernelArguments& a) const {
    const std::size_t bytes = bytesOf(g_.block());
    const void* const first = givesHidden_ ? a.inputs[5] : nullptr;
    if (!oneKernel_) FOVEA_CHECK(copyOrClear(context_, first, hidden(a), bytes));
    if (g_.training) FOVEA_CHECK(copyOrClear(context_, first, reserve(a, g_.initialHidden()), bytes));
    if (!g_.hasCell()) return {};
    return copyOrClear(context_, givesCell_ ? a.inputs[6] : nullptr, cellAt(a, 0), bytes);
  }

  RecurrentForward<T> stepAt(const KernelArguments& a, std::int64_t step) const {
    RecurrentForward<T> s;
    s.kind = kindOf(g_.cell);
    s.batch = g_.batch;
    s.units = g_.units;
    s.fromInput = at(a, fromInput_) + g_.time(step) * g_.rows();
    s.inputPitch = g_.steps * g_.rows();
    s.biasInput = in<T>(a, 3);
    s.biasHidden = in<T>(a, 4);
    if (g_.training && g_.keptBlocks() > 0) s.gates = reserve(a, g_.gatesAt(step));
    if (g_.hasCell()) {
      s.cellBefore = cellAt(a, step);
      s.cellAfter = cellAt(a, step + 1);
      if (g_.training && step + 1 == g_.steps) s.lastCell = out<T>(a, 2);
    }
    s.y = out<T>(a, 0) + g_.time(step) * g_.units;
    s.outputPitch = g_.steps * g_.units;
    return s;
  }

  Status runStep(const KernelArguments& a, std::int64_t step) const {
    T* const sums = at(a, fromHidden_);
    const bool zero = step == 0 && !givesHidden_;
    if (!zero) FOVEA_CHECK(recur_->run(a.inputs[2], hidden(a), sums, nullptr, scratchAt(a, workspace_)));
    return statusOf(recurrentForward(stepAt(a, step), zero ? nullptr : sums, hidden(a), context_->stream()),
                    "recurrentForward");
  }

  Status runInTiles(const KernelArguments& a) const {
    if constexpr (std::is_same_v<T, float>) {
      const cudaStream_t stream = context_->stream();
      T* const weight = at(a, weight_);
      const T* const first = givesHidden_ ? in<T>(a, 5) : nullptr;
      FOVEA_CHECK(
          statusOf(packRecurrentWeight(kindOf(g_.cell), g_.units, in<T>(a, 2), weight, stream), "packRecurrentWeight"));
      FOVEA_CHECK(
          statusOf(packRecurrentState(g_.batch, g_.units, first, at(a, tiles_[0]), stream), "packRecurrentState"));
      for (std::int64_t step = 0; step < g_.steps; ++step) {
        RecurrentTiles tiles;
        tiles.weight = weight;
        tiles.before = at(a, tiles_[step % 2]);
        tiles.after = at(a, tiles_[(step + 1) % 2]);
        if (step + 1 == g_.steps) tiles.last = hidden(a);
        FOVEA_CHECK(statusOf(recurrentForwardStep(stepAt(a, step), tiles, stream), "recurrentForwardStep"));
      }
    }
    return {};
  }

  static constexpr std::int64_t kMostGates = 4;
  ContextPointer context_;
  RecurrentGeometry g_;
  bool givesHidden_, givesCell_, oneKernel_;
  std::shared_ptr<Gemm> project_, recur_;
  ScratchPlan scratch_;
  std::size_t workspace_ = 0, fromInput_ = 0, fromHidden_ = 0, weight_ = 0;
  std::size_t tiles_[2] = {0, 0};
};

template <class T>
Result<KernelPlan> forwardPlanOf(const RecurrentGeometry& g, const KernelRequest& request,
                                 const ContextPointer& context) {
  const auto pass = std::make_shared<ForwardPass<T>>(context, g, request);
  FOVEA_CHECK(pass->prepare(request));
  return densePlan(
      request, [pass](const KernelArguments& a) { return pass->run(a); }, pass->scratchBytes(),
      fmt::format("{} {}x{}x{} a step", isOneKernel<T>(g) ? "one kernel" : "cublasLt", g.rows(), g.batch, g.units));
}

}  // namespace

Result<KernelPlan> recurrentForwardPlan(RecurrentCell cell, const KernelRequest& request,
                                        const ContextPointer& context) {
  if (isHalf(request.inputs[0].dtype))
    return widenedPlan(request, context,
                       [&](const KernelRequest& wide) { return recurrentForwardPlan(cell, wide, context); });
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, request.inputs[0].shape, request.inputs[2].shape);
  if (g.batch == 0) return densePlan(request, [](const KernelArguments&) -> Status { return {}; });
  if (request.inputs[0].dtype == DataType::Float64) return forwardPlanOf<double>(g, request, context);
  return forwardPlanOf<float>(g, request, context);
}

}  // namespace fovea::cuda
