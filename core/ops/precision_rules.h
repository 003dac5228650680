// Why: in mixed precision each op runs in 16 bits, follows what it is given, or stays in full precision; this is the
// one list of which does what. Shape rules, the precision pass and the tests read it. Pure; thread-safe. Source:
// Micikevicius et al., "Mixed Precision Training", 2018; the lists of PyTorch's autocast.
#pragma once
#include <vector>

#include "core/ops/op_type.h"

namespace fovea {

enum class Precision {
  Half,    // products: the time is in them, and their sums are in f32 all the same
  Follow,  // moves or maps numbers one by one (so does every pointwise op): in 16 bits where an input is
  Full,    // losses, statistics, updates, and all that is not listed
};

struct PrecisionRule {
  Precision precision = Precision::Full;
  std::vector<int> fullInputs;  // these stay f32 where the others have 16 bits: parameters and statistics
};

const PrecisionRule& precisionRule(const OpType& op);

// The type of the statistics and parameters by channel of a value: f32 for f16 and bf16, else its own.
DataType statisticsType(DataType type);

}  // namespace fovea
