// Why: writes a network as Caffe's prototxt, with its weights as a caffemodel.
// Thread-safety: pure functions.
#pragma once
#include <functional>

#include "core/exchange/caffe/caffe_weights.h"
#include "core/exchange/exchange.h"

namespace fovea {

enum class CaffeForm {
  Deploy,    // an Input and no loss, for inference
  Training,  // data layers for training and testing, and the loss
  View       // an Input and the loss; layers unknown to Caffe become layers of Fovea's own
};

struct CaffeExport {
  std::string prototxt;
  std::vector<CaffeWeightsLayer> weights;  // empty if none were requested
};

// Returns the tensor of a variable by its name ("conv1.weight"), or null.
using CaffeWeightSource = std::function<const Tensor*(const std::string& variable)>;

struct CaffeExportRequest {
  CaffeForm form = CaffeForm::Deploy;
  CaffeWeightSource weights;             // empty: no weights requested
  const Normalise* normalise = nullptr;  // of images, for the data layers of Training
  bool partial = false;                  // omits missing weights instead of failing with Corrupt
};

// Unsupported names the first layer that Caffe cannot express; Corrupt names a missing weight. `report` lists what is
// not exact, or was dropped. The form View never fails.
Result<CaffeExport> exportCaffeNet(const Network& network, const CaffeExportRequest& request, ExchangeReport& report);

}  // namespace fovea
