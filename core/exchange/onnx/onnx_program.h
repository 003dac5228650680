// Why: an ONNX model as a Fovea graph that any device runs, for inputs of given types. Shapes that follow from the
// inputs' shapes are worked out on the way.
#pragma once
#include <set>

#include "core/backends/executor.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

struct OnnxProgram {
  struct Input {
    std::string name;  // of the model
    ValueId value;     // in the graph: computedType(), or i32 where ops read it as indices
    OnnxElement element = OnnxElement::Float;
    std::int64_t rows = 0;  // of indices: negative ones count from here
  };
  struct Output {
    std::string name;
    OnnxElement element = OnnxElement::Float;
    ValueId value;  // in the graph, of computedType(element); invalid where the numbers are known
    Tensor known;
    std::string input;  // not empty: it is that input as it came
  };
  // What is known of a value of the model (not of its subgraphs) before it runs.
  struct Fact {
    OnnxElement element = OnnxElement::Float;
    Shape shape;
    Tensor known;                     // of computedType(element); undefined where the numbers depend on the inputs
    ValueId value;                    // in `drawn`, where that was asked for; invalid where the numbers are known
    std::vector<ValueId> parts = {};  // of a sequence: its tensors that are not known, in `drawn`
  };
  // The ops that a node of the model became, among those of `drawn`.
  struct Step {
    std::size_t first = 0, last = 0;
  };
  std::shared_ptr<const Graph> graph;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::map<std::string, Fact> values;
  std::shared_ptr<const Graph> drawn;  // all ops, those included that no output needs
  std::vector<Step> steps;             // by node of the model
};

struct OnnxTranslation {
  Result<OnnxProgram> program;
  std::string op;                   // the operator that is not supported, where one is to blame
  std::vector<std::string> needed;  // inputs whose numbers must be known for that operator
};

struct OnnxProgramOptions {
  std::set<std::string> bound;                        // inputs whose numbers are taken as constants
  std::int64_t mostElements = std::int64_t{1} << 31;  // of one value: beyond it a model is refused
  bool steps = false;                                 // asks for `drawn` and `steps`
  // What the same model is for the number of samples that is written into it: its constants are made to fit another
  // number. Null: the model is taken as it is.
  const OnnxProgram* made = nullptr;
};

// `inputs`: an example of each of the model's inputs; of bound ones the numbers are taken, of the others the
// types only. An error says "unsupported op X", "unsupported X: why" or "unsupported type X".
OnnxTranslation translateOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs,
                              const OnnxProgramOptions& options = {});

// The model's outputs for these inputs. Inputs that shapes depend on by value (the new shape of a Reshape) are bound,
// no others are; where an operator's result has a shape that depends on data, everything before it is computed
// beforehand.
struct OnnxRun {
  Result<std::vector<OnnxTensor>> outputs;
  std::string op;  // as in OnnxTranslation
};
OnnxRun runOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs, const std::shared_ptr<Device>& device,
                OnnxProgramOptions options = {});

}  // namespace fovea
