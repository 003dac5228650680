// Lists the Caffe types that Fovea supports.
#include <map>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {

CaffeMaker findCaffeMaker(const std::string& type) {
  static const auto makers = [] {
    std::map<std::string, CaffeMaker> all;
    for (const auto& list : {caffeDataMakers(), caffeWindowMakers(), caffeUnitMakers(), caffeNormalizationMakers(),
                             caffeShapeMakers(), caffeLossMakers()})
      for (const CaffeMakers& maker : list) all[maker.type] = maker.make;
    return all;
  }();
  if (type.starts_with(kOwnLayers)) return makeOwnLayer;
  const auto found = makers.find(type);
  return found == makers.end() ? nullptr : found->second;
}

}  // namespace fovea
