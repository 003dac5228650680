// Why: recurrences forward: the input's part of all gates as one product for many steps, the hidden state's part as one
// product a step with the weight transposed once, gates and states in one vectorised pass.
#include "core/backends/cpu/recurrent_kernels.h"

namespace fovea::cpu {
namespace {

constexpr double kCellWork = 40;  // of one unit of one sample, in elements

class RecurrentForward final : public Kernel {
 public:
  explicit RecurrentForward(const RecurrentGeometry& g) : g_(g), chunk_(recurrentChunk(g)) {
    weight_ = scratch_.take(g.units * g.rows());
    inputs_ = scratch_.take(chunk_ * g.batch * g.inputs);
    hidden_ = scratch_.take(g.block());
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
      for (std::int64_t step = begin; step < end; ++step) runStep(r, step, sumsOf(r, begin, step));
    }
    std::copy_n(r.scratch + hidden_, g_.block(), mutableFloats(a.outputs[1]));
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

  // The sums of an LSTM become its gates in the place where those are kept.
  bool sumsAreKept() const { return g_.hasCell() && g_.training; }
  float* sumsOf(const Run& r, std::int64_t begin, std::int64_t step) const {
    return sumsAreKept() ? r.reserve + g_.gatesAt(step) : r.scratch + sums_ + (step - begin) * g_.batch * g_.rows();
  }
  float* cellsAt(const Run& r, std::int64_t step) const {
    return g_.training ? r.reserve + g_.cellBefore(step) : r.scratch + cells_;
  }

  void prepareWeights(const Run& r) const {
    const float* weight = floats(r.arguments.inputs[2]);
    float* to = r.scratch + weight_;
    parallelRanges(g_.units, static_cast<double>(g_.rows()), [&](std::int64_t begin, std::int64_t end) {
      constexpr std::int64_t kTile = 16;
      for (std::int64_t row = 0; row < g_.rows(); row += kTile)
        for (std::int64_t k = begin; k < end; ++k)
          for (std::int64_t i = row; i < std::min(row + kTile, g_.rows()); ++i)
            to[k * g_.rows() + i] = weight[i * g_.units + k];
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
    prepare(5, r.scratch + hidden_);
    if (g_.hasCell()) prepare(6, cellsAt(r, 0));
    if (g_.training) std::copy_n(r.scratch + hidden_, g_.block(), r.reserve + g_.initialHidden());
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

  void runStep(const Run& r, std::int64_t step, float* sums) const {
    const bool gru = g_.cell == RecurrentCell::Gru;
    gemm({.rows = g_.batch,
          .columns = g_.rows(),
          .inner = g_.units,
          .strideA = g_.units,
          .strideB = g_.rows(),
          .strideC = g_.rows(),
          .accumulate = !gru},
         r.scratch + hidden_, r.scratch + weight_, gru ? r.scratch + fromHidden_ : sums);
    forSamples(g_, kCellWork, [&](std::int64_t n) {
      float* row = sums + n * g_.rows();
      if (g_.hasCell())
        lstm(r, step, n, row);
      else if (gru)
        this->gru(r, step, n, row);
      else
        plain(r, step, n, row);
    });
  }

  float* outputRow(const Run& r, std::int64_t step, std::int64_t n) const {
    return r.y + (n * g_.steps + g_.time(step)) * g_.units;
  }

  void lstm(const Run& r, std::int64_t step, std::int64_t n, float* sums) const {
    const std::int64_t at = n * g_.units;
    simd().lstmCell({.gates = sums,
                     .bias = r.scratch + bias_,
                     .cellBefore = cellsAt(r, step) + at,
                     .cell = cellsAt(r, step + 1) + at,
                     .hidden = r.scratch + hidden_ + at,
                     .y = outputRow(r, step, n),
                     .units = g_.units});
  }

  void gru(const Run& r, std::int64_t step, std::int64_t n, const float* sums) const {
    float* kept = g_.training ? r.reserve + g_.gatesAt(step) : r.scratch + kept_;
    simd().gruCell({.fromInput = sums,
                    .fromHidden = r.scratch + fromHidden_ + n * g_.rows(),
                    .biasInput = floats(r.arguments.inputs[3]),
                    .biasHidden = floats(r.arguments.inputs[4]),
                    .kept = kept + n * 4 * g_.units,
                    .hidden = r.scratch + hidden_ + n * g_.units,
                    .y = outputRow(r, step, n),
                    .units = g_.units});
  }

  void plain(const Run& r, std::int64_t step, std::int64_t n, const float* sums) const {
    float* hidden = r.scratch + hidden_ + n * g_.units;
    simd().add(sums, r.scratch + bias_, hidden, g_.units);
    (g_.cell == RecurrentCell::Relu ? simd().relu : simd().tanh)(hidden, hidden, g_.units);
    std::copy_n(hidden, g_.units, outputRow(r, step, n));
  }

  RecurrentGeometry g_;
  std::int64_t chunk_;
  ScratchPlan scratch_;
  std::int64_t weight_ = 0, inputs_ = 0, hidden_ = 0, bias_ = 0, sums_ = 0, fromHidden_ = 0, kept_ = 0, cells_ = 0;
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
