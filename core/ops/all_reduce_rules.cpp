#include "core/ops/all_reduce_rules.h"

#include <limits>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  for (const TensorType& input : request.inputs) {
    FOVEA_CHECK(needReal("input", input));
    FOVEA_CHECK(needDataType("input", input, request.inputs[0].dtype));
  }
  return std::vector<TensorType>(request.inputs.begin(), request.inputs.end());
}

void reference(const ReferenceRequest& request) {
  const FieldValue* given = request.attributes.find("factor");
  const double factor = given ? std::get<double>(*given) : 1;
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    dispatchReal(request.inputs[i].type.dtype, [&]<class T>() {
      const T* x = request.inputs[i].as<T>();
      T* y = request.outputs[i].as<T>();
      for (std::int64_t k = 0; k < request.inputs[i].type.shape.elementCount(); ++k)
        y[k] = factor == 0 ? T(0) : static_cast<T>(factor * static_cast<double>(x[k]));
    });
}

}  // namespace

Field reduceFactorField() {
  return realField("factor", "Factor", "The weight of this rank's numbers in the sum.", 1.0,
                   std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

Field reduceMessageField() {
  return integerField("message", "Message", "Identifies this sum among those of a step.", 0, 0,
                      std::numeric_limits<double>::max());
}

Field reduceDenseField() {
  return booleanField("dense", "Dense", "Sums only dense layouts.", false);
}

OpType allReduceRules(std::string name, std::string summary, Schema attributes) {
  OpType op;
  op.name = std::move(name);
  op.summary = std::move(summary);
  op.attributes = std::move(attributes);
  op.inputs = {{.name = "x", .variadic = true}};
  op.outputs = {{.name = "y", .variadic = true}};
  op.infer = infer;
  op.cost = costPerElement(1);
  op.reference = reference;
  return op;
}

}  // namespace fovea
