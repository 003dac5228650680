// Why: many models are written for a fixed number of samples, which then appears in the shapes of Reshape nodes and in
// joined constants. A Fovea network accepts any number. Internal to the translation.
#pragma once
#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea {

struct BatchFitting {
  const OnnxNode& node;
  const OnnxProgram& made;  // facts about the model for its own number of samples
  FoldingEmitter& emitter;
  // For values with an axis that combines other positions and samples: the number of positions before the samples.
  std::map<std::string, std::int64_t>& outer;
};

// Replaces known inputs of a node that contain the number of samples: the shape of a Reshape, constants of a Concat,
// initial states of an RNN, index lists over all samples. Leaves others as they are.
void fitBatch(const BatchFitting& fitting, std::vector<OnnxValue>& inputs);

}  // namespace fovea
