#include "core/layers/activation_layer.h"

namespace fovea {

LayerType activationLayer(std::string name, std::string title, std::string help, std::vector<Field> parameters) {
  LayerType layer;
  layer.name = name;
  layer.title = std::move(title);
  layer.help = std::move(help);
  layer.family = LayerFamily::Activation;
  layer.parameters = Schema(std::move(parameters));
  layer.build = [name](LayerBuilder& builder, const FieldValues& values,
                       std::span<const ValueId> inputs) -> Result<std::vector<ValueId>> {
    return builder.graph().emit(name, values, {inputs[0]});
  };
  return layer;
}

Field numberField(const char* name, const char* title, const char* help, double value, double minimum, double maximum) {
  Field field;
  field.name = name;
  field.title = title;
  field.help = help;
  field.kind = FieldKind::Real;
  field.defaultValue = value;
  field.minimum = minimum;
  field.maximum = maximum;
  return field;
}

}  // namespace fovea
