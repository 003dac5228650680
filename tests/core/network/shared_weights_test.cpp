// Why: two branches can use the same weights. They are one variable, whose gradient sums both uses; what cannot be
// shared is a problem of its layer, with fixes; names follow when layers are renamed, copied or folded into a block.
#include "core/network/shared_weights.h"

#include <cmath>

#include "core/graph/autodiff.h"
#include "core/network/block_edits.h"
#include "core/network/flatten.h"
#include "core/network/lowering.h"
#include "core/network/network_part.h"
#include "core/network/repeated_structure.h"
#include "tests/core/layers/reference_run.h"
#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

FieldValues units(std::int64_t count, const std::string& owner = {}) {
  FieldValues values{{"units", count}};
  if (!owner.empty()) values.set(kSharedWeights, owner);
  return values;
}

// Two inputs, each through a linear layer with the same weights, and a loss that compares both.
Drawing siamese(const std::string& owner = "left", const std::string& user = "right") {
  Drawing drawing;
  drawing.add("a", "input", {{"shape", List{3}}}).add("b", "input", {{"shape", List{3}}});
  for (const char* side : {"left", "right"})
    drawing.add(side, "linear", units(2, side == user ? owner : ""), {side == std::string("left") ? "a" : "b"});
  drawing.add("bend", "tanh", {}, {"right"}).add("loss", "layer_difference", {}, {"left", "bend"});
  return drawing;
}

std::string sharedBy(const Network& network, const std::string& name, BlockId block = {}) {
  const Layer* layer = network.findByName(name, block);
  return layer ? sharesWeightsWith(layer->parameters) : "no layer";
}

std::string messageAt(const Network& network, const std::string& name) {
  const NetworkReport report = analyzeNetwork(network);
  const NetworkProblem* problem = report.problemOf(network.findByName(name)->id);
  return problem ? problem->message : std::string();
}

LoweredNetwork lowered(const Network& network) {
  auto result = lowerNetwork(network, {.mode = NetworkMode::Training, .batch = 4, .seed = 3});
  EXPECT_TRUE(result.ok()) << result.error().text();
  return std::move(result).value();
}

std::string variablesOf(const LoweredNetwork& net) {
  std::string names;
  for (const VariableInfo& variable : net.variables) names += variable.name + " ";
  return names;
}

TEST(SharedWeights, AreOneVariableWhicheverLayerComesFirst) {
  EXPECT_EQ(variablesOf(lowered(siamese().network)), "left.weight left.bias ");
  EXPECT_EQ(variablesOf(lowered(siamese("right", "left").network)), "right.weight right.bias ");
  const NetworkReport report = analyzeNetwork(siamese().network);
  EXPECT_TRUE(report.ok()) << report.problems.front().message;
  EXPECT_EQ(report.parameters, 3 * 2 + 2) << "counted once";
}

TEST(SharedWeights, LearnAsTheLayerSaysThatHasThem) {
  Drawing drawing = siamese("right", "left");  // the user of the weights comes first
  drawing.apply({SetParameter{drawing.id("right"), "rate_multiplier", 0.5}, ""});
  drawing.apply({SetParameter{drawing.id("right"), "initializer", std::string("lecun_normal")}, ""});
  drawing.apply({SetParameter{drawing.id("left"), "frozen", true}, ""});
  const LoweredNetwork net = lowered(drawing.network);
  EXPECT_EQ(net.variables[0].rateMultiplier, 0.5);
  EXPECT_EQ(net.variables[0].initializer.kind, InitializerKind::LecunNormal);
}

TEST(SharedWeights, HaveTheGradientOfBothUses) {
  for (const auto& [owner, user] : {std::pair("left", "right"), std::pair("right", "left")}) {
    LoweredNetwork net = lowered(siamese(owner, user).network);
    std::map<std::string, Floats> given;
    std::vector<ValueId> of;
    for (const Feed& feed : net.feeds.samples())
      given[feed.name + ".samples"] = randomFloats(feed.type.shape.elementCount(), 5 + given.size());
    for (const VariableInfo& variable : net.variables) {
      given[variable.name] = randomFloats(variable.type.shape.elementCount(), 15 + given.size());
      of.push_back(variable.value);
    }
    const auto gradients = differentiate(*net.builder, net.loss, of);
    ASSERT_TRUE(gradients.ok());
    const std::vector<Tensor> values = runReference(net.builder->graph(), given);
    const auto lossAt = [&](const std::map<std::string, Floats>& at) {
      return static_cast<double>(valueOf(runReference(net.builder->graph(), at), net.loss).data<float>()[0]);
    };
    constexpr double kStep = 1e-2;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const std::string& name = net.variables[i].name;
      for (std::size_t k = 0; k < given[name].size(); ++k) {
        auto above = given, below = given;
        above[name][k] += kStep;
        below[name][k] -= kStep;
        const double slope = (lossAt(above) - lossAt(below)) / (2 * kStep);
        EXPECT_NEAR(valueOf(values, (*gradients)[i]).data<float>()[k], slope, 2e-3) << name << " " << k;
      }
    }
  }
}

TEST(SharedWeights, StandInTheFileOnlyWhereTheyAreShared) {
  const Network network = siamese().network;
  const std::string text = textOf(network);
  EXPECT_EQ(text.find(kSharedWeights), text.rfind(kSharedWeights)) << "of one of the two layers";
  const auto again = networkFromJson(*parseJson(text));
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_TRUE(*again == network);
}

TEST(SharedWeights, WhatCannotBeSharedSaysSoWithAFixThatMendsIt) {
  struct Fault {
    const char* owner;
    FieldValues parameters;  // of the layer that would share weights
    const char* message;
  };
  const Fault faults[] = {
      {"nobody", units(2), "It uses the weights of “nobody”, but this sheet has no layer of that name."},
      {"right", units(2), "It uses the weights of itself."},
      {"bend", units(2), "“bend” is Tanh, this is Linear: only layers of one kind can have the same weights."},
      {"left", units(5), "Its weight would be [5, 3], but that of “left” is [2, 3]."},
  };
  for (const Fault& fault : faults) {
    Drawing drawing;
    drawing.add("a", "input", {{"shape", List{3}}})
        .add("left", "linear", units(2), {"a"})
        .add("bend", "tanh", {}, {"left"});
    FieldValues parameters = fault.parameters;
    parameters.set(kSharedWeights, std::string(fault.owner));
    drawing.add("right", "linear", parameters, {"a"});
    EXPECT_EQ(messageAt(drawing.network, "right"), fault.message);
    EXPECT_FALSE(lowerNetwork(drawing.network, {.mode = NetworkMode::Inference}).ok());
    const NetworkReport report = analyzeNetwork(drawing.network);
    const NetworkProblem* problem = report.problemOf(drawing.id("right"));
    ASSERT_TRUE(problem && !problem->fixes.empty()) << fault.message;
    for (const NetworkFix& fix : problem->fixes) {
      Network mended = drawing.network;
      ASSERT_TRUE(applyEdit(mended, fix.edit).ok()) << fix.title;
      EXPECT_EQ(messageAt(mended, "right"), "") << fix.title;
      EXPECT_TRUE(lowerNetwork(mended, {.mode = NetworkMode::Inference}).ok()) << fix.title;
    }
  }
}

TEST(SharedWeights, OfALayerThatSharesItselfAreThoseOfTheLast) {
  Drawing drawing = siamese();
  drawing.add("third", "linear", units(2, "right"), {"b"});
  EXPECT_EQ(messageAt(drawing.network, "third"), "“right” has no weights of its own: it uses those of “left”.");
  const NetworkReport report = analyzeNetwork(drawing.network);
  const NetworkFix& fix = report.problemOf(drawing.id("third"))->fixes.front();
  EXPECT_EQ(fix.title, "Use the weights of “left”");
  drawing.apply(fix.edit);
  EXPECT_EQ(variablesOf(lowered(drawing.network)), "left.weight left.bias ");
}

TEST(SharedWeights, FollowALayerThatIsRenamedAndComeBackExactly) {
  Drawing drawing = siamese();
  drawing.add("other", "linear", units(2, "trunk"), {"b"});  // names a layer that is missing
  const Network before = drawing.network;
  const auto back = applyEdit(drawing.network, {RenameLayer{drawing.id("left"), "trunk"}, ""});
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(sharedBy(drawing.network, "right"), "trunk");
  const auto again = applyEdit(drawing.network, *back);
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(drawing.network == before);
  ASSERT_TRUE(applyEdit(drawing.network, *again).ok());
  EXPECT_EQ(sharedBy(drawing.network, "right"), "trunk");
}

TEST(SharedWeights, OfCopiesAreThoseOfTheCopyThatCameAlong) {
  Drawing drawing = siamese();
  const auto copy = [&](const std::vector<std::string>& names) {
    std::vector<LayerId> layers;
    for (const std::string& name : names) layers.push_back(drawing.id(name));
    const PartInsertion inserted = insertPart(drawing.network, networkPart(drawing.network, layers, {}), {}, {9, 9});
    drawing.apply(inserted.edit);
    return drawing.network.find(inserted.layers.back())->name;
  };
  const std::string both = copy({"left", "right"});
  EXPECT_EQ(sharedBy(drawing.network, both), "left2") << "the copy of the layer that has the weights";
  EXPECT_EQ(sharedBy(drawing.network, copy({"right"})), "left") << "which stayed where it is";
}

TEST(SharedWeights, OfACopyAreItsOwnWhereTheirLayerDidNotComeAlong) {
  const Network part = [] {
    const Drawing drawing = siamese();
    return networkPart(drawing.network, std::vector<LayerId>{drawing.id("right")}, {});
  }();
  // Another network, and another sheet of the same: both have a "left" that has nothing to do with the copy.
  Drawing other = siamese("left", "none");
  Drawing same = siamese();
  const BlockId block = same.network.nextBlockId();
  same.apply({AddBlock{{block, "part"}}, ""});
  Layer left = *same.network.find(same.id("left"));
  left.id = {};
  left.block = block;
  same.apply({AddLayer{left}, ""});
  for (auto& [drawing, sheet] : {std::pair(&other, BlockId{}), std::pair(&same, block)}) {
    const PartInsertion inserted = insertPart(drawing->network, part, sheet, {9, 9});
    drawing->apply(inserted.edit);
    EXPECT_EQ(inserted.separated, inserted.layers);
    EXPECT_EQ(sharesWeightsWith(drawing->network.find(inserted.layers.front())->parameters), "");
  }
  EXPECT_TRUE(insertPart(same.network, part, {}, {9, 9}).separated.empty()) << "beside its original";
}

TEST(SharedWeights, InABlockEachUseHasItsOwn) {
  Drawing drawing = siamese();
  const std::vector<LayerId> both{drawing.id("left"), drawing.id("right")};
  const auto alone = foldIntoBlock(drawing.network, std::vector<LayerId>{both[1]}, {}, "twin");
  ASSERT_FALSE(alone.ok());
  EXPECT_NE(alone.error().message.find("“right” uses the weights of “left”"), std::string::npos);
  const auto folded = foldIntoBlock(drawing.network, both, {}, "twin");
  ASSERT_TRUE(folded.ok()) << folded.error().text();
  drawing.apply(folded->edit);
  EXPECT_EQ(variablesOf(lowered(drawing.network)), "twin/left.weight twin/left.bias ");
  EXPECT_EQ(sharedBy(drawing.network, "right", folded->block), "left");

  const BlockEdit second = useBlock(drawing.network, folded->block, {}, {300, 0});
  drawing.apply(second.edit);
  const std::string use = drawing.network.find(second.use)->name;
  drawing.connect("a", use, 0).connect("b", use, 1);
  EXPECT_EQ(variablesOf(lowered(drawing.network)),
            "twin/left.weight twin/left.bias " + use + "/left.weight " + use + "/left.bias ");

  const auto unfolded = unfoldBlock(drawing.network, folded->use);
  ASSERT_TRUE(unfolded.ok());
  drawing.apply(*unfolded);
  EXPECT_EQ(sharedBy(drawing.network, "right"), "left");
}

TEST(SharedWeights, StayOnTheirSheetWhenRepeatedPartsAreFolded) {
  Drawing drawing;
  drawing.add("a", "input", {{"shape", List{4}}});
  std::string last = "a";
  for (const std::string number : {"1", "2", "3"}) {
    drawing.add("fc" + number, "linear", units(4, number == "1" ? "" : "fc1"), {last})
        .add("tanh" + number, "tanh", {}, {"fc" + number})
        .add("norm" + number, "layer_normalization", {}, {"tanh" + number});
    last = "norm" + number;
  }
  const std::string before = variablesOf(lowered([&] {
    Drawing trained = drawing;
    return trained.add("loss", "maximise", {}, {last}).network;
  }()));
  const auto folded = foldRepeatedStructure(drawing.network, {});
  if (folded.ok()) drawing.apply(folded->edit);
  EXPECT_EQ(sharedBy(drawing.network, "fc3"), "fc1") << "nothing that shares was folded away";
  EXPECT_NE(before.find("fc1.weight"), std::string::npos);
}

}  // namespace
}  // namespace fovea
