// Why: converts a Caffe network to one that can be shown, edited and trained: its layers become Fovea's, its blobs
// become weights. Thread-safety: pure functions.
#pragma once
#include <map>
#include <optional>

#include "core/exchange/caffe/caffe_net.h"
#include "core/exchange/caffe/caffe_weights.h"
#include "core/exchange/exchange.h"

namespace fovea {

struct CaffeImportOptions {
  CaffePhase phase = CaffePhase::Automatic;
  std::vector<std::int64_t> shape;        // of one sample, if the prototxt does not say; empty: unknown
  std::int64_t classes = 10;              // outputs of a last layer without a number, as DIGITS writes it
  const CaffeWeights* weights = nullptr;  // from a caffemodel
  std::optional<Tensor> mean;             // from a mean file, f32 [C, H, W]
  const Network* before = nullptr;        // layers with the same name keep their id and position
  bool mayBeEmpty = false;                // accepts a prototxt with only a name as an empty network
};

struct CaffeImported {
  Network network;
  std::vector<std::pair<std::string, Tensor>> tensors;  // for layers with blobs in the caffemodel
  TransformList transforms;                             // of the data, with Normalise if the prototxt scales
  std::map<LayerId, TextPlace> places;
  std::size_t placeholders = 0;
};

// Corrupt, with the line, if the text is malformed or contradictory; InvalidArgument if it does not give the sample
// size. A layer or option that Fovea does not support becomes a placeholder.
Result<CaffeImported> importCaffeNet(std::string_view prototxt, const CaffeImportOptions& options,
                                     ExchangeReport& report);

}  // namespace fovea
