// ONNX operators that prepare features (ai.onnx.ml).
// Source: ONNX operator specification, opset 1 of that domain.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

Status binarizer(OnnxNodeContext& c) {
  const double threshold = c.real("threshold", 0);
  c.give(map(c.emitter(), c.in(0), [&](PointwiseTerm x) { return less(threshold, x); }));
  return {};
}

Status featureExtractor(OnnxNodeContext& c) {
  const Shape x = c.shape();
  if (x.rank() < 1) return unsupported("a single number");
  FOVEA_TRY(const auto index, c.wholeNumbers(1));
  for (const std::int64_t at : index)
    if (at < 0 || at >= x[x.rank() - 1]) return unsupported("a position lies outside");
  const ValueId row = x.rank() == 1 ? reshaped(c.emitter(), c.in(0), Extents64{1, x[0]}) : c.in(0);
  c.give(picked(c.emitter(), row, std::max(x.rank() - 1, 1), index));
  return {};
}

}  // namespace

OnnxOperators featuresOperators() {
  const std::string domain = "ai.onnx.ml";
  return {
      {"Binarizer", binarizer, {1, {"threshold"}}, domain},
      {"ArrayFeatureExtractor", featureExtractor, {1}, domain},
  };
}

}  // namespace fovea
