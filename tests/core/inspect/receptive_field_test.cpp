// A receptive field is the set of inputs whose change changes the value, as trials show.
#include "core/inspect/receptive_field.h"

#include "core/inspect/layer_arithmetic.h"
#include "core/inspect/model_inspector.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

using Position = std::vector<std::int64_t>;

// Changes each input by small and large amounts, so that maxima move too, and marks the inputs that change element
// `at`.
void tryChanges(ModelInspector& inspector, const Tensor& input, const std::string& layer, std::int64_t at,
                std::vector<std::uint8_t>& field) {
  const auto valueFor = [&](const Tensor& changed) {
    return valueOf(inspector.activationOf(changed, layer)).data<float>()[at];
  };
  const float before = valueFor(input);
  for (std::int64_t i = 0; i < input.elementCount(); ++i)
    for (const float change : {0.5f, -0.5f, 300.f, -300.f}) {
      if (field[static_cast<std::size_t>(i)]) break;
      Tensor changed = input.clone();
      if (input.dtype() == DataType::Int32)
        changed.data<std::int32_t>()[i] ^= 1;
      else
        changed.data<float>()[i] += change;
      if (valueFor(changed) != before) field[static_cast<std::size_t>(i)] = 1;
    }
}

// An input next to a larger one of its window has no effect, so up to twelve inputs are tried, and at least two.
std::vector<std::uint8_t> triedField(ModelInspector& inspector, const Tensor& input, const std::string& layer,
                                     std::int64_t at, const std::vector<std::uint8_t>& expected) {
  constexpr std::uint64_t kInputs = 12;
  std::vector<std::uint8_t> field(static_cast<std::size_t>(input.elementCount()));
  tryChanges(inspector, input, layer, at, field);
  const bool real = input.dtype() == DataType::Float32;
  for (std::uint64_t seed = 2; real && seed <= kInputs && (seed == 2 || field != expected); ++seed)
    tryChanges(inspector, noiseOf(input.shape(), seed), layer, at, field);
  return field;
}

// Compares the fields of some elements of each of `layers`.
void expectTried(const Drawing& drawing, const Tensor& input, const std::vector<std::string>& layers) {
  const auto inspector = valueOf(ModelInspector::create(drawnWeights(drawing.network), openDevice("reference")));
  for (const std::string& layer : layers) {
    const Shape shape = valueOf(inspector->activationOf(input, layer)).shape();
    const std::int64_t count = shape.elementCount();
    for (const std::int64_t element : {std::int64_t{0}, count / 3, count / 2, count - 1}) {
      const ReceptiveField field = valueOf(inspector->receptiveField(layer, positionOf(shape, element)));
      EXPECT_TRUE(field.exact) << layer;
      ASSERT_EQ(field.inputs.size(), 1u);
      const auto reached = field.inputs[0].reached.values<std::uint8_t>();
      const std::vector<std::uint8_t> told(reached.begin(), reached.end());
      EXPECT_EQ(told, triedField(*inspector, input, layer, element, told)) << layer << " at element " << element;
    }
  }
}

Drawing withInput(const List& shape) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", shape}});
  return drawing;
}

TEST(ReceptiveField, OfStridesDilationPaddingAndGroupsIsWhatTryingShows) {
  Drawing drawing = withInput({4, 11, 9});
  drawing
      .add("wide", "convolution",
           {{"filters", std::int64_t{4}},
            {"kernel", List{3, 2}},
            {"dilation", List{2, 3}},
            {"padding", List{2, 1}},
            {"groups", std::int64_t{2}}},
           {"data"})
      .add("pool", "max_pooling", {{"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"wide"})
      .add("stride", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{2, 2}}, {"stride", List{2, 1}}},
           {"pool"});
  expectTried(drawing, noiseOf(Shape{4, 11, 9}), {"data", "wide", "pool", "stride"});
}

TEST(ReceptiveField, OfBranchesIsTheirUnion) {
  Drawing drawing = withInput({1, 9, 9});
  drawing.add("small", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 1}}}, {"data"})
      .add("far", "convolution",
           {{"filters", std::int64_t{2}}, {"kernel", List{3, 3}}, {"dilation", List{4, 4}}, {"padding", List{4, 4}}},
           {"data"})
      .add("sum", "add", {}, {"small", "far"})
      .add("both", "concatenate", {}, {"sum", "small"})
      .add("turned", "permute", {{"order", List{2, 1, 3}}}, {"both"})
      .add("part", "slice", {{"axis", std::int64_t{1}}, {"start", std::int64_t{2}}, {"length", std::int64_t{2}}},
           {"turned"});
  expectTried(drawing, noiseOf(Shape{1, 9, 9}), {"sum", "both", "turned", "part"});
}

TEST(ReceptiveField, OfUpsamplingNormsAndPoolingIsWhatTryingShows) {
  Drawing drawing = withInput({2, 6, 5});
  drawing
      .add("up", "transposed_convolution",
           {{"filters", std::int64_t{2}}, {"kernel", List{3, 3}}, {"stride", List{2, 2}}, {"padding", List{1, 1}}},
           {"data"})
      .add("mean", "average_pooling", {{"kernel", List{3, 3}}, {"stride", List{2, 2}}, {"padding", List{1, 1}}}, {"up"})
      .add("response", "local_response_normalization", {{"alpha", 1.0}, {"size", std::int64_t{3}}}, {"mean"})
      .add("batch", "batch_normalization", {}, {"mean"})
      .add("layer", "instance_normalization", {}, {"batch"})
      .add("padded", "padding", {{"before", List{1, 0}}, {"after", List{1, 2}}, {"mode", std::string("reflect")}},
           {"batch"})
      .add("resized", "resize", {{"size", List{7, 4}}}, {"padded"})
      .add("overall", "global_pooling", {}, {"batch"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"overall"});
  expectTried(drawing, noiseOf(Shape{2, 6, 5}),
              {"up", "mean", "response", "batch", "layer", "padded", "resized", "overall", "fc"});
}

TEST(ReceptiveField, OfSignalsAndVolumesIsWhatTryingShows) {
  Drawing signal = withInput({2, 15});
  signal
      .add("conv", "convolution",
           {{"filters", std::int64_t{3}}, {"kernel", List{3}}, {"stride", List{2}}, {"dilation", List{2}}}, {"data"})
      .add("pool", "max_pooling", {{"kernel", List{2}}, {"stride", List{1}}}, {"conv"});
  expectTried(signal, noiseOf(Shape{2, 15}), {"conv", "pool"});
  Drawing volume = withInput({1, 4, 5, 4});
  volume
      .add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{2, 3, 2}}, {"stride", List{1, 2, 1}}},
           {"data"})
      .add("pool", "average_pooling", {{"kernel", List{2, 2, 2}}, {"stride", List{1, 1, 1}}}, {"conv"});
  expectTried(volume, noiseOf(Shape{1, 4, 5, 4}), {"conv", "pool"});
}

TEST(ReceptiveField, OfSequencesFollowsTheDirectionOfTime) {
  const FieldValues symbols{{"shape", List{6}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{6}}};
  Drawing drawing;
  drawing.add("text", "input", symbols)
      .add("embed", "embedding", {{"symbols", std::int64_t{6}}, {"size", std::int64_t{4}}}, {"text"})
      .add("lstm", "lstm", {{"units", std::int64_t{3}}}, {"embed"})
      .add("both", "gru", {{"units", std::int64_t{3}}, {"bidirectional", true}}, {"embed"})
      .add("attention", "multi_head_attention", {{"heads", std::int64_t{2}}, {"causal", true}}, {"embed"})
      .add("block", "transformer_block", {{"heads", std::int64_t{2}}}, {"embed"})
      .add("last", "rnn", {{"units", std::int64_t{3}}, {"output", std::string("last")}}, {"embed"});
  const Tensor text = Tensor::of<std::int32_t>(Shape{6}, {0, 3, 1, 5, 2, 4});
  expectTried(drawing, text, {"embed", "lstm", "both", "attention", "block", "last"});
}

TEST(ReceptiveField, SaysWhereItLiesAndRefusesOtherPlaces) {
  Drawing drawing = withInput({1, 8, 8});
  drawing.add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{3, 3}}, {"padding", List{1, 1}}},
              {"data"});
  const auto inspector = valueOf(ModelInspector::create(drawnWeights(drawing.network), openDevice("reference")));
  const ReachedInput field = valueOf(inspector->receptiveField("conv", {1, 0, 4})).inputs[0];
  EXPECT_EQ(field.name, "data");
  EXPECT_EQ(field.first, (Position{0, 0, 3}));
  EXPECT_EQ(field.last, (Position{0, 1, 5}));
  EXPECT_EQ(field.count, 6);
  expectError(inspector->receptiveField("conv", {2, 0, 4}), ErrorCode::InvalidArgument, "not within");
  expectError(inspector->receptiveField("conv", {0, 4}), ErrorCode::InvalidArgument, "not within");
  expectError(inspector->receptiveField("other", {0}), ErrorCode::NotFound, "no layer \"other\"");
}

}  // namespace
}  // namespace fovea::test
