// Why: the reference loops of the elementwise ops, written once. The formula gets doubles whatever the element type is.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// output[i] = formula(input[i])
template <class F>
std::function<void(const ReferenceRequest&)> elementwise(F formula) {
  return [formula](const ReferenceRequest& request) {
    const TensorType& type = request.outputs[0].type;
    dispatchReal(type.dtype, [&]<class T>() {
      const T* x = request.inputs[0].as<T>();
      T* y = request.outputs[0].as<T>();
      for (std::int64_t i = 0; i < type.shape.elementCount(); ++i)
        y[i] = static_cast<T>(formula(static_cast<double>(x[i])));
    });
  };
}

// output[i] = formula(first[i], second[i]), both of the output's shape.
template <class F>
std::function<void(const ReferenceRequest&)> elementwise2(F formula) {
  return [formula](const ReferenceRequest& request) {
    const TensorType& type = request.outputs[0].type;
    dispatchReal(type.dtype, [&]<class T>() {
      const T* a = request.inputs[0].as<T>();
      const T* b = request.inputs[1].as<T>();
      T* y = request.outputs[0].as<T>();
      for (std::int64_t i = 0; i < type.shape.elementCount(); ++i)
        y[i] = static_cast<T>(formula(static_cast<double>(a[i]), static_cast<double>(b[i])));
    });
  };
}

// The gradient rule of an op y = f(x) whose backward op computes dx from (dy, y).
inline std::function<std::vector<ValueId>(const GradientRequest&)> gradientFromOutput(std::string backwardOp) {
  return [backwardOp](const GradientRequest& r) {
    return std::vector<ValueId>{r.emitter.emitOne(backwardOp, {}, {r.outputGradients[0], r.outputs[0]})};
  };
}

}  // namespace fovea
