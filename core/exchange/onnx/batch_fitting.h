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
  // Of values one axis of which holds other places, then the samples: how many places come before them.
  std::map<std::string, std::int64_t>& outer;
};

// Replaces inputs of the node that are known and hold the number of samples: the shape of a Reshape, constants of a
// Concat, first states of a recurrence, positions that name all there are. What cannot be fitted is left as it is.
void fitBatch(const BatchFitting& fitting, std::vector<OnnxValue>& inputs);

}  // namespace fovea
