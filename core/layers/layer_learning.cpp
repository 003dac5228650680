// Why: all layers with weights share the settings for initialisation and learning.
#include "core/layers/activation_layer.h"
#include "core/layers/frozen.h"

namespace fovea {
namespace {

constexpr const char* kGroup = "Learning";

struct NamedInitializer {
  const char* value;
  const char* title;
  InitializerKind kind;
};

constexpr NamedInitializer kInitializers[] = {
    {"he_normal", "He normal", InitializerKind::HeNormal},
    {"he_uniform_relu", "He uniform", InitializerKind::HeUniformRelu},
    {"he_uniform", "Uniform 1/√fan", InitializerKind::HeUniform},
    {"xavier_normal", "Xavier normal", InitializerKind::XavierNormal},
    {"xavier_uniform", "Xavier uniform", InitializerKind::XavierUniform},
    {"lecun_normal", "LeCun normal", InitializerKind::LecunNormal},
    {"lecun_uniform", "LeCun uniform", InitializerKind::LecunUniform},
    {"normal", "Normal", InitializerKind::Normal},
    {"truncated_normal", "Truncated normal", InitializerKind::TruncatedNormal},
    {"uniform", "Uniform", InitializerKind::Uniform},
    {"orthogonal", "Orthogonal", InitializerKind::Orthogonal},
    {"identity", "Identity", InitializerKind::Identity},
    {"bilinear", "Bilinear", InitializerKind::Bilinear},
    {"constant", "Constant", InitializerKind::Constant},
    {"zeros", "Zeros", InitializerKind::Zeros},
};

const TypedSchema<LayerLearning>& schema() {
  using L = LayerLearning;
  static const auto typed =
      TypedSchema<L>()
          .field(&L::initializerSize,
                 {.name = "initializer_size",
                  .title = "Size",
                  .help = "The deviation of a normal initialiser, the bound of Uniform, the value of Constant.",
                  .minimum = -1e6,
                  .maximum = 1e6,
                  .relevantWhen = {{"initializer", {"normal", "truncated_normal", "uniform", "constant"}}}})
          .field(&L::initializerByFanOut,
                 {.name = "initializer_fan_out",
                  .title = "By outputs",
                  .help = "Divide by how many outputs see a number, instead of by how many inputs an output sees.",
                  .relevantWhen = {{"initializer",
                                    {"he_normal", "he_uniform", "he_uniform_relu", "lecun_normal", "lecun_uniform"}}}})
          .field(&L::frozen, {.name = kFrozen,
                              .title = "Frozen",
                              .help = "Keep the weights of this layer as they are; its running moments too.",
                              .group = kGroup})
          .field(&L::rateMultiplier, {.name = "rate_multiplier",
                                      .title = "Rate ×",
                                      .help = "Multiplies the learning rate of this layer.",
                                      .minimum = 0,
                                      .maximum = 1e6,
                                      .relevantWhen = {{kFrozen, {"false"}}},
                                      .group = kGroup})
          .field(&L::biasRateMultiplier, {.name = "bias_rate_multiplier",
                                          .title = "Bias rate ×",
                                          .help = "Multiplies the learning rate of the biases once more.",
                                          .minimum = 0,
                                          .maximum = 1e6,
                                          .relevantWhen = {{"bias", {"true"}}, {kFrozen, {"false"}}},
                                          .group = kGroup})
          .field(&L::biasValue, {.name = "bias_value",
                                 .title = "First bias",
                                 .help = "What each bias begins with; 0: as the initialiser has it.",
                                 .minimum = -1e6,
                                 .maximum = 1e6,
                                 .relevantWhen = {{"bias", {"true"}}},
                                 .group = kGroup})
          .field(&L::decayMultiplier, {.name = "decay_multiplier",
                                       .title = "Decay ×",
                                       .help = "Multiplies the weight decay of this layer.",
                                       .minimum = 0,
                                       .maximum = 1e6,
                                       .relevantWhen = {{kFrozen, {"false"}}},
                                       .group = kGroup})
          .field(
              &L::sharesWeightsWith,
              {.name = kSharedWeights,
               .title = "Weights of",
               .help = "The layer of this sheet whose weights this one uses, as the branches of siamese networks do. "
                       "Both then learn together; running moments stay apart.",
               .group = kGroup});
  return typed;
}

}  // namespace

std::vector<FieldChoice> weightInitializerChoices() {
  std::vector<FieldChoice> choices;
  for (const NamedInitializer& named : kInitializers) choices.push_back({named.value, named.title});
  return choices;
}

Initializer initializerFromChoice(const std::string& choice) {
  for (const NamedInitializer& named : kInitializers)
    if (choice == named.value) return {.kind = named.kind, .chosen = true};
  return {.kind = InitializerKind::HeNormal, .chosen = true};
}

std::vector<Field> learningFields(const Schema& own) {
  std::vector<Field> fields;
  const Schema all = schema().schema();
  const Field* bias = own.find("bias");
  for (const Field& field : all.fields()) {
    if (field.name.starts_with("initializer") && !own.find("initializer")) continue;
    if (field.name.starts_with("bias") && !(bias && bias->kind == FieldKind::Boolean)) continue;
    fields.push_back(field);
    if (field.name != kSharedWeights) fields.back().relevantWhen.push_back({kSharedWeights, {""}});
  }
  return fields;
}

Field lossWeightField() {
  Field field = numberField(
      "loss_weight", "Weight",
      "How much this loss counts where a network has several. It is judged by the one that counts most.", 1, 0, 1e6);
  field.group = kGroup;
  return field;
}

double lossWeightOf(const FieldValues& parameters) {
  const FieldValue* weight = parameters.find("loss_weight");
  return weight ? std::get<double>(*weight) : 1;
}

LayerLearning learningOf(const FieldValues& parameters) {
  return schema().read(parameters);
}

std::string sharesWeightsWith(const FieldValues& parameters) {
  const FieldValue* name = parameters.find(kSharedWeights);
  const auto* text = name ? std::get_if<std::string>(name) : nullptr;
  return text ? *text : std::string();
}

FieldValues withWeightsOf(const FieldValues& owner, FieldValues parameters) {
  const Schema learning = schema().schema();
  const auto copied = [&](const std::string& name) {
    return name != kSharedWeights && (name == "initializer" || learning.find(name));
  };
  for (const auto& [name, value] : owner)
    if (copied(name) && parameters.contains(name)) parameters.set(name, value);
  return parameters;
}

}  // namespace fovea
