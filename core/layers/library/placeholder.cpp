// Why: keeps an unsupported layer of another program's network visible in its place, and exports it unchanged.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::placeholder_layer {
namespace {

constexpr std::int64_t kMostPorts = 256;

struct PlaceholderParameters {
  std::string kind = "Unknown";
  std::string text;
  std::int64_t inputs = 1;
  std::int64_t outputs = 1;
};

const TypedSchema<PlaceholderParameters>& schema() {
  using P = PlaceholderParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::kind, plainField("kind", "Kind", "What the other program calls such a layer."))
          .field(&P::text, {.name = "text",
                            .title = "Text",
                            .help = "The layer as the other program writes it; it is given back unchanged.",
                            .ownEditor = true})
          .field(&P::inputs, plainField("inputs", "Inputs", "The number of inputs.", 0, kMostPorts))
          .field(&P::outputs, plainField("outputs", "Outputs", "The number of outputs.", 1, kMostPorts));
  return typed;
}

std::vector<LayerPort> ports(const char* name, std::int64_t count) {
  std::vector<LayerPort> list;
  for (std::int64_t i = 1; i <= count; ++i) list.push_back({count == 1 ? name : fmt::format("{} {}", name, i)});
  return list;
}

Result<std::vector<ValueId>> build(LayerBuilder&, const FieldValues& values, std::span<const ValueId>) {
  return fail(ErrorCode::Unsupported, fmt::format("Fovea has no layer of the kind “{}”.", schema().read(values).kind),
              "Put another layer in its place, or remove it. Until then the network can be drawn, saved and exported, "
              "but not run.");
}

}  // namespace

LayerType placeholderLayer() {
  LayerType layer;
  layer.name = "placeholder";
  layer.title = "Placeholder";
  layer.help =
      "Stands where an imported network has a layer that Fovea does not know. It keeps that layer's text, so that an "
      "export to the same program restores it unchanged; running the network needs another layer in its place.\n"
      "Inputs and outputs: as many as the unknown layer has; what their shapes are, nobody here knows.\n"
      "Defaults: one input, one output.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.inputsOf = [](const FieldValues& values) { return ports("input", schema().read(values).inputs); };
  layer.outputsOf = [](const FieldValues& values) { return ports("output", schema().read(values).outputs); };
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return schema().read(values).kind; };
  return layer;
}

}  // namespace fovea::placeholder_layer
