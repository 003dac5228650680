// Why: the parts of `fovea-cli inspect` that are files of their own.
#pragma once
#include <string>
#include <vector>

#include "app/cli/inspect_growth.h"
#include "app/cli/inspect_synthesis.h"
#include "app/cli/model_file.h"
#include "core/inspect/attribution.h"
#include "core/inspect/model_inspector.h"
#include "core/train/statistics.h"

namespace fovea::cli {

struct InspectArguments {
  ModelArguments model;
  std::string dataset;
  std::string split = "test";
  std::int64_t sample = 0;
  std::string image;
  std::string method = "activations";
  AttributionOptions options;
  SynthesisArguments synthesis;
  GrowthArguments growth;
  std::string explain;      // a layer
  std::string part;         // of it, as numbers with commas; see LayerExplanation::choices
  bool stepsGiven = false;  // options.steps, which growing an input counts too
  bool sanity = false;
  std::string out;
  std::string device = "cpu";
  std::string network;               // another one, which takes the checkpoint's matching layers
  std::vector<std::string> devices;  // two of them to compare
  bool receptiveField = false;
  std::string sort;         // of channels; empty: they are not listed
  std::int64_t slice = -1;  // of volumes; the middle one if not given
  bool attention = false;
  std::int64_t head = -1, query = -1;  // of attention; the mean if not given
};

// {"minimum", "maximum", "mean", "deviation", "zeros", "not_finite"}
Json statisticsJson(const Tensor& values);
Json statisticsJson(const Statistics& statistics);
// Writes the numbers as .npy, or a heat map as .png, over the sample where that is a picture. Does nothing without
// `out`.
Status writeValues(const std::string& out, const Tensor& values, const Tensor& sample);

// The layers' activations with their statistics, or one layer with its channels in order.
Status showActivations(const Context& context, const InspectArguments& arguments, ModelInspector& inspector,
                       const Sample& sample);
Status showReceptiveField(const Context& context, const InspectArguments& arguments, const ModelInspector& inspector,
                          const Sample& sample);
// The weights of an attention layer, over the input where its steps are symbols or patches.
Status showAttention(const Context& context, const InspectArguments& arguments, ModelInspector& inspector,
                     const Sample& sample);

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
