// Why: the batch normalisation ops check the same inputs and share one field.
#pragma once
#include "core/ops/channel_geometry.h"
#include "core/ops/fused_activation.h"
#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"

namespace fovea {

inline Field epsilonField() {
  return realField("epsilon", "Epsilon", "Added to the variance, so that a constant channel does not divide by zero.",
                   1e-5, 0.0, 1.0);
}

// Checks that x is [N, C, ...] of real numbers with C > 0.
inline Status needChannels(const std::string& what, const TensorType& type) {
  FOVEA_CHECK(needReal(what, type));
  if (type.shape.rank() >= 2 && type.shape.elementsFrom(1) > 0) return {};
  return invalidInput("Normalisation needs [N, C, ...] with numbers in it, but the " + what + " is " + type.toString() +
                      ".");
}

// Checks that every named input from `first` on is [C] and has the type of x's statistics.
inline Status needPerChannel(std::span<const TensorType> inputs, std::size_t first,
                             std::initializer_list<const char*> names) {
  for (const char* name : names) {
    FOVEA_CHECK(needType(name, inputs[first], {statisticsType(inputs[0].dtype), Shape{inputs[0].shape[1]}}));
    ++first;
  }
  return {};
}

// The fields of batch_norm_fused.
inline std::vector<Field> fusedNormFields() {
  return {epsilonField(),
          realField("momentum", "Momentum", "The weight of the new batch in the running moments.", 0.1, 0.0, 1.0),
          activationField(3),
          booleanField("mask", "Mask", "Whether bits are wanted that say where a gradient passes.", false)};
}

// Selects the attributes of `op` from those of an op that has them all.
inline FieldValues attributesOf(const OpType& op, const FieldValues& attributes) {
  FieldValues part;
  for (const Field& field : op.attributes.fields()) part.set(field.name, *attributes.find(field.name));
  return part;
}

}  // namespace fovea
