// Why: many models are written for one number of samples, which then stands in the shapes that they reshape to and in
// the values that they join; a network takes any number. Internal to the translation.
#pragma once
#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea {

struct BatchFitting {
  const OnnxNode& node;
  const OnnxProgram& made;  // what is known of the model for its own number of samples
  FoldingEmitter& emitter;
};

// Replaces inputs of the node that are known and hold the number of samples: the shape of a Reshape, constants of a
// Concat, first states of a recurrence. What cannot be fitted is left as it is.
void fitBatch(const BatchFitting& fitting, std::vector<OnnxValue>& inputs);

}  // namespace fovea
