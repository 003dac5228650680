// Why: what a layer makes of its inputs depends on nothing but its type, its parameters and their types; most edits
// leave most layers as they were, so that what is known of them can be kept. Internal to this room but for LayerMemory
// itself.
#pragma once
#include <optional>
#include <unordered_map>

#include "core/network/network.h"

namespace fovea {

// A layer built by itself, for one sample.
struct LayerFacts {
  std::vector<TensorType> outputs;
  std::int64_t parameters = 0;       // trainable ones
  std::optional<TensorType> target;  // what it compares with, for one sample; nothing but of a loss
  double flops = 0;                  // forward, without metrics that look at it in costly ways
  std::optional<Error> error;        // why it cannot be built on these inputs
};

// Builds `layer`, which is no part of a block's border, on inputs of types `arrived`.
LayerFacts learnFacts(const Layer& layer, const std::vector<TensorType>& arrived);

// Facts from one analysis to the next. Not thread-safe.
class LayerMemory {
 public:
  const LayerFacts& facts(const Layer& layer, const std::vector<TensorType>& arrived);
  // What was not asked for since the last call is forgotten.
  void nextRound();

 private:
  struct Entry {
    std::string type;
    FieldValues parameters;
    std::vector<TensorType> arrived;
    LayerFacts facts;
    std::uint64_t round = 0;
  };
  // A layer of a block has an entry for each use whose inputs differ.
  std::unordered_map<LayerId, std::vector<Entry>> entries_;
  std::uint64_t round_ = 0;
};

}  // namespace fovea
