// Why: recurrences backward: the gradient of the hidden state as one product a step, the gradients of weights and
// inputs as large products for many steps. Everything is added in a fixed order.
#include "core/backends/cpu/recurrent_kernels.h"

namespace fovea::cpu {
namespace {

constexpr double kCellWork = 20;  // of one unit of one sample, in elements

// A part of the columns of dgates and the rows of a weight that it belongs to.
struct GatePart {
  std::int64_t column, row, count;
};

class RecurrentBackward final : public Kernel {
 public:
  explicit RecurrentBackward(const RecurrentGeometry& g)
      : g_(g), chunk_(recurrentChunk(g)), width_(g.cell == RecurrentCell::Gru ? 4 * g.units : g.rows()) {
    dgates_ = scratch_.take(chunk_ * g.batch * width_);
    inputs_ = scratch_.take(chunk_ * g.batch * g.inputs);
    hidden_ = scratch_.take(chunk_ * g.batch * g.units);
    totals_ = scratch_.take(2 * width_);
    hiddenParts_ = {{0, 0, g.rows()}};
    inputParts_ = hiddenParts_;
    if (g.cell == RecurrentCell::Gru)  // r, z, q, n: the input sees r, z, n
      inputParts_ = {{0, 0, 2 * g.units}, {3 * g.units, 2 * g.units, g.units}};
  }

  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status run(const KernelArguments& a) override {
    const Run r{a, static_cast<float*>(a.scratch), mutableFloats(a.outputs[5]),
                g_.hasCell() ? mutableFloats(a.outputs[6]) : nullptr};
    std::fill_n(r.dhidden, g_.block(), 0.0f);
    if (g_.hasCell() && a.inputs.size() > 6) std::copy_n(floats(a.inputs[6]), g_.block(), r.dcell);
    if (g_.hasCell() && a.inputs.size() <= 6) std::fill_n(r.dcell, g_.block(), 0.0f);
    std::fill_n(totals(r), width_, 0.0);
    const std::int64_t chunks = (g_.steps + chunk_ - 1) / chunk_;
    for (std::int64_t chunk = chunks; chunk-- > 0;) {
      const std::int64_t begin = chunk * chunk_, end = std::min(begin + chunk_, g_.steps);
      for (std::int64_t step = end; step-- > begin;) runStep(r, begin, step);
      addWeightGradients(r, begin, end, chunk + 1 < chunks);
      writeInputGradients(r, begin, end);
    }
    writeBiasGradients(r);
    return {};
  }

 private:
  struct Run {
    const KernelArguments& arguments;
    float* scratch;
    float* dhidden;
    float* dcell;  // null without a cell

    const float* input(std::size_t index) const { return floats(arguments.inputs[index]); }
    float* output(std::size_t index) const { return mutableFloats(arguments.outputs[index]); }
  };

  double* totals(const Run& r) const { return reinterpret_cast<double*>(r.scratch + totals_); }
  std::int64_t position(std::int64_t step, std::int64_t n) const { return n * g_.steps + g_.time(step); }
  const float* hiddenBefore(const Run& r, std::int64_t step, std::int64_t n) const {
    return step == 0 ? r.input(5) + g_.initialHidden() + n * g_.units : r.input(4) + position(step - 1, n) * g_.units;
  }

  void runStep(const Run& r, std::int64_t begin, std::int64_t step) const {
    float* dgates = r.scratch + dgates_ + (step - begin) * g_.batch * width_;
    forSamples(g_, kCellWork, [&](std::int64_t n) {
      if (g_.hasCell())
        lstm(r, step, n, dgates + n * width_);
      else if (g_.cell == RecurrentCell::Gru)
        gru(r, step, n, dgates + n * width_);
      else
        plain(r, step, n, dgates + n * width_);
    });
    gemm({.rows = g_.batch,
          .columns = g_.units,
          .inner = g_.rows(),
          .strideA = width_,
          .strideB = g_.units,
          .strideC = g_.units,
          .accumulate = g_.cell == RecurrentCell::Gru},
         dgates, r.input(3), r.dhidden);
  }

  void lstm(const Run& r, std::int64_t step, std::int64_t n, float* dgates) const {
    const float* reserve = r.input(5);
    const std::int64_t at = n * g_.units;
    simd().lstmCellBackward({.dy = r.input(0) + position(step, n) * g_.units,
                             .dhidden = r.dhidden + at,
                             .gates = reserve + g_.gatesAt(step) + n * width_,
                             .cellBefore = reserve + g_.cellBefore(step) + at,
                             .cell = reserve + g_.cellBefore(step + 1) + at,
                             .dcell = r.dcell + at,
                             .dgates = dgates,
                             .units = g_.units});
  }

  void gru(const Run& r, std::int64_t step, std::int64_t n, float* dgates) const {
    simd().gruCellBackward({.dy = r.input(0) + position(step, n) * g_.units,
                            .kept = r.input(5) + g_.gatesAt(step) + n * width_,
                            .hiddenBefore = hiddenBefore(r, step, n),
                            .dhidden = r.dhidden + n * g_.units,
                            .dgates = dgates,
                            .units = g_.units});
  }

  void plain(const Run& r, std::int64_t step, std::int64_t n, float* dgates) const {
    const std::int64_t at = position(step, n) * g_.units;
    simd().add(r.input(0) + at, r.dhidden + n * g_.units, dgates, g_.units);
    const auto backward = g_.cell == RecurrentCell::Relu ? simd().reluBackward : simd().tanhBackward;
    backward(dgates, r.input(4) + at, dgates, g_.units);
  }

  // dweight (+)= dgatesᵀ · values, for the parts of the gates that the weight sees.
  void addProduct(const Run& r, const std::vector<GatePart>& parts, std::int64_t rows, const float* values,
                  std::int64_t columns, float* dweight, bool accumulate) const {
    for (const GatePart& part : parts)
      gemm({.transposeA = true,
            .rows = part.count,
            .columns = columns,
            .inner = rows,
            .strideA = width_,
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
      simd().columnSums(r.scratch + dgates_ + first, rows, width_, last - first, totals(r) + first);
    });
  }

  void writeInputGradients(const Run& r, std::int64_t begin, std::int64_t end) const {
    const std::int64_t rows = (end - begin) * g_.batch;
    float* gradients = r.scratch + inputs_;
    for (const GatePart& part : inputParts_)
      gemm({.rows = rows,
            .columns = g_.inputs,
            .inner = part.count,
            .strideA = width_,
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
  std::int64_t chunk_, width_;
  ScratchPlan scratch_;
  std::int64_t dgates_ = 0, inputs_ = 0, hidden_ = 0, totals_ = 0;
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
