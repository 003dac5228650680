// Why: a layer's outputs and costs depend only on its type, its parameters and its input types. Most edits leave most
// layers unchanged, so results are cached. Internal to this room except LayerMemory itself.
#pragma once
#include <optional>
#include <unordered_map>

#include "core/network/network.h"

namespace fovea {

// A parameter of a layer: "weight" [20, 1, 5, 5].
struct LayerWeight {
  std::string name;
  Shape shape;
};

// The analysis of one layer alone, for one sample.
struct LayerFacts {
  std::vector<TensorType> outputs;
  std::vector<LayerWeight> weights;  // the trainable ones, with the names they have within the layer
  std::int64_t parameters = 0;       // trainable ones
  bool learns = false;               // whether training changes any of them: none is frozen or has a learning rate of 0
  std::optional<TensorType> target;  // losses only: the required target, for one sample
  double flops = 0;                  // forward pass, without metrics that are expensive to evaluate
  std::optional<Error> error;        // why the layer cannot be built on these inputs
};

// Builds `layer`, which must not be a port of a block, on inputs of types `arrived`.
LayerFacts learnFacts(const Layer& layer, const std::vector<TensorType>& arrived);

// Caches facts between analyses. Not thread-safe.
class LayerMemory {
 public:
  const LayerFacts& facts(const Layer& layer, const std::vector<TensorType>& arrived);
  // Drops entries that were not requested since the last call.
  void nextRound();

 private:
  struct Entry {
    std::string type;
    FieldValues parameters;
    std::vector<TensorType> arrived;
    LayerFacts facts;
    std::uint64_t round = 0;
  };
  // A layer in a block has one entry per use with different inputs.
  std::unordered_map<LayerId, std::vector<Entry>> entries_;
  std::uint64_t round_ = 0;
};

}  // namespace fovea
