// Why: the shape rule and the reference loop of the ops with two broadcast inputs, written once.
#pragma once
#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"

namespace fovea {

inline Result<std::vector<TensorType>> inferBroadcast(const InferRequest& request) {
  const TensorType& a = request.inputs[0];
  const TensorType& b = request.inputs[1];
  FOVEA_CHECK(needReal("input", a));
  if (a.dtype != b.dtype) return needSame(a, b).error();
  FOVEA_TRY(const Shape shape, broadcastShape(a.shape, b.shape));
  return std::vector<TensorType>{{a.dtype, shape}};
}

// y[i] = formula(a there, b there)
template <class F>
std::function<void(const ReferenceRequest&)> broadcastElementwise(F formula) {
  return [formula](const ReferenceRequest& request) {
    const TensorType& type = request.outputs[0].type;
    const BroadcastIndex first(request.inputs[0].type.shape, type.shape);
    const BroadcastIndex second(request.inputs[1].type.shape, type.shape);
    dispatchReal(type.dtype, [&]<class T>() {
      const T* a = request.inputs[0].as<T>();
      const T* b = request.inputs[1].as<T>();
      T* y = request.outputs[0].as<T>();
      for (std::int64_t i = 0; i < type.shape.elementCount(); ++i)
        y[i] = static_cast<T>(formula(static_cast<double>(a[first.index(i)]), static_cast<double>(b[second.index(i)])));
    });
  };
}

}  // namespace fovea
