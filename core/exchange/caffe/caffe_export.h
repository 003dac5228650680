// Why: a network of Fovea's is written as Caffe's prototxt, with its weights as a caffemodel beside it.
// Thread-safety: pure functions.
#pragma once
#include <functional>

#include "core/exchange/caffe/caffe_weights.h"
#include "core/exchange/exchange.h"

namespace fovea {

enum class CaffeForm {
  Deploy,    // an Input, no loss: what answers
  Training,  // data layers for training and testing, and the loss
  View       // an Input and the loss; layers that Caffe lacks as layers of Fovea's own
};

struct CaffeExport {
  std::string prototxt;
  std::vector<CaffeWeightsLayer> weights;  // empty where none were asked for
};

// By the variable's name: "conv1.weight"; null where there is none.
using CaffeWeightSource = std::function<const Tensor*(const std::string& variable)>;

struct CaffeExportRequest {
  CaffeForm form = CaffeForm::Deploy;
  CaffeWeightSource weights;             // empty: none are asked for
  const Normalise* normalise = nullptr;  // of the images, for the data layers of Training
  bool partial = false;                  // layers without weights are written without, where it would be Corrupt
};

// Unsupported names the first layer that Caffe has no words for; Corrupt a weight that is not there. What is not the
// same to the last digit, or left out, is in `report`. In the form View nothing is refused.
Result<CaffeExport> exportCaffeNet(const Network& network, const CaffeExportRequest& request, ExchangeReport& report);

}  // namespace fovea
