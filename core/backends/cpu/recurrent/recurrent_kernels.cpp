// Why: forward pass of recurrent layers. The input's contribution to all gates is one product for many steps. The
// hidden state's contribution is computed step by step with a weight packed once, in panels of one vector of units with
// all of their gates, so that a thread computes the new state of its units while their sums are in the cache.
#include "core/backends/cpu/recurrent/recurrent_kernels.h"

namespace fovea::cpu {
namespace {

class RecurrentForward final : public Kernel {
 public:
  explicit RecurrentForward(const RecurrentGeometry& g) : g_(g), chunk_(recurrentChunk(g)) {
    weight_ = scratch_.take(panels() * panelSize());
    inputs_ = scratch_.take(chunk_ * g.batch * g.inputs);
    for (std::int64_t& hidden : hidden_) hidden = scratch_.take(g.block());
    bias_ = scratch_.take(g.rows());
    if (!sumsAreKept()) sums_ = scratch_.take(chunk_ * g.batch * g.rows());
    if (g.cell == RecurrentCell::Gru) fromHidden_ = scratch_.take(g.batch * g.rows());
    if (g.cell == RecurrentCell::Gru && !g.training) kept_ = scratch_.take(4 * g.block());
    if (g.hasCell() && !g.training) cells_ = scratch_.take(g.block());
  }

  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status run(const KernelArguments& a) override {
    Run r{a, floats(a.inputs[0]), mutableFloats(a.outputs[0]), static_cast<float*>(a.scratch), nullptr};
    if (g_.training) r.reserve = mutableFloats(a.outputs[g_.hasCell() ? 3 : 2]);
    prepareWeights(r);
    prepareStates(r);
    for (std::int64_t begin = 0; begin < g_.steps; begin += chunk_) {
      const std::int64_t end = std::min(begin + chunk_, g_.steps);
      project(r, begin, end);
      onTeam(stepWork(g_), [&](const Team& team) {
        for (std::int64_t step = begin; step < end; ++step) runStep(r, team, step, sumsOf(r, begin, step));
      });
    }
    std::copy_n(hiddenBefore(r, g_.steps), g_.block(), mutableFloats(a.outputs[1]));
    if (g_.hasCell()) std::copy_n(cellsAt(r, g_.steps), g_.block(), mutableFloats(a.outputs[2]));
    return {};
  }

 private:
  struct Run {
    const KernelArguments& arguments;
    const float* x;
    float* y;
    float* scratch;
    float* reserve;  // null outside training
  };

  // Adjacent units in a step.
  struct Part {
    std::int64_t step, unit, count;
  };

  // True if the sums of an LSTM are overwritten by its gates in the reserve.
  bool sumsAreKept() const { return g_.hasCell() && g_.training; }
  float* sumsOf(const Run& r, std::int64_t begin, std::int64_t step) const {
    return sumsAreKept() ? r.reserve + g_.gatesAt(step) : r.scratch + sums_ + (step - begin) * g_.batch * g_.rows();
  }
  float* cellsAt(const Run& r, std::int64_t step) const {
    return g_.training ? r.reserve + g_.cellBefore(step) : r.scratch + cells_;
  }

  // Two states alternate: threads read the previous one while others write the next one.
  float* hiddenBefore(const Run& r, std::int64_t step) const { return r.scratch + hidden_[step % 2]; }
  std::int64_t panels() const { return (g_.units + simd().lanes - 1) / simd().lanes; }
  std::int64_t panelSize() const { return g_.units * g_.gates() * simd().lanes; }

  // [panel][k][gate][lane], with zeros for missing units of the last panel.
  void prepareWeights(const Run& r) const {
    const float* weight = floats(r.arguments.inputs[2]);
    const std::int64_t lanes = simd().lanes, gates = g_.gates();
    parallelTasks(panels(), static_cast<double>(panels() * panelSize()), [&](std::int64_t panel) {
      float* to = r.scratch + weight_ + panel * panelSize();
      if ((panel + 1) * lanes > g_.units) std::fill_n(to, panelSize(), 0.0f);
      const std::int64_t units = std::min(lanes, g_.units - panel * lanes);
      for (std::int64_t gate = 0; gate < gates; ++gate)
        for (std::int64_t lane = 0; lane < units; ++lane) {
          const float* row = weight + (gate * g_.units + panel * lanes + lane) * g_.units;
          for (std::int64_t k = 0; k < g_.units; ++k) to[(k * gates + gate) * lanes + lane] = row[k];
        }
    });
    simd().add(floats(r.arguments.inputs[3]), floats(r.arguments.inputs[4]), r.scratch + bias_, g_.rows());
  }

  void prepareStates(const Run& r) const {
    const auto prepare = [&](std::size_t input, float* to) {
      if (r.arguments.inputs.size() > input)
        std::copy_n(floats(r.arguments.inputs[input]), g_.block(), to);
      else
        std::fill_n(to, g_.block(), 0.0f);
    };
    prepare(5, hiddenBefore(r, 0));
    if (g_.hasCell()) prepare(6, cellsAt(r, 0));
    if (g_.training) std::copy_n(hiddenBefore(r, 0), g_.block(), r.reserve + g_.initialHidden());
  }

  void project(const Run& r, std::int64_t begin, std::int64_t end) const {
    gatherRows(g_, begin, end, g_.inputs, r.scratch + inputs_,
               [&](std::int64_t step, std::int64_t n) { return r.x + (n * g_.steps + g_.time(step)) * g_.inputs; });
    gemm({.transposeB = true,
          .rows = (end - begin) * g_.batch,
          .columns = g_.rows(),
          .inner = g_.inputs,
          .strideA = g_.inputs,
          .strideB = g_.inputs,
          .strideC = g_.rows()},
         r.scratch + inputs_, floats(r.arguments.inputs[1]), sumsOf(r, begin, begin));
  }

  void runStep(const Run& r, const Team& team, std::int64_t step, float* sums) const {
    const std::int64_t first = team.begin(panels()), last = team.end(panels());
    // Alternates the direction: the panels used last are still in the cache.
    for (std::int64_t i = first; i < last; ++i) runPanel(r, step, step % 2 == 0 ? i : first + last - 1 - i, sums);
    team.meet();
  }

  void runPanel(const Run& r, std::int64_t step, std::int64_t panel, float* sums) const {
    const Part part{step, panel * simd().lanes, std::min<std::int64_t>(simd().lanes, g_.units - panel * simd().lanes)};
    const bool gru = g_.cell == RecurrentCell::Gru;
    simd().panelProduct({.a = hiddenBefore(r, step),
                         .panel = r.scratch + weight_ + panel * panelSize(),
                         .c = (gru ? r.scratch + fromHidden_ : sums) + part.unit,
                         .rows = g_.batch,
                         .terms = g_.units,
                         .vectors = g_.gates(),
                         .lanes = part.count,
                         .strideA = g_.units,
                         .strideC = g_.rows(),
                         .vectorStride = g_.units,
                         .accumulate = !gru});
    for (std::int64_t n = 0; n < g_.batch; ++n) {
      float* row = sums + n * g_.rows() + part.unit;
      if (g_.hasCell())
        lstm(r, part, n, row);
      else if (gru)
        this->gru(r, part, n, row);
      else
        plain(r, part, n, row);
    }
  }

  float* outputRow(const Run& r, const Part& part, std::int64_t n) const {
    return r.y + (n * g_.steps + g_.time(part.step)) * g_.units + part.unit;
  }

  void lstm(const Run& r, const Part& part, std::int64_t n, float* sums) const {
    const std::int64_t at = n * g_.units + part.unit;
    simd().lstmCell({.gates = sums,
                     .bias = r.scratch + bias_ + part.unit,
                     .cellBefore = cellsAt(r, part.step) + at,
                     .cell = cellsAt(r, part.step + 1) + at,
                     .hidden = hiddenBefore(r, part.step + 1) + at,
                     .y = outputRow(r, part, n),
                     .units = g_.units,
                     .count = part.count});
  }

  void gru(const Run& r, const Part& part, std::int64_t n, const float* sums) const {
    float* kept = g_.training ? r.reserve + g_.gatesAt(part.step) : r.scratch + kept_;
    const std::int64_t at = n * g_.units + part.unit;
    simd().gruCell({.fromInput = sums,
                    .fromHidden = r.scratch + fromHidden_ + n * g_.rows() + part.unit,
                    .biasInput = floats(r.arguments.inputs[3]) + part.unit,
                    .biasHidden = floats(r.arguments.inputs[4]) + part.unit,
                    .hiddenBefore = hiddenBefore(r, part.step) + at,
                    .kept = kept + n * 4 * g_.units + part.unit,
                    .hidden = hiddenBefore(r, part.step + 1) + at,
                    .y = outputRow(r, part, n),
                    .units = g_.units,
                    .count = part.count});
  }

  void plain(const Run& r, const Part& part, std::int64_t n, const float* sums) const {
    float* hidden = hiddenBefore(r, part.step + 1) + n * g_.units + part.unit;
    simd().add(sums, r.scratch + bias_ + part.unit, hidden, part.count);
    (g_.cell == RecurrentCell::Relu ? simd().relu : simd().tanh)(hidden, hidden, part.count);
    std::copy_n(hidden, part.count, outputRow(r, part, n));
  }

  RecurrentGeometry g_;
  std::int64_t chunk_;
  ScratchPlan scratch_;
  std::int64_t weight_ = 0, inputs_ = 0, bias_ = 0, sums_ = 0, fromHidden_ = 0, kept_ = 0, cells_ = 0;
  std::int64_t hidden_[2] = {0, 0};
};

}  // namespace

Result<KernelPlan> createRecurrent(RecurrentCell cell, const KernelRequest& request) {
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, request.inputs[0].shape, request.inputs[2].shape);
  auto kernel = std::make_unique<RecurrentForward>(g);
  KernelPlan plan;
  plan.scratchBytes = kernel->scratchBytes();
  plan.kernel = std::move(kernel);
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  plan.detail = "dnnl_sgemm, " + std::string(simd().name);
  return plan;
}

void addRecurrentKernels(KernelRegistry& registry) {
  const auto add = [&](const std::string& op, RecurrentCell cell) {
    registry.add(op, float32Entry("cpu." + op, [cell](const KernelRequest& request, Device&) {
                   return createRecurrent(cell, request);
                 }));
    registry.add(op + "_backward",
                 float32Entry("cpu." + op + "_backward", [cell](const KernelRequest& request, Device&) {
                   return createRecurrentBackward(cell, request);
                 }));
  };
  add("lstm", RecurrentCell::Lstm);
  add("gru", RecurrentCell::Gru);
  add("rnn", RecurrentCell::Tanh);
}

}  // namespace fovea::cpu
