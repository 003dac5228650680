// Why: backward pass of recurrent layers: the gradient of the hidden state is one product per step; the gradients of
// weights and inputs are large products over many steps. All sums have a fixed order.
#include "core/backends/cpu/recurrent/recurrent_kernels.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kPanelVectors = 4;
// Padding floats after each row of dgates: rows a power of two apart would map to few cache sets.
constexpr std::int64_t kPadding = 16;

// A range of columns of dgates, and the rows of the weight that belong to it.
struct GatePart {
  std::int64_t column, row, count;
};

class RecurrentBackward final : public Kernel {
 public:
  explicit RecurrentBackward(const RecurrentGeometry& g)
      : g_(g),
        chunk_(recurrentChunk(g)),
        width_(g.cell == RecurrentCell::Gru ? 4 * g.units : g.rows()),
        stride_(width_ + kPadding) {
    dgates_ = scratch_.take(chunk_ * g.batch * stride_);
    inputs_ = scratch_.take(chunk_ * g.batch * g.inputs);
    hidden_ = scratch_.take(chunk_ * g.batch * g.units);
    totals_ = scratch_.take(2 * width_);
    dhidden_ = scratch_.take(g.batch * panels() * panelUnits());
    weight_ = scratch_.take(g.rows() * panels() * panelUnits());
    hiddenParts_ = {{0, 0, g.rows()}};
    inputParts_ = hiddenParts_;
    if (g.cell == RecurrentCell::Gru)  // order r, z, q, n; the input affects r, z, n
      inputParts_ = {{0, 0, 2 * g.units}, {3 * g.units, 2 * g.units, g.units}};
  }

  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status run(const KernelArguments& a) override {
    const Run r{a, static_cast<float*>(a.scratch), g_.hasCell() ? mutableFloats(a.outputs[6]) : nullptr};
    prepare(r);
    const std::int64_t chunks = (g_.steps + chunk_ - 1) / chunk_;
    for (std::int64_t chunk = chunks; chunk-- > 0;) {
      const std::int64_t begin = chunk * chunk_, end = std::min(begin + chunk_, g_.steps);
      onTeam(stepWork(g_), [&](const Team& team) {
        for (std::int64_t step = end; step-- > begin;) runStep(r, team, begin, step);
      });
      addWeightGradients(r, begin, end, chunk + 1 < chunks);
      writeInputGradients(r, begin, end);
    }
    for (std::int64_t n = 0; n < g_.batch; ++n)
      std::copy_n(dhidden(r, n, 0), g_.units, mutableFloats(a.outputs[5]) + n * g_.units);
    writeBiasGradients(r);
    return {};
  }

 private:
  struct Run {
    const KernelArguments& arguments;
    float* scratch;
    float* dcell;  // null without a cell

    const float* input(std::size_t index) const { return floats(arguments.inputs[index]); }
    float* output(std::size_t index) const { return mutableFloats(arguments.outputs[index]); }
  };

  // Adjacent units in a step.
  struct Part {
    std::int64_t step, unit, count;
  };

  double* totals(const Run& r) const { return reinterpret_cast<double*>(r.scratch + totals_); }
  std::int64_t position(std::int64_t step, std::int64_t n) const { return n * g_.steps + g_.time(step); }
  const float* hiddenBefore(const Run& r, std::int64_t step, std::int64_t n) const {
    return step == 0 ? r.input(5) + g_.initialHidden() + n * g_.units : r.input(4) + position(step - 1, n) * g_.units;
  }

  // Units are processed in panels of up to four vectors.
  std::int64_t panelUnits() const { return kPanelVectors * simd().lanes; }
  std::int64_t panels() const { return (g_.units + panelUnits() - 1) / panelUnits(); }
  float* dhidden(const Run& r, std::int64_t n, std::int64_t unit) const {
    return r.scratch + dhidden_ + n * panels() * panelUnits() + unit;
  }

  void prepare(const Run& r) const {
    std::fill_n(r.scratch + dhidden_, g_.batch * panels() * panelUnits(), 0.0f);
    if (g_.hasCell() && r.arguments.inputs.size() > 6) std::copy_n(r.input(6), g_.block(), r.dcell);
    if (g_.hasCell() && r.arguments.inputs.size() <= 6) std::fill_n(r.dcell, g_.block(), 0.0f);
    std::fill_n(totals(r), width_, 0.0);
    // The weight as [panel][row][unit of the panel], with zeros for missing units of the last panel.
    parallelTasks(panels(), static_cast<double>(g_.rows() * g_.units), [&](std::int64_t panel) {
      const std::int64_t unit = panel * panelUnits(), units = std::min(panelUnits(), g_.units - unit);
      float* to = r.scratch + weight_ + unit * g_.rows();
      for (std::int64_t row = 0; row < g_.rows(); ++row, to += panelUnits())
        std::fill(std::copy_n(r.input(3) + row * g_.units + unit, units, to), to + panelUnits(), 0.0f);
    });
  }

  void runStep(const Run& r, const Team& team, std::int64_t begin, std::int64_t step) const {
    float* dgates = r.scratch + dgates_ + (step - begin) * g_.batch * stride_;
    const std::int64_t first = team.begin(panels()), last = team.end(panels());
    const std::int64_t unit = first * panelUnits(), count = std::min(last * panelUnits(), g_.units) - unit;
    for (std::int64_t n = 0; n < g_.batch && count > 0; ++n) {
      if (g_.hasCell())
        lstm(r, {step, unit, count}, n, dgates + n * stride_ + unit);
      else if (g_.cell == RecurrentCell::Gru)
        gru(r, {step, unit, count}, n, dgates + n * stride_ + unit);
      else
        plain(r, {step, unit, count}, n, dgates + n * stride_ + unit);
    }
    team.meet();
    // Alternates the direction: the panels used last are still in the cache.
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t panel = step % 2 == 0 ? i : first + last - 1 - i;
      simd().panelProduct({.a = dgates,
                           .panel = r.scratch + weight_ + panel * panelUnits() * g_.rows(),
                           .c = dhidden(r, 0, panel * panelUnits()),
                           .rows = g_.batch,
                           .terms = g_.rows(),
                           .vectors = kPanelVectors,
                           .lanes = simd().lanes,
                           .strideA = stride_,
                           .strideC = panels() * panelUnits(),
                           .vectorStride = simd().lanes,
                           .accumulate = g_.cell == RecurrentCell::Gru});
    }
  }

  void lstm(const Run& r, const Part& part, std::int64_t n, float* dgates) const {
    const float* reserve = r.input(5);
    const std::int64_t at = n * g_.units + part.unit;
    simd().lstmCellBackward({.dy = r.input(0) + position(part.step, n) * g_.units + part.unit,
                             .dhidden = dhidden(r, n, part.unit),
                             .gates = reserve + g_.gatesAt(part.step) + n * width_ + part.unit,
                             .cellBefore = reserve + g_.cellBefore(part.step) + at,
                             .cell = reserve + g_.cellBefore(part.step + 1) + at,
                             .dcell = r.dcell + at,
                             .dgates = dgates,
                             .units = g_.units,
                             .count = part.count});
  }

  void gru(const Run& r, const Part& part, std::int64_t n, float* dgates) const {
    simd().gruCellBackward({.dy = r.input(0) + position(part.step, n) * g_.units + part.unit,
                            .kept = r.input(5) + g_.gatesAt(part.step) + n * width_ + part.unit,
                            .hiddenBefore = hiddenBefore(r, part.step, n) + part.unit,
                            .dhidden = dhidden(r, n, part.unit),
                            .dgates = dgates,
                            .units = g_.units,
                            .count = part.count});
  }

  void plain(const Run& r, const Part& part, std::int64_t n, float* dgates) const {
    const std::int64_t at = position(part.step, n) * g_.units + part.unit;
    simd().add(r.input(0) + at, dhidden(r, n, part.unit), dgates, part.count);
    const auto backward = g_.cell == RecurrentCell::Relu ? simd().reluBackward : simd().tanhBackward;
    backward(dgates, r.input(4) + at, dgates, part.count);
  }

  // dweight (+)= dgatesᵀ · values, for the parts of the gates that the weight affects.
  void addProduct(const Run& r, const std::vector<GatePart>& parts, std::int64_t rows, const float* values,
                  std::int64_t columns, float* dweight, bool accumulate) const {
    for (const GatePart& part : parts)
      gemm({.transposeA = true,
            .rows = part.count,
            .columns = columns,
            .inner = rows,
            .strideA = stride_,
            .strideB = columns,
            .strideC = columns,
            .accumulate = accumulate},
           r.scratch + dgates_ + part.column, values, dweight + part.row * columns);
  }

  void addWeightGradients(const Run& r, std::int64_t begin, std::int64_t end, bool accumulate) const {
    const std::int64_t rows = (end - begin) * g_.batch;
    float *inputs = r.scratch + inputs_, *hidden = r.scratch + hidden_;
    gatherRows(g_, begin, end, g_.inputs, inputs,
               [&](std::int64_t step, std::int64_t n) { return r.input(1) + position(step, n) * g_.inputs; });
    gatherRows(g_, begin, end, g_.units, hidden,
               [&](std::int64_t step, std::int64_t n) { return hiddenBefore(r, step, n); });
    addProduct(r, inputParts_, rows, inputs, g_.inputs, r.output(1), accumulate);
    addProduct(r, hiddenParts_, rows, hidden, g_.units, r.output(2), accumulate);
    parallelRanges(width_, static_cast<double>(rows), [&](std::int64_t first, std::int64_t last) {
      simd().columnSums(r.scratch + dgates_ + first, rows, stride_, last - first, totals(r) + first);
    });
  }

  void writeInputGradients(const Run& r, std::int64_t begin, std::int64_t end) const {
    const std::int64_t rows = (end - begin) * g_.batch;
    float* gradients = r.scratch + inputs_;
    for (const GatePart& part : inputParts_)
      gemm({.rows = rows,
            .columns = g_.inputs,
            .inner = part.count,
            .strideA = stride_,
            .strideB = g_.inputs,
            .strideC = g_.inputs,
            .accumulate = part.row > 0},
           r.scratch + dgates_ + part.column, r.input(2) + part.row * g_.inputs, gradients);
    parallelRanges(
        rows, static_cast<double>(g_.inputs),
        [&](std::int64_t first, std::int64_t last) {
          for (std::int64_t i = first; i < last; ++i)
            std::copy_n(gradients + i * g_.inputs, g_.inputs,
                        r.output(0) + position(begin + i / g_.batch, i % g_.batch) * g_.inputs);
        },
        1);
  }

  void writeBiasGradients(const Run& r) const {
    const auto write = [&](const std::vector<GatePart>& parts, float* bias) {
      for (const GatePart& part : parts)
        for (std::int64_t i = 0; i < part.count; ++i)
          bias[part.row + i] = static_cast<float>(totals(r)[part.column + i]);
    };
    write(inputParts_, r.output(3));
    write(hiddenParts_, r.output(4));
  }

  RecurrentGeometry g_;
  std::int64_t chunk_, width_, stride_;
  ScratchPlan scratch_;
  std::int64_t dgates_ = 0, inputs_ = 0, hidden_ = 0, totals_ = 0, dhidden_ = 0, weight_ = 0;
  std::vector<GatePart> hiddenParts_, inputParts_;
};

}  // namespace

Result<KernelPlan> createRecurrentBackward(RecurrentCell cell, const KernelRequest& request) {
  const RecurrentGeometry g = readRecurrent(cell, request.attributes, request.inputs[1].shape, request.inputs[3].shape);
  auto kernel = std::make_unique<RecurrentBackward>(g);
  KernelPlan plan;
  plan.scratchBytes = kernel->scratchBytes();
  plan.kernel = std::move(kernel);
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  plan.detail = "dnnl_sgemm, " + std::string(simd().name);
  return plan;
}

}  // namespace fovea::cpu
