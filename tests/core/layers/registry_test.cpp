// Why: a layer is one file; every place that shows layers relies on what each says of itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/layers/layer_type.h"

namespace fovea {
namespace {

TEST(LayerRegistry, AddingALayerIsAddingOneFile) {
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "../../../core/layers/library";
  std::set<std::string> files, names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(entry.path().extension(), ".cpp") << entry.path();
    files.insert(entry.path().stem().string());
  }
  for (const LayerType& layer : allLayers()) names.insert(layer.name);
  EXPECT_EQ(names, files);
  EXPECT_EQ(allLayers().size(), files.size());
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
    EXPECT_FALSE(layer.outputs.empty());
    EXPECT_TRUE(layer.parameters.validate(layer.parameters.defaults()).ok());
    for (const Field& field : layer.parameters.fields()) {
      EXPECT_FALSE(field.title.empty()) << field.name;
      EXPECT_TRUE(field.help.ends_with('.')) << field.name;
    }
    if (layer.caption) {
      EXPECT_FALSE(layer.caption(layer.parameters.defaults()).empty());
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

}  // namespace
}  // namespace fovea
