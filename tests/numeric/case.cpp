#include "tests/numeric/case.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/random.h"
#include "core/ops/pooled_convolution.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"

namespace fovea::numeric {
namespace {

// FNV-1a: the seed of a case must not depend on its place in the table.
std::uint64_t hashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

bool isReal(Fill fill) {
  return fill <= Fill::Probabilities;
}

// Parameters and statistics stay f32 if other values have 16 bits.
DataType realType(const Case& subject, std::size_t input, DataType real) {
  if (!isHalf(real)) return real;
  const std::vector<int>& full = precisionRule(*findOp(subject.op)).fullInputs;
  const bool stays = std::find(full.begin(), full.end(), static_cast<int>(input)) != full.end();
  return stays ? DataType::Float32 : real;
}

DataType typeOf(Fill fill, DataType real) {
  if (isReal(fill)) return real;
  if (fill == Fill::Mask) return DataType::UInt8;
  return fill == Fill::Counter ? DataType::Int64 : DataType::Int32;
}

double drawReal(const CaseInput& input, Random& random) {
  switch (input.fill) {
    case Fill::Uniform:
      return input.low + (input.high - input.low) * random.uniform();
    case Fill::Constant:
      return input.low;
    case Fill::NonNegative:
      return std::max(random.normal(), 0.0);
    case Fill::Probabilities:
      return 0.05 + random.uniform();
    case Fill::AwayFromZero: {
      const double value = random.normal();
      return value < 0 ? value - 0.1 : value + 0.1;
    }
    default:
      return random.normal();
  }
}

std::vector<double> permutation(std::int64_t count, Random& random) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto j = static_cast<std::size_t>(random.below(i + 1));
    values[i] = values[j];
    values[j] = 0.1 * (static_cast<double>(i) - 0.5 * static_cast<double>(count));
  }
  return values;
}

void normaliseRows(const Shape& shape, std::vector<double>& values) {
  const auto classes = static_cast<std::size_t>(shape[1]), inner = static_cast<std::size_t>(shape.elementsFrom(2));
  for (std::size_t n = 0; n < static_cast<std::size_t>(shape[0]); ++n)
    for (std::size_t i = 0; i < inner; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < classes; ++k) sum += values[(n * classes + k) * inner + i];
      for (std::size_t k = 0; k < classes; ++k) values[(n * classes + k) * inner + i] /= sum;
    }
}

std::vector<double> realValues(const CaseInput& input, Random& random) {
  const std::int64_t count = input.shape.elementCount();
  if (input.fill == Fill::Distinct) return permutation(count, random);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = drawReal(input, random);
  if (input.fill == Fill::Probabilities) normaliseRows(input.shape, values);
  return values;
}

// The attributes of the pooling in a case, and the height and width of its input.
std::pair<FieldValues, std::vector<std::int64_t>> poolingOf(const Case& subject) {
  FieldValues attributes = subject.attributes;
  if (attributes.contains("pool_kernel")) {
    const bool weights = attributes.contains("kernel");
    const Shape &dy = subject.inputs[weights ? 1 : 0].shape, &other = subject.inputs[weights ? 0 : 2].shape;
    const PoolingGeometry g = (weights ? readPooledConvolutionBackwardWeights(attributes, other, dy)
                                       : readPooledConvolutionBackwardData(attributes, dy, other))
                                  .value()
                                  .pooling;
    return {poolingAttributes(attributes), {g.height.input, g.width.input}};
  }
  const std::vector<std::int64_t> size = attributes.list("input_size");
  attributes.remove("input_size");
  return {findOp("max_pool2d")->attributes.complete(attributes).value(), size};
}

// Positions of the maxima of a random image: the only valid indices for a pooling's backward ops.
Tensor poolIndices(const Case& subject, const TensorType& type, Random& random) {
  const OpType* pool = findOp("max_pool2d");
  const auto [attributes, size] = poolingOf(subject);
  const TensorType imageType{DataType::Float64, Shape{type.shape[0], type.shape[1], size[0], size[1]}};
  Tensor image = Tensor::make(imageType), maxima = Tensor::make({DataType::Float64, type.shape}),
         indices = Tensor::make(type);
  const std::vector<double> values = permutation(imageType.shape.elementCount(), random);
  std::copy(values.begin(), values.end(), image.data<double>());
  const TensorView input{image.raw(), image.type()};
  const TensorView outputs[] = {{maxima.raw(), maxima.type()}, {indices.raw(), indices.type()}};
  pool->reference({attributes, {&input, 1}, outputs});
  return indices;
}

Tensor integerTensor(const CaseInput& input, const TensorType& type, Random& random) {
  Tensor tensor = Tensor::make(type);
  const auto span = static_cast<std::uint64_t>(std::max(0.0, input.high - input.low));
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    if (type.dtype == DataType::UInt8)
      tensor.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(random.below(2));
    else if (type.dtype == DataType::Int64)
      tensor.data<std::int64_t>()[i] = static_cast<std::int64_t>(input.low);
    else
      tensor.data<std::int32_t>()[i] =
          static_cast<std::int32_t>(input.low) + static_cast<std::int32_t>(random.below(span));
  }
  return tensor;
}

}  // namespace

const std::vector<Case>& allCases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> table;
    addConvolutionCases(table);
    addPoolingCases(table);
    addLinearCases(table);
    addElementwiseCases(table);
    addPointwiseCases(table);
    addReductionCases(table);
    addClassLossCases(table);
    addNormalizationCases(table);
    addSpatialNormalizationCases(table);
    addSpatialCases(table);
    addShapeCases(table);
    addLossCases(table);
    addUpdateCases(table);
    addSequenceCases(table);
    addPrecisionCases(table);
    for (Case& entry : table)
      for (const CaseInput& input : entry.inputs) entry.smooth = entry.smooth && input.nans.empty();
    return table;
  }();
  return cases;
}

std::vector<TensorType> inputTypes(const Case& subject, DataType real) {
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < subject.inputs.size(); ++i)
    types.push_back({typeOf(subject.inputs[i].fill, realType(subject, i, real)), subject.inputs[i].shape});
  return types;
}

std::vector<Tensor> makeInputs(const Case& subject, DataType real) {
  std::vector<Tensor> tensors;
  const auto types = inputTypes(subject, real);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const CaseInput& input = subject.inputs[i];
    Random random(hashOf(subject.title()), i);
    if (input.fill == Fill::PoolIndices) {
      tensors.push_back(poolIndices(subject, types[i], random));
    } else if (!isReal(input.fill)) {
      tensors.push_back(integerTensor(input, types[i], random));
    } else {
      std::vector<double> values = realValues(input, random);
      for (const std::int64_t at : input.nans)
        values[static_cast<std::size_t>(at)] = std::numeric_limits<double>::quiet_NaN();
      Tensor tensor = Tensor::make({DataType::Float64, types[i].shape});
      std::copy(values.begin(), values.end(), tensor.data<double>());
      tensors.push_back(converted(tensor, types[i].dtype));
    }
  }
  return tensors;
}

}  // namespace fovea::numeric
