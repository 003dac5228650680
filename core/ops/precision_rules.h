// Why: lists which ops run in 16 bits, in the precision of their inputs, or in full precision when training in mixed
// precision. Shape rules, the precision pass and the tests read it. Pure; thread-safe. Source:
// Micikevicius et al., "Mixed Precision Training", 2018; the lists of PyTorch's autocast.
#pragma once
#include <vector>

#include "core/ops/op_type.h"

namespace fovea {

enum class Precision {
  Half,    // matrix products and convolutions: they take most of the time, and they accumulate in f32
  Follow,  // moves or maps single elements, like every pointwise op: 16 bits if an input has 16 bits
  Full,    // losses, statistics, updates, and every op not listed
};

struct PrecisionRule {
  Precision precision = Precision::Full;
  std::vector<int> fullInputs;  // inputs that stay f32: parameters and statistics
};

const PrecisionRule& precisionRule(const OpType& op);

// The type of a value's per-channel statistics and parameters: f32 for f16 and bf16, else the value's own type.
DataType statisticsType(DataType type);

// Attribute "to": a type of real numbers by name; default f32.
Field castTypeField();

}  // namespace fovea
