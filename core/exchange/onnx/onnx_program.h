// Why: translates an ONNX model, for inputs of given types, to a Fovea graph that any device runs. Shapes that follow
// from the inputs' shapes are computed during translation.
#pragma once
#include <set>

#include "core/backends/executor.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

struct OnnxProgram {
  struct Input {
    std::string name;  // in the model
    ValueId value;     // in the graph: computedType(), or i32 where ops read it as indices
    OnnxElement element = OnnxElement::Float;
    std::int64_t rows = 0;  // for indices: negative ones count from here
  };
  struct Output {
    std::string name;
    OnnxElement element = OnnxElement::Float;
    ValueId value;  // in the graph, of computedType(element); invalid for known values
    Tensor known;
    std::string input;  // not empty: the value is that input, unchanged
  };
  // Facts about a value of the model (not of its subgraphs) before it runs.
  struct Fact {
    OnnxElement element = OnnxElement::Float;
    Shape shape;
    Tensor known;                     // of computedType(element); undefined if it depends on the inputs
    ValueId value;                    // in `drawn`, if requested; invalid for known values
    std::vector<ValueId> parts = {};  // the unknown tensors of a sequence, in `drawn`
  };
  // The ops in `drawn` that a node of the model was translated to.
  struct Step {
    std::size_t first = 0, last = 0;
  };
  std::shared_ptr<const Graph> graph;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::map<std::string, Fact> values;
  std::shared_ptr<const Graph> drawn;  // all ops, including those that no output needs
  std::vector<Step> steps;             // by node of the model
};

struct OnnxTranslation {
  Result<OnnxProgram> program;
  std::string op;                   // the unsupported operator, if one is the cause
  std::vector<std::string> needed;  // inputs that must be known for that operator
};

struct OnnxProgramOptions {
  std::set<std::string> bound;                        // inputs treated as constants
  std::int64_t mostElements = std::int64_t{1} << 31;  // limit for one value; a larger one is an error
  bool steps = false;                                 // requests `drawn` and `steps`
  // The same model translated for its own number of samples, used to adapt its constants to another number. Null: no
  // adaptation.
  const OnnxProgram* made = nullptr;
};

// `inputs`: an example of each of the model's inputs; bound inputs use its values, the others only its type. An error
// says "unsupported op X", "unsupported X: why" or "unsupported type X".
OnnxTranslation translateOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs,
                              const OnnxProgramOptions& options = {});

// Runs the model on these inputs. Only inputs whose values determine shapes (the new shape of a Reshape) are bound. If
// an operator's result shape depends on data, everything before it is computed first.
struct OnnxRun {
  Result<std::vector<OnnxTensor>> outputs;
  std::string op;  // as in OnnxTranslation
};
OnnxRun runOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs, const std::shared_ptr<Device>& device,
                OnnxProgramOptions options = {});

}  // namespace fovea
