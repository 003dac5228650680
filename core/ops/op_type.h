// Why: a primitive operation is one description: its schema, shape rule, gradient rule, cost and reference kernel.
// Autodiff, kernels, the canvas and the documentation all read it. Descriptions are immutable and live for the program.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/schema.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct PointwiseProgram;
struct ValueTag;
using ValueId = Id<ValueTag>;

// Lets a gradient rule or a layer write ops without knowing the graph. GraphBuilder implements it. Errors are sticky:
// after the first one emit() returns invalid ids, and the builder reports it when it finishes, so rules need no error
// handling. An op given an invalid id does nothing and returns invalid ids.
class Emitter {
 public:
  virtual ~Emitter() = default;
  // Adds an op and returns its outputs. Missing attributes get their defaults.
  virtual std::vector<ValueId> emit(std::string_view op, const FieldValues& attributes, std::span<const ValueId> inputs) = 0;
  virtual TensorType typeOf(ValueId value) const = 0;
  virtual ValueId constant(const Tensor& tensor) = 0;
  // Reports the error of a rule that cannot continue.
  virtual void reportError(Error error) = 0;

  std::vector<ValueId> emit(std::string_view op, const FieldValues& attributes, std::initializer_list<ValueId> inputs) {
    return emit(op, attributes, std::span<const ValueId>(inputs.begin(), inputs.size()));
  }
  // Emits an op with one output.
  ValueId emitOne(std::string_view op, const FieldValues& attributes, std::initializer_list<ValueId> inputs) {
    return emit(op, attributes, inputs)[0];
  }
};

struct InferRequest {
  const FieldValues& attributes;  // complete and valid for the schema
  std::span<const TensorType> inputs;
};

struct GradientRequest {
  Emitter& emitter;
  const FieldValues& attributes;
  std::span<const ValueId> inputs;
  std::span<const ValueId> outputs;
  std::span<const ValueId> outputGradients;  // invalid if the loss does not depend on that output
  std::vector<bool> needed;                  // by input: whether its gradient is wanted
};

// Arithmetic (one fused multiply-add is two) and least memory traffic of one run.
struct Cost {
  double flops = 0;
  double bytes = 0;
};

struct CostRequest {
  const FieldValues& attributes;
  std::span<const TensorType> inputs;
  std::span<const TensorType> outputs;
};

struct TensorView {
  void* data = nullptr;
  TensorType type;

  template <class T>
  T* as() const { return static_cast<T*>(data); }
};

struct ReferenceRequest {
  const FieldValues& attributes;
  std::span<const TensorView> inputs;  // read-only, except where an alias says so
  std::span<const TensorView> outputs;
};

struct OpPort {
  std::string name;
  bool optional = false;  // may be left out at the end of the list
  bool variadic = false;  // the last input only: one or more; the last output only: as many as infer says
};

// An update: output `output` overwrites input `input`, a variable.
struct OpAlias {
  int output;
  int input;
};

struct OpType {
  std::string name;      // "conv2d"
  std::string summary;   // the formula, one or two lines
  Schema attributes;
  std::vector<OpPort> inputs;
  std::vector<OpPort> outputs;
  // Returns the types of the outputs, or InvalidArgument with a message a person can act on: "Inputs differ: 20×24×24
  // and 50×8×8." The number of inputs has been checked against `inputs` before.
  std::function<Result<std::vector<TensorType>>(const InferRequest&)> infer;
  // Returns the gradient of each input (invalid: none). Empty function: not differentiable.
  std::function<std::vector<ValueId>(const GradientRequest&)> gradient;
  // Empty function: one operation per output element, and each input and output moved once.
  std::function<Cost(const CostRequest&)> cost;
  // Computes dense row-major tensors, at least f32 and f64. Plain loops, written for reading, not for speed.
  std::function<void(const ReferenceRequest&)> reference;
  std::vector<OpAlias> aliases;
  // The formula of an elementwise op, applied to its broadcast inputs. Fusion and the kernels of every device read it.
  // Empty: the op is not elementwise. core/ops/pointwise_rules.h derives the rest of the op from it.
  std::function<PointwiseProgram(const FieldValues&)> pointwise;
  bool view = false;  // output 0 is a reshaped input 0: dense memory needs no kernel
  // Gradients are checked in double precision against finite differences. Inputs without a gradient (labels, counters)
  // have integer types and are left out of the check.
};

// Every op by name, from the files of core/ops/library. Built once per process on first use; immutable; thread-safe.
const std::vector<OpType>& allOps();
const OpType* findOp(std::string_view name);

// Runs `op.infer` after completing the attributes and checking the number and floating-point types of the inputs.
Result<std::vector<TensorType>> inferOp(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs);
Cost costOf(const OpType& op, const CostRequest& request);

// Formats a shape without its batch axis, for a person: "20×24×24".
std::string shapeWords(const Shape& shape);

// Calls f.template operator()<T>() with T = float or double. Other types are a bug.
template <class F>
void dispatchReal(DataType type, F&& f) {
  assert(type == DataType::Float32 || type == DataType::Float64);
  if (type == DataType::Float64) f.template operator()<double>();
  else f.template operator()<float>();
}

}  // namespace fovea
