// Why: the parts of `fovea-cli inspect` that are files of their own.
#pragma once
#include <string>
#include <vector>

#include "app/cli/inspect_growth.h"
#include "app/cli/inspect_synthesis.h"
#include "core/inspect/attribution.h"
#include "core/inspect/model_inspector.h"

namespace fovea::cli {

struct InspectArguments {
  std::string checkpoint;
  std::string dataset;
  std::string split = "test";
  std::int64_t sample = 0;
  std::string image;
  std::string method = "activations";
  AttributionOptions options;
  SynthesisArguments synthesis;
  GrowthArguments growth;
  std::string explain;      // a layer
  bool stepsGiven = false;  // options.steps, which growing an input counts too
  bool sanity = false;
  std::string out;
  std::string device = "cpu";
  std::vector<std::string> devices;  // two of them to compare
};

// {"minimum", "maximum", "mean", "deviation", "zeros", "not_finite"}
Json statisticsJson(const Tensor& values);
// Writes the numbers as .npy, or a heat map as .png, over the sample where that is a picture. Does nothing without
// `out`.
Status writeValues(const std::string& out, const Tensor& values, const Tensor& sample);

// The explanation by one method, by several separated by commas, or by all that suit the network. With several, or with
// a sanity check, `out` is a sheet of pictures.
Status showAttribution(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                       ModelInspector& inspector, const std::shared_ptr<Device>& device, const Tensor& sample);
// InvalidArgument names all methods.
Result<std::vector<AttributionMethod>> attributionMethodsFromNames(const std::string& names);

// The errors of each layer between two devices.
Status showDevices(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                   const Sample& sample);

}  // namespace fovea::cli
