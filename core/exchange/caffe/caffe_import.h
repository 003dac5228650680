// Why: a network of Caffe's becomes one that a person can see, change and train on: its layers become Fovea's, its
// blobs their weights. Thread-safety: pure functions.
#pragma once
#include <map>
#include <optional>

#include "core/exchange/caffe/caffe_net.h"
#include "core/exchange/caffe/caffe_weights.h"
#include "core/exchange/exchange.h"

namespace fovea {

struct CaffeImportOptions {
  CaffePhase phase = CaffePhase::Automatic;
  std::vector<std::int64_t> shape;        // of a sample, where the text does not say; empty: not known
  std::int64_t classes = 10;              // outputs of a last layer that does not say, as DIGITS has it
  const CaffeWeights* weights = nullptr;  // of a caffemodel
  std::optional<Tensor> mean;             // of a mean file, f32 [C, H, W]
  const Network* before = nullptr;        // layers of the same name keep their id and place
  bool mayBeEmpty = false;                // a text of nothing but a name is a network without layers
};

struct CaffeImported {
  Network network;
  std::vector<std::pair<std::string, Tensor>> tensors;  // of the layers that the caffemodel has blobs for
  TransformList transforms;                             // of the data, with Normalise where the text scales
  std::map<LayerId, TextPlace> places;
  std::size_t placeholders = 0;
};

// Corrupt with the line where the text cannot be read or says what cannot be; InvalidArgument where it does not say how
// large samples are. A layer that Fovea lacks, or that says what Fovea's does not do, becomes a placeholder.
Result<CaffeImported> importCaffeNet(std::string_view prototxt, const CaffeImportOptions& options,
                                     ExchangeReport& report);

}  // namespace fovea
