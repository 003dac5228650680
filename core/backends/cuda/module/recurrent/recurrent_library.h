// Why: one RNN layer in one direction through cuDNN's RNN functions, described once and enqueued many times; the only
// place that calls them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/cuda/module/recurrent/recurrent_weights.h"
#include "core/backends/cuda/module/runtime/context.h"

namespace fovea::cuda {

// cuDNN's algorithms: a sequence of products; kernels that keep the weights on the chip over all steps; the same for
// few units.
enum class RecurrentAlgorithm { Standard, Persistent, PersistentSmall };

// The options of cuDNN's computation.
struct RecurrentMethod {
  RecurrentAlgorithm algorithm = RecurrentAlgorithm::Standard;
  bool stepsFirst = false;  // sequences are [T, N, K], not [N, T, K]
  // Returns a single word, "standard_steps_first".
  std::string name() const;
};

struct RecurrentProblem {
  RecurrentGeometry geometry;  // no extent is 0; `training`: what the backward pass needs is kept; `reverse` is ignored
  DataType type = DataType::Float32;  // f32 (rounded to TF32), f16 or bf16
  RecurrentMethod method;
};

// States may be null, which means zeros for inputs, and not needed for outputs.
struct LibraryForward {
  const void *x = nullptr, *hidden = nullptr, *cell = nullptr, *weights = nullptr;
  void *y = nullptr, *newHidden = nullptr, *newCell = nullptr;
  void *workspace = nullptr, *reserve = nullptr;
};
struct LibraryBackward {
  const void *dy = nullptr, *y = nullptr, *x = nullptr, *hidden = nullptr, *cell = nullptr, *dnewCell = nullptr;
  const void* weights = nullptr;
  void *dx = nullptr, *dhidden = nullptr, *dcell = nullptr, *dweights = nullptr;
  void *workspace = nullptr, *reserve = nullptr;
};

// Not thread-safe: it uses its context's handle.
class RecurrentLibrary {
 public:
  // Unsupported or another error with cuDNN's reason.
  static Result<std::shared_ptr<RecurrentLibrary>> create(const std::shared_ptr<CudaContext>& context,
                                                          const RecurrentProblem& problem);
  ~RecurrentLibrary();
  RecurrentLibrary(const RecurrentLibrary&) = delete;
  RecurrentLibrary& operator=(const RecurrentLibrary&) = delete;

  const RecurrentProblem& problem() const { return problem_; }
  // Sizes of the memory blocks, which must be aligned to 256. The reserve is empty if nothing is kept.
  std::size_t weightBytes() const { return weightBytes_; }
  std::size_t workspaceBytes() const { return workspaceBytes_; }
  std::size_t reserveBytes() const { return reserveBytes_; }
  const std::vector<WeightCopy>& weightCopies() const { return weightCopies_; }

  // Each enqueues its work. The data gradient comes first; it changes the reserve, so it can run only once after each
  // forward(). The weight gradient is added to `dweights`, which may use the memory of `weights`.
  Status forward(const LibraryForward& a) const;
  Status backwardData(const LibraryBackward& a) const;
  Status backwardWeights(const LibraryBackward& a) const;

 private:
  struct Description;
  RecurrentLibrary(std::shared_ptr<CudaContext> context, const RecurrentProblem& problem);
  Status describe();
  Status findWeights();

  std::shared_ptr<CudaContext> context_;
  RecurrentProblem problem_;
  std::unique_ptr<Description> description_;
  std::size_t weightBytes_ = 0, workspaceBytes_ = 0, reserveBytes_ = 0;
  std::vector<WeightCopy> weightCopies_;
};

}  // namespace fovea::cuda
