// Why: a layer is one file, and everything that shows layers relies on its declarations.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/layers/primitive_layers.h"
#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

TEST(LayerRegistry, AddingALayerIsAddingOneFile) {
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "../../../core/layers/library";
  std::set<std::string> files, names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(entry.path().extension(), ".cpp") << entry.path();
    files.insert(entry.path().stem().string());
  }
  std::size_t written = 0;
  for (const LayerType& layer : allLayers()) {
    if (isPrimitive(layer)) continue;
    names.insert(layer.name);
    ++written;
  }
  EXPECT_EQ(names, files);
  EXPECT_EQ(written, files.size());
}

TEST(LayerRegistry, FirstLightHasTheseLayers) {
  for (const char* name :
       {"input", "convolution", "max_pooling", "average_pooling", "linear", "relu", "sigmoid", "tanh", "dropout",
        "batch_normalization", "flatten", "concatenate", "add", "softmax", "cross_entropy"})
    EXPECT_NE(findLayer(name), nullptr) << name;
  EXPECT_EQ(findLayer("no_such_layer"), nullptr);
}

TEST(LayerRegistry, EveryLayerDescribesItself) {
  for (const LayerType& layer : allLayers()) {
    SCOPED_TRACE(layer.name);
    EXPECT_FALSE(layer.title.empty());
    EXPECT_GT(layer.help.size(), 60u);
    EXPECT_TRUE(layer.help.ends_with('.'));
    EXPECT_STRNE(layerFamilyTitle(layer.family), "");
    EXPECT_TRUE(layer.build);
    // A block use has the ports of the block, and its outputs are the values at the block's outputs.
    EXPECT_EQ(layer.outputs.empty(), layer.name == "block" || layer.name == "block_output");
    EXPECT_TRUE(layer.parameters.validate(layer.parameters.defaults()).ok());
    for (const Field& field : layer.parameters.fields()) {
      EXPECT_FALSE(field.title.empty()) << field.name;
      EXPECT_TRUE(field.help.ends_with('.')) << field.name;
    }
    // A loss's caption shows only an unusual weight, and that of these layers only whose weights they share.
    static const std::set<std::string> kWithoutCaption{"batch_normalization", "instance_normalization",
                                                       "layer_normalization", "prelu", "scale_bias"};
    if (layer.caption && layer.family != LayerFamily::Loss) {
      EXPECT_EQ(layer.caption(layer.parameters.defaults()).empty(), kWithoutCaption.contains(layer.name));
    }
    if (layer.learns) {
      FieldValues shared = layer.parameters.defaults();
      shared.set(kSharedWeights, std::string("conv1"));
      EXPECT_TRUE(layer.caption(shared).ends_with("↔ conv1"));
    }
  }
}

TEST(LayerRegistry, OnlyTheLastInputMayBeVariadic) {
  for (const LayerType& layer : allLayers())
    for (std::size_t i = 0; i + 1 < layer.inputs.size(); ++i) EXPECT_FALSE(layer.inputs[i].variadic) << layer.name;
}

TEST(LayerRegistry, CaptionsShowWhatMatters) {
  const auto caption = [](const char* type, const FieldValues& parameters) {
    const LayerType* layer = findLayer(type);
    return layer->caption(*layer->parameters.complete(parameters));
  };
  using L = std::vector<std::int64_t>;
  EXPECT_EQ(caption("input", {}), "28×28 grey");
  EXPECT_EQ(caption("input", {{"shape", L{3, 32, 48}}}), "48×32 colour");
  EXPECT_EQ(caption("input", {{"shape", L{4, 8, 8}}}), "8×8 · 4 channels");
  EXPECT_EQ(caption("input", {{"shape", L{64}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{96}}}),
            "64 of 96 symbols");
  EXPECT_EQ(caption("input", {{"shape", L{20, 3}}}), "20×3");
  EXPECT_EQ(caption("convolution", {{"filters", std::int64_t{20}}, {"kernel", L{5, 5}}}), "20 · 5×5");
  EXPECT_EQ(caption("convolution", {{"stride", L{2, 2}}}), "32 · 3×3 / 2");
  EXPECT_EQ(caption("max_pooling", {}), "2×2");
  EXPECT_EQ(caption("average_pooling", {{"kernel", L{3, 3}}}), "3×3 / 2");
  EXPECT_EQ(caption("linear", {{"units", std::int64_t{500}}}), "500");
  EXPECT_EQ(caption("dropout", {}), "0.5");
}

TEST(Initializers, ChoicesNameKindsAndNothingElse) {
  std::set<InitializerKind> kinds;
  for (const FieldChoice& choice : weightInitializerChoices()) kinds.insert(initializerFromChoice(choice.value).kind);
  EXPECT_EQ(kinds.size(), weightInitializerChoices().size());
  EXPECT_EQ(initializerFromChoice("xavier_uniform").kind, InitializerKind::XavierUniform);
}

// Builds a layer with its defaults on the first input shape that it accepts.
BuiltLayer buildSomehow(const LayerType& layer) {
  const std::size_t least = layer.inputs.size() + (!layer.inputs.empty() && layer.inputs.back().variadic ? 1 : 0);
  BuiltLayer built;
  for (const Shape& shape : {Shape{2, 4, 8, 8}, Shape{2, 16}, Shape{2, 6, 16}, Shape{2, 4, 8, 8, 8}}) {
    built = buildLayer(layer.name.c_str(), {}, std::vector<Shape>(least, shape));
    if (built.status.ok()) return built;
  }
  return built;
}

TEST(LayerLearning, EveryLayerWithWeightsSaysSoAndCanBeFrozen) {
  for (const LayerType& layer : allLayers()) {
    SCOPED_TRACE(layer.name);
    const BuiltLayer built = buildSomehow(layer);
    if (!built.status.ok()) continue;  // it accepts neither images nor rows of f32 numbers
    EXPECT_EQ(layer.learns && layer.learnsWhen.empty(), built.trainable() > 0);
    for (const char* name : {"frozen", "rate_multiplier", "decay_multiplier"})
      EXPECT_EQ(layer.parameters.find(name) != nullptr, layer.learns) << name;
    const bool chooses = layer.learns && layer.parameters.find("initializer");
    EXPECT_EQ(layer.parameters.find("initializer_size") != nullptr, chooses);
  }
}

TEST(LayerLearning, StandsInAGroupAtTheEnd) {
  const auto& fields = findLayer("convolution")->parameters.fields();
  EXPECT_EQ(fields.back().name, kSharedWeights);
  EXPECT_EQ(fields.back().group, "Learning");
  EXPECT_TRUE(fields.front().group.empty());
}

TEST(LayerLearning, SizeMattersForSomeInitialisers) {
  const Schema& schema = findLayer("linear")->parameters;
  EXPECT_FALSE(schema.isRelevant("initializer_size", {}));
  EXPECT_TRUE(schema.isRelevant("initializer_fan_out", {}));
  EXPECT_TRUE(schema.isRelevant("initializer_size", {{"initializer", std::string("uniform")}}));
  EXPECT_FALSE(schema.isRelevant("rate_multiplier", {{"frozen", true}}));
  // With shared weights, the settings of the owning layer apply.
  for (const char* name : {"initializer", "frozen", "rate_multiplier"}) {
    EXPECT_TRUE(schema.isRelevant(name, {})) << name;
    EXPECT_FALSE(schema.isRelevant(name, {{kSharedWeights, std::string("fc1")}})) << name;
  }
  const Schema& positions = findLayer("positional_encoding")->parameters;
  EXPECT_FALSE(positions.isRelevant("frozen", {}));
  EXPECT_TRUE(positions.isRelevant("frozen", {{"kind", std::string("learned")}}));
}

}  // namespace
}  // namespace fovea
