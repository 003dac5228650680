// Properties of cuDNN's RNNs that are known without a GPU: the
// positions of the weights, and the methods worth a trial.
#include <gtest/gtest.h>

#include "core/backends/cuda/module/recurrent/recurrent_choice.h"

namespace fovea::cuda {
namespace {

RecurrentGeometry geometry(RecurrentCell cell, std::int64_t inputs, std::int64_t units) {
  return {.cell = cell, .batch = 8, .steps = 5, .inputs = inputs, .units = units};
}

// Gate by gate: matrices for the input, then those for the hidden state, then the biases in the same order.
std::vector<GatePlace> adjoining(const RecurrentGeometry& g, std::size_t unit) {
  std::vector<GatePlace> places(static_cast<std::size_t>(2 * g.gates()));
  std::size_t at = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].matrix = at;
    at += unit * static_cast<std::size_t>(g.units * (i < places.size() / 2 ? g.inputs : g.units));
  }
  for (GatePlace& place : places) {
    place.bias = at;
    at += unit * static_cast<std::size_t>(g.units);
  }
  return places;
}

TEST(WeightCopies, AreFourWhereTheGatesAdjoin) {
  const RecurrentGeometry g = geometry(RecurrentCell::Lstm, 3, 2);
  const auto copies = weightCopies(g, DataType::Float32, adjoining(g, 4), 4 * (24 + 16 + 8 + 8));
  ASSERT_TRUE(copies.ok()) << copies.error().text();
  EXPECT_EQ(*copies, (std::vector<WeightCopy>{{RecurrentParameter::WeightInput, 0, 0, 96},
                                              {RecurrentParameter::WeightHidden, 0, 96, 64},
                                              {RecurrentParameter::BiasInput, 0, 160, 32},
                                              {RecurrentParameter::BiasHidden, 0, 192, 32}}));
}

TEST(WeightCopies, FollowThePlacesGateByGate) {
  const RecurrentGeometry g = geometry(RecurrentCell::Gru, 1, 1);
  // Each gate is followed by its bias, and the new gate comes first.
  std::vector<GatePlace> places;
  for (const std::size_t gate : {2, 1, 0, 5, 4, 3}) places.push_back({gate * 8, gate * 8 + 4});
  const auto copies = weightCopies(g, DataType::Float32, places, 48);
  ASSERT_TRUE(copies.ok()) << copies.error().text();
  ASSERT_EQ(copies->size(), 12u);
  EXPECT_EQ((*copies)[0], (WeightCopy{RecurrentParameter::WeightInput, 0, 16, 4}));
  EXPECT_EQ((*copies)[2], (WeightCopy{RecurrentParameter::WeightInput, 8, 0, 4}));
  EXPECT_EQ((*copies)[4], (WeightCopy{RecurrentParameter::WeightHidden, 4, 32, 4}));
  EXPECT_EQ((*copies)[6], (WeightCopy{RecurrentParameter::BiasInput, 0, 20, 4}));
  EXPECT_EQ((*copies)[11], (WeightCopy{RecurrentParameter::BiasHidden, 8, 28, 4}));
}

TEST(WeightCopies, StayInTheSpace) {
  const RecurrentGeometry g = geometry(RecurrentCell::Tanh, 3, 2);
  const auto places = adjoining(g, 2);
  const std::size_t bytes = 2 * (6 + 4 + 2 + 2);
  EXPECT_TRUE(weightCopies(g, DataType::Float16, places, bytes).ok());
  EXPECT_FALSE(weightCopies(g, DataType::Float16, places, bytes - 1).ok());
  auto overlapping = places;
  overlapping[1].matrix -= 2;
  EXPECT_FALSE(weightCopies(g, DataType::Float16, overlapping, bytes).ok());
}

std::vector<std::string> namesOf(const RecurrentGeometry& g, const DeviceTraits& device) {
  std::vector<std::string> names;
  for (const RecurrentMethod& method : recurrentMethods(g, device)) names.push_back(method.name());
  return names;
}

const DeviceTraits kLarge{9, 0, 132}, kSmall{8, 6, 84};

TEST(RecurrentMethods, ComeInBothOrdersOfTheSequence) {
  EXPECT_EQ(namesOf(geometry(RecurrentCell::Lstm, 100, 300), kLarge),
            (std::vector<std::string>{"standard", "standard_steps_first"}));
}

TEST(RecurrentMethods, GoBackwardsWithTheStepsFirst) {
  RecurrentGeometry g = geometry(RecurrentCell::Gru, 128, 128);
  g.reverse = true;
  EXPECT_EQ(namesOf(g, kLarge), (std::vector<std::string>{"standard_steps_first", "persistent_small_steps_first",
                                                          "persistent_steps_first"}));
}

TEST(RecurrentMethods, StayWithinTheBoundsOfTheDevice) {
  const RecurrentGeometry g = geometry(RecurrentCell::Lstm, 256, 512);
  EXPECT_EQ(namesOf(g, kLarge).size(), 4u);
  EXPECT_EQ(namesOf(g, kSmall).size(), 2u);
  RecurrentGeometry inference = geometry(RecurrentCell::Lstm, 100, 160);
  EXPECT_EQ(namesOf(inference, kLarge).size(), 2u);
  inference.training = false;
  EXPECT_EQ(namesOf(inference, kLarge).size(), 4u);
}

}  // namespace
}  // namespace fovea::cuda
