// Replaces cuDNN's CTC loss by plain loops behind the same class, which accept only what cuDNN supports. Like cuDNN,
// they leave the gradients after a sample's last step unchanged.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backends/cuda/module/losses/ctc_library.h"
#include "core/ops/ctc_alignment.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

namespace fovea::cuda {
namespace {

constexpr std::size_t kWorkspaceBytes = 100;

bool isLabel(const CtcShape& s, std::int32_t label) {
  return label > 0 && label < s.classes;
}

// True if cuDNN handles the sample correctly.
bool isGood(const CtcShape& s, std::span<const std::int32_t> labels, std::int64_t steps) {
  std::int64_t needed = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!isLabel(s, labels[i])) return false;
    needed += i > 0 && labels[i] == labels[i - 1] ? 2 : 1;
  }
  return !labels.empty() && needed <= steps && steps <= s.steps;
}

void alignSample(const CtcShape& s, const CtcPacked& p, std::int64_t n, std::span<const std::int32_t> labels) {
  const auto row = [&](auto* data, std::int64_t t) { return data + (t * s.batch + n) * s.classes; };
  const auto logProbability = [&](std::int64_t t, std::int64_t k) {
    const float* scores = row(p.scores, t);
    const double largest = *std::max_element(scores, scores + s.classes);
    double sum = 0;
    for (std::int64_t i = 0; i < s.classes; ++i) sum += std::exp(static_cast<double>(scores[i]) - largest);
    return static_cast<double>(scores[k]) - largest - std::log(sum);
  };
  for (std::int64_t t = 0; t < p.stepCounts[n]; ++t)
    for (std::int64_t k = 0; k < s.classes; ++k)
      row(p.gradients, t)[k] = static_cast<float>(std::exp(logProbability(t, k)));
  const CtcAlignment alignment(labels, s.classes, 0);
  p.costs[n] = static_cast<float>(-alignment.align(
      p.stepCounts[n], logProbability,
      [&](std::int64_t t, std::int64_t k, double share) { row(p.gradients, t)[k] -= static_cast<float>(share); }));
}

void align(const CtcShape& s, const CtcPacked& p) {
  const bool finite =
      std::all_of(p.scores, p.scores + s.batch * s.steps * s.classes, [](float score) { return std::isfinite(score); });
  const std::int32_t* labels = p.labels;
  for (std::int64_t n = 0; n < s.batch; ++n) {
    const std::span<const std::int32_t> own(labels, static_cast<std::size_t>(p.labelCounts[n]));
    if (!finite || !isGood(s, own, p.stepCounts[n])) {
      std::fill_n(p.costs, s.batch, std::nanf(""));
      return;
    }
    alignSample(s, p, n, own);
    labels += own.size();
  }
}

}  // namespace

struct CtcLibrary::State {
  CtcShape shape;
};
CtcLibrary::CtcLibrary(std::unique_ptr<State> state) : state_(std::move(state)) {}
CtcLibrary::~CtcLibrary() = default;

Result<std::shared_ptr<CtcLibrary>> CtcLibrary::create(cudnnHandle_t, const CtcShape& shape) {
  return std::shared_ptr<CtcLibrary>(new CtcLibrary(std::unique_ptr<State>(new State{shape})));
}
std::size_t CtcLibrary::workspaceBytes() const {
  return kWorkspaceBytes;
}
Status CtcLibrary::run(cudnnHandle_t handle, const CtcPacked& packed, void* workspace) const {
  if (reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0)
    return fail(ErrorCode::Internal, "The workspace is not aligned.");
  return statusOf(emulator::enqueue(reinterpret_cast<cudaStream_t>(handle),
                                    [shape = state_->shape, packed, workspace] {
                                      std::memset(workspace, 0x5A, kWorkspaceBytes);
                                      align(shape, packed);
                                    }),
                  "CtcLibrary::run");
}

}  // namespace fovea::cuda
