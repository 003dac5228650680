// Why: local response normalisation is bound by memory and by its power function, so it supports every layout directly.
// Across channels and within channels it is the same sum over a sliding window of packed numbers.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"
#include "core/ops/local_response.h"

namespace fovea::cpu {
namespace {

// One piece of work: `segments` runs of `length` floats, `stride` apart in memory. They are packed consecutively, with
// margins of half * step zeros; the window of an element is then every step-th number around it.
struct Strip {
  std::int64_t segments = 1, length = 1, stride = 1, step = 1;

  std::int64_t floats() const { return segments * length; }
};

// Divides a value into pieces for windows across channels: if positions are adjacent in memory, several positions with
// all channels; if channels are adjacent, one position with all channels.
class AcrossChannels {
 public:
  AcrossChannels(const TensorType& type, const Layout& layout, std::int64_t half) : half_(half) {
    if (type.shape.rank() < 3) {
      rows(type.shape[0], 1, type.shape[1], 1);
      return;
    }
    const SpatialView view = spatialView(type, layout);
    const std::int64_t channels = type.shape[1];
    if (view.order == ImageOrder::ChannelsLast)
      rows(view.planes, view.positions, channels, 1);
    else if (view.order == ImageOrder::ChannelBlocks)
      rows(type.shape[0], view.positions, view.block, view.planes / type.shape[0]);
    else
      planes(view.planes / channels, channels, view.positions * view.lanes);
  }

  std::int64_t tasks() const { return outer_ * parts_; }
  double work() const { return static_cast<double>(outer_ * outerFloats_) * 16.0; }
  // Calls body(offset, strip) for the pieces of a task.
  template <class Body>
  void forEach(std::int64_t task, Body&& body) const {
    const std::int64_t first = task % parts_ * kPart, count = std::min(kPart, run_ - first);
    const std::int64_t base = task / parts_ * outerFloats_;
    if (!byPosition_) return body(base + first, Strip{segments_, count, run_, count});
    for (std::int64_t i = first; i < first + count; ++i)
      body(base + i * length_, Strip{segments_, length_, run_ * length_, 1});
  }
  // Packed floats of one piece with its margins.
  std::int64_t packedFloats() const { return (byPosition_ ? segments_ * length_ : segments_ * kPart) + margins(); }

 private:
  static constexpr std::int64_t kPart = 64;  // positions per task, or positions processed together

  std::int64_t margins() const { return 2 * half_ * (byPosition_ ? 1 : kPart); }
  void rows(std::int64_t outer, std::int64_t positions, std::int64_t length, std::int64_t segments) {
    set(true, outer, positions, length, segments);
  }
  void planes(std::int64_t outer, std::int64_t channels, std::int64_t positions) {
    set(false, outer, positions, 1, channels);
  }
  void set(bool byPosition, std::int64_t outer, std::int64_t run, std::int64_t length, std::int64_t segments) {
    byPosition_ = byPosition;
    outer_ = outer;
    run_ = run;
    length_ = length;
    segments_ = segments;
    parts_ = (run + kPart - 1) / kPart;
    outerFloats_ = run * length * segments;
  }

  std::int64_t half_;
  bool byPosition_ = false;  // a piece is one position
  std::int64_t outer_ = 1, parts_ = 1, run_ = 1, length_ = 1, segments_ = 1, outerFloats_ = 1;
};

struct Sizes {
  std::int64_t half, terms;
  ResponseConstants constants;
};

void clear(float* x, std::int64_t count) {
  std::memset(x, 0, static_cast<std::size_t>(count) * sizeof(float));
}

// Scratch memory of one thread: two packed arrays and two of sums.
struct Packed {
  Packed(void* scratch, std::int64_t floats) {
    squares = mutableFloats(scratch) + 4 * floats * omp_get_thread_num();
    sums = squares + floats;
    own = sums + floats;
    terms = own + floats;
  }
  float *squares, *sums, *own, *terms;
};

void sumsOfSquares(const Sizes& sizes, const Strip& strip, const float* x, Packed& packed) {
  const std::int64_t margin = sizes.half * strip.step;
  clear(packed.squares, margin);
  for (std::int64_t s = 0; s < strip.segments; ++s)
    simd().multiply(x + s * strip.stride, x + s * strip.stride, packed.squares + margin + s * strip.length,
                    strip.length);
  clear(packed.squares + margin + strip.floats(), margin);
  spatialSimd().windowSums(packed.squares, packed.sums, strip.floats(), strip.step, sizes.terms);
}

void forwardStrip(const Sizes& sizes, const Strip& strip, const float* x, float* y, Packed packed) {
  sumsOfSquares(sizes, strip, x, packed);
  for (std::int64_t s = 0; s < strip.segments; ++s)
    spatialSimd().responses(x + s * strip.stride, packed.sums + s * strip.length, sizes.constants, y + s * strip.stride,
                            strip.length);
}

void backwardStrip(const Sizes& sizes, const Strip& strip, const float* dy, const float* x, float* dx, Packed packed) {
  sumsOfSquares(sizes, strip, x, packed);
  const std::int64_t margin = sizes.half * strip.step;
  clear(packed.terms, margin);
  for (std::int64_t s = 0; s < strip.segments; ++s) {
    const std::int64_t at = s * strip.length, from = s * strip.stride;
    spatialSimd().responseTerms(dy + from, x + from, packed.sums + at, sizes.constants, packed.own + at,
                                packed.terms + margin + at, strip.length);
  }
  clear(packed.terms + margin + strip.floats(), margin);
  spatialSimd().windowSums(packed.terms, packed.sums, strip.floats(), strip.step, sizes.terms);
  for (std::int64_t s = 0; s < strip.segments; ++s) {
    const std::int64_t at = s * strip.length, from = s * strip.stride;
    spatialSimd().responseGradients(packed.own + at, x + from, packed.sums + at, sizes.constants, dx + from,
                                    strip.length);
  }
}

// Windows within channels: planes [height][width * lanes], summed along rows and then along columns.
struct WithinChannels {
  std::int64_t planes, height, width, lanes, half;

  std::int64_t row() const { return width * lanes; }
  std::int64_t floats() const { return height * row(); }
  // The plane with rows above and below, and one row with its own margins.
  std::int64_t packedFloats() const { return floats() + 2 * half * row() + row() + 2 * half * lanes; }
  // sums = the box sums of values(row, target).
  template <class Values>
  void boxSums(const Packed& packed, const Sizes& sizes, float* sums, Values&& values) const {
    float* columns = packed.squares;
    float* line = columns + floats() + 2 * half * row();
    clear(columns, half * row());
    clear(columns + (half + height) * row(), half * row());
    clear(line, half * lanes);
    clear(line + half * lanes + row(), half * lanes);
    for (std::int64_t r = 0; r < height; ++r) {
      values(r * row(), line + half * lanes);
      spatialSimd().windowSums(line, columns + (half + r) * row(), row(), lanes, sizes.terms);
    }
    spatialSimd().windowSums(columns, sums, floats(), row(), sizes.terms);
  }
  void squares(const Packed& packed, const Sizes& sizes, const float* x) const {
    boxSums(packed, sizes, packed.sums,
            [&](std::int64_t at, float* to) { simd().multiply(x + at, x + at, to, row()); });
  }
};

void forwardPlane(const WithinChannels& view, const Sizes& sizes, const float* x, float* y, const Packed& packed) {
  view.squares(packed, sizes, x);
  spatialSimd().responses(x, packed.sums, sizes.constants, y, view.floats());
}

void backwardPlane(const WithinChannels& view, const Sizes& sizes, const float* dy, const float* x, float* dx,
                   const Packed& packed) {
  view.squares(packed, sizes, x);
  spatialSimd().responseTerms(dy, x, packed.sums, sizes.constants, packed.own, packed.terms, view.floats());
  view.boxSums(packed, sizes, packed.sums, [&](std::int64_t at, float* to) {
    std::memcpy(to, packed.terms + at, static_cast<std::size_t>(view.row()) * sizeof(float));
  });
  spatialSimd().responseGradients(packed.own, x, packed.sums, sizes.constants, dx, view.floats());
}

Sizes sizesOf(const LocalResponse& response) {
  return {
      response.half(),
      response.size,
      {static_cast<float>(response.offset), static_cast<float>(response.alpha / static_cast<double>(response.count())),
       static_cast<float>(response.beta)}};
}

// Makes a kernel's plan in the layout of input `image`, which all of the op's values share. `run` gets the arguments,
// an offset, a piece and scratch memory; `runPlane` the same for a plane.
template <class Run, class RunPlane>
Result<KernelPlan> planFor(const KernelRequest& request, std::size_t image, Run&& run, RunPlane&& runPlane) {
  const TensorType& type = request.inputs[image];
  if (type.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  FOVEA_TRY(const LocalResponse response, readLocalResponse(request.attributes, type));
  const Sizes sizes = sizesOf(response);
  const bool known = type.shape.rank() >= 3 && imageOrder(type, request.inputLayouts[image]).has_value();
  const Layout layout = known ? request.inputLayouts[image] : Layout();
  std::int64_t floats = 0;
  KernelPlan plan;
  if (response.withinChannels) {
    const SpatialView view = spatialView(type, layout);
    const WithinChannels planes{view.planes, type.shape[2], type.shape[3], view.lanes, sizes.half};
    floats = planes.packedFloats();
    plan = densePlan(request, [=](const KernelArguments& a) {
      parallelTasks(planes.planes, view.work() * 16.0, [&](std::int64_t plane) {
        runPlane(planes, sizes, a, plane * planes.floats(), Packed(a.scratch, floats));
      });
    });
  } else {
    const AcrossChannels pieces(type, layout, sizes.half);
    floats = pieces.packedFloats();
    plan = densePlan(request, [=](const KernelArguments& a) {
      parallelTasks(pieces.tasks(), pieces.work(), [&](std::int64_t task) {
        pieces.forEach(
            task, [&](std::int64_t at, const Strip& strip) { run(sizes, strip, a, at, Packed(a.scratch, floats)); });
      });
    });
  }
  plan.scratchBytes = static_cast<std::size_t>(4 * floats * omp_get_max_threads()) * sizeof(float);
  std::fill(plan.inputs.begin(), plan.inputs.end(), layout);
  plan.outputs = {layout};
  plan.detail = std::string(simd().name) + " " + layout.toString();
  return plan;
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  return planFor(
      request, 0,
      [](const Sizes& sizes, const Strip& strip, const KernelArguments& a, std::int64_t at, const Packed& packed) {
        forwardStrip(sizes, strip, floats(a.inputs[0]) + at, mutableFloats(a.outputs[0]) + at, packed);
      },
      [](const WithinChannels& view, const Sizes& sizes, const KernelArguments& a, std::int64_t at,
         const Packed& packed) {
        forwardPlane(view, sizes, floats(a.inputs[0]) + at, mutableFloats(a.outputs[0]) + at, packed);
      });
}

Result<KernelPlan> createBackward(const KernelRequest& request, Device&) {
  return planFor(
      request, 1,
      [](const Sizes& sizes, const Strip& strip, const KernelArguments& a, std::int64_t at, const Packed& packed) {
        backwardStrip(sizes, strip, floats(a.inputs[0]) + at, floats(a.inputs[1]) + at,
                      mutableFloats(a.outputs[0]) + at, packed);
      },
      [](const WithinChannels& view, const Sizes& sizes, const KernelArguments& a, std::int64_t at,
         const Packed& packed) {
        backwardPlane(view, sizes, floats(a.inputs[0]) + at, floats(a.inputs[1]) + at, mutableFloats(a.outputs[0]) + at,
                      packed);
      });
}

}  // namespace

void addLocalResponseKernels(KernelRegistry& registry) {
  registry.add("local_response_norm", float32Entry("cpu.local_response_norm", createForward));
  registry.add("local_response_norm_backward", float32Entry("cpu.local_response_norm_backward", createBackward));
}

}  // namespace fovea::cpu
