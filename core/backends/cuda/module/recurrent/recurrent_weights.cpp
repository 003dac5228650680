#include "core/backends/cuda/module/recurrent/recurrent_weights.h"

#include <algorithm>

namespace fovea::cuda {
namespace {

bool follows(const WeightCopy& next, const WeightCopy& copy) {
  return next.parameter == copy.parameter && next.from == copy.from + copy.bytes && next.to == copy.to + copy.bytes;
}

Status checkPlaces(std::vector<WeightCopy> copies, std::size_t spaceBytes) {
  std::sort(copies.begin(), copies.end(), [](const WeightCopy& a, const WeightCopy& b) { return a.to < b.to; });
  std::size_t end = 0;
  for (const WeightCopy& copy : copies) {
    if (copy.to < end || copy.to > spaceBytes || copy.bytes > spaceBytes - copy.to)
      return fail(ErrorCode::Unsupported, "cuDNN's places of the weights are not in its weight space");
    end = copy.to + copy.bytes;
  }
  return {};
}

}  // namespace

Result<std::vector<WeightCopy>> weightCopies(const RecurrentGeometry& g, DataType type,
                                             std::span<const GatePlace> places, std::size_t spaceBytes) {
  const auto gates = static_cast<std::size_t>(g.gates());
  assert(places.size() == 2 * gates);
  const std::size_t row = static_cast<std::size_t>(g.units) * byteSize(type);
  std::vector<WeightCopy> copies;
  const auto add = [&](RecurrentParameter parameter, std::size_t gate, std::size_t to, std::size_t bytes) {
    const WeightCopy next{parameter, gate * bytes, to, bytes};
    if (!copies.empty() && follows(next, copies.back()))
      copies.back().bytes += bytes;
    else
      copies.push_back(next);
  };
  const auto addAll = [&](RecurrentParameter parameter, std::size_t first, std::size_t GatePlace::*part,
                          std::size_t bytes) {
    for (std::size_t gate = 0; gate < gates; ++gate) add(parameter, gate, places[first + gate].*part, bytes);
  };
  addAll(RecurrentParameter::WeightInput, 0, &GatePlace::matrix, row * static_cast<std::size_t>(g.inputs));
  addAll(RecurrentParameter::WeightHidden, gates, &GatePlace::matrix, row * static_cast<std::size_t>(g.units));
  addAll(RecurrentParameter::BiasInput, 0, &GatePlace::bias, row);
  addAll(RecurrentParameter::BiasHidden, gates, &GatePlace::bias, row);
  FOVEA_CHECK(checkPlaces(copies, spaceBytes));
  return copies;
}

}  // namespace fovea::cuda
