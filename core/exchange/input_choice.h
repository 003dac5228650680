// Why: a Caffe text or an ONNX model may not say how large its samples are, which axis of an input counts them, or
// which value a non-sample input has. Terminal and window share this form for the user's choice.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct InputChoice {
  std::string name = {};                 // the model input's name; empty: its only input
  std::vector<std::int64_t> shape = {};  // of one sample; 0 means unknown
  int sampleAxis = -1;                   // the input's sample axis; -1: unknown
  std::optional<double> value = {};      // the input is not fed: all its elements have this value
  bool channelsLast = false;             // `shape` is height, width, channels; the network's input has channels first

  bool operator==(const InputChoice&) const = default;
};

// Parses "3x224x224", "tokens=128" or, with N for the sample axis, "state=2xNx128". InvalidArgument.
Result<InputChoice> inputShapeFromText(const std::string& text);
// Parses "rate=16000". InvalidArgument.
Result<InputChoice> inputValueFromText(const std::string& text);
// Formats a shape for inputShapeFromText(), with "?" for unknown extents: "2xNx?". A leading sample axis is omitted.
std::string inputShapeText(const InputChoice& choice);

}  // namespace fovea
