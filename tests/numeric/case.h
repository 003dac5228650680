// Why: one table of op cases that every way of running an op is checked against: kernels of each backend against the
// reference kernel, gradient rules against finite differences, and which kernel takes what. It knows nothing of the
// test framework, so that programs can run it too. All functions are pure: the same case always gets the same numbers.
#pragma once
#include <string>
#include <vector>

#include "core/ops/op_type.h"

namespace fovea::numeric {

// The distribution of an input's numbers. The first group is floating-point (in the type of the run), the second
// integer.
enum class Fill {
  Normal,         // standard normal
  Uniform,        // in [low, high)
  AwayFromZero,   // normal, but at least 0.1 in size: for kinks at zero
  NonNegative,    // a rectified normal distribution: about half are 0
  Distinct,       // a permutation of 0, 0.1, 0.2, ... about zero: no ties within finite differences
  Constant,       // low
  Probabilities,  // positive, with the sum 1 over axis 1
  Labels,         // i32 in [low, high)
  Mask,           // u8, 0 or 1
  Counter,        // i64, low
  PoolIndices,    // i32 indices as max_pool2d or conv2d_max_pool returns them for the case's attributes
};

struct CaseInput {
  Shape shape;
  Fill fill = Fill::Normal;
  double low = 0.0;
  double high = 1.0;
  std::vector<std::int64_t> nans = {};  // positions that are NaN instead
};

struct Case {
  std::string op;
  std::string name;  // letters, digits and underscores; unique within the op
  FieldValues attributes;
  std::vector<CaseInput> inputs;
  bool smooth = true;  // false: not differentiable here (a tie, a NaN)

  std::string title() const { return op + "_" + name; }
};

// Every case, op by op.
const std::vector<Case>& allCases();
// Cases of the size of real networks, only for timing.
const std::vector<Case>& speedCases();

// The types of the inputs if floating-point ones are `real`: f32, f64 or, unless precisionRule() of the op is Full, f16
// or bf16.
std::vector<TensorType> inputTypes(const Case& subject, DataType real);
// The inputs; those with fewer bits are the f64 ones, rounded.
std::vector<Tensor> makeInputs(const Case& subject, DataType real);

// The parts of the table, by family of ops.
void addConvolutionCases(std::vector<Case>& cases);
void addPoolingCases(std::vector<Case>& cases);
void addLinearCases(std::vector<Case>& cases);
void addElementwiseCases(std::vector<Case>& cases);
void addPointwiseCases(std::vector<Case>& cases);
void addReductionCases(std::vector<Case>& cases);
void addClassLossCases(std::vector<Case>& cases);
void addNormalizationCases(std::vector<Case>& cases);
void addSpatialNormalizationCases(std::vector<Case>& cases);
void addSpatialCases(std::vector<Case>& cases);
void addShapeCases(std::vector<Case>& cases);
void addLossCases(std::vector<Case>& cases);
void addUpdateCases(std::vector<Case>& cases);
void addSequenceCases(std::vector<Case>& cases);
void addPrecisionCases(std::vector<Case>& cases);

}  // namespace fovea::numeric
