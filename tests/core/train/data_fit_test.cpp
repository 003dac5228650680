// A network that does not fit the data has a problem at the layer in question, with a fix.
#include "core/train/data_fit.h"

#include <gtest/gtest.h>

#include "core/network/standard_networks.h"
#include "core/train/input_transforms.h"
#include "tests/core/network/drawing.h"

namespace fovea::test {
namespace {

DatasetInfo namedImages(const Shape& shape, std::size_t classes, bool uniform = true) {
  DatasetInfo data;
  data.name = "pictures";
  data.sampleShape = shape;
  data.classes.resize(classes, "a");
  data.uniform = uniform;
  return data;
}

DatasetInfo table(const Shape& samples, const Shape& targets) {
  DatasetInfo data;
  data.name = "houses";
  data.task = Task::Regression;
  data.inputType = data.targetType = DataType::Float32;
  data.sampleShape = samples;
  data.targetShape = targets;
  return data;
}

std::vector<NetworkProblem> problems(const Network& network, const DatasetInfo& data) {
  return problemsWithData(network, analyzeNetwork(network), data);
}

std::string nameOf(const Network& network, const NetworkProblem& problem) {
  return network.find(problem.layer)->name;
}

Network mended(Network network, const NetworkFix& fix) {
  const auto inverse = applyEdit(network, fix.edit);
  EXPECT_TRUE(inverse.ok()) << inverse.error().text();
  return network;
}

// Applies the first fix of the first problem until there is none; returns the titles of these fixes.
std::vector<std::string> mendAll(Network& network, const DatasetInfo& data) {
  std::vector<std::string> titles;
  for (auto found = problems(network, data); !found.empty() && titles.size() < 5; found = problems(network, data)) {
    if (found.front().fixes.empty()) return {"no fix: " + found.front().message};
    titles.push_back(found.front().fixes.front().title);
    network = mended(network, found.front().fixes.front());
  }
  EXPECT_TRUE(analyzeNetwork(network).ok());
  return titles;
}

TEST(DataFit, ASecondInputIsTooManyForSamplesOfOnePart) {
  Drawing drawing = smallDrawing();
  drawing.add("more", "input").add("aside", "flatten", {}, {"more"});
  const auto found = problems(drawing.network, namedImages({1, 28, 28}, 10));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(nameOf(drawing.network, found[0]), "more");
  EXPECT_EQ(found[0].message, "The samples of “pictures” have one part, which enters at “data”.");
  EXPECT_EQ(found[0].fixes.at(0).title, "Remove “more”");
}

// A new user's case: 1,000 outputs and 224×224 inputs for images of 64×64 in four classes.
TEST(DataFit, AResNetForPhotographsOverSmallImagesInFewClasses) {
  const Network resnet = *standardNetwork("resnet18");
  ASSERT_TRUE(analyzeNetwork(resnet).ok());
  const auto found = problems(resnet, namedImages({3, 64, 64}, 4));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(nameOf(resnet, found[0]), "data");
  EXPECT_EQ(found[0].message, "It expects samples of 3×224×224, but those of “pictures” are 3×64×64.");
  EXPECT_EQ(found[0].prevents, Prevents::Training);
  ASSERT_EQ(found[0].fixes.size(), 2u);
  EXPECT_EQ(found[0].fixes[0].title, "Set the input to 3×64×64");
  EXPECT_EQ(found[0].fixes[1].title, "Resize the images to 224×224");
  for (const NetworkFix& fix : found[0].fixes) {
    SCOPED_TRACE(fix.title);
    const Network sized = mended(resnet, fix);
    const auto left = problems(sized, namedImages({3, 64, 64}, 4));
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(nameOf(sized, left[0]), "fc");
    EXPECT_EQ(left[0].message, "The network tells 1000 classes apart, but “pictures” has 4.");
    EXPECT_EQ(left[0].prevents, Prevents::Nothing) << "it could be trained";
    ASSERT_EQ(left[0].fixes.size(), 1u);
    EXPECT_EQ(left[0].fixes[0].title, "Give “fc” 4 units");
    EXPECT_TRUE(problems(mended(sized, left[0].fixes[0]), namedImages({3, 64, 64}, 4)).empty());
  }
}

TEST(DataFit, TooFewScoresStandInTheWay) {
  Network lenet = *standardNetwork("lenet");
  const auto found = problems(lenet, namedImages({1, 28, 28}, 26));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "The network tells 10 classes apart, but “pictures” has 26.");
  EXPECT_EQ(found[0].prevents, Prevents::Training);
  EXPECT_EQ(mendAll(lenet, namedImages({1, 28, 28}, 26)).size(), 1u);
  EXPECT_TRUE(problems(*standardNetwork("lenet"), namedImages({1, 28, 28}, 10)).empty());
}

TEST(DataFit, HeadsOfConvolutionsAndAtTheSidesAreSized) {
  Network squeeze = *standardNetwork("squeezenet-v1-1");
  EXPECT_EQ(mendAll(squeeze, namedImages({3, 224, 224}, 3)).size(), 1u);
  const Layer* head = nullptr;
  for (const Layer& layer : squeeze.layers())
    if (layer.type == "convolution") head = &layer;
  EXPECT_EQ(head->parameters.integer("filters"), 3);
  Drawing sides = smallDrawing();
  sides.add("side_fc", "linear", {{"units", std::int64_t{10}}}, {"relu1"})
      .add("side", "cross_entropy", {{"loss_weight", 0.3}}, {"side_fc"});
  EXPECT_EQ(mendAll(sides.network, namedImages({1, 28, 28}, 7)).size(), 1u);
  for (const char* name : {"fc1", "side_fc"})
    EXPECT_EQ(sides.network.findByName(name)->parameters.integer("units"), 7) << name;
}

TEST(DataFit, ImagesOfManySizesAreResized) {
  Network resnet = *standardNetwork("resnet18");
  const auto titles = mendAll(resnet, namedImages({3, 480, 640}, 1000, false));
  EXPECT_EQ(titles, (std::vector<std::string>{"Resize the images to 224×224"}));
  EXPECT_EQ(inputTransforms(resnet)->size(), 1u);
}

// If a network cannot be made smaller, only the other fix is offered; an existing Resize is changed, not duplicated.
TEST(DataFit, OnlyFixesThatHelpAreOffered) {
  Network alexnet = *standardNetwork("alexnet");
  EXPECT_EQ(mendAll(alexnet, namedImages({1, 32, 32}, 1000)),
            (std::vector<std::string>{"Resize the images to 227×227"}));
  EXPECT_EQ(inputTransforms(alexnet)->size(), 1u);
  const auto shape = alexnet.findByName("data")->parameters.list("shape");
  EXPECT_EQ(shape, (List{1, 227, 227}));
  const LayerId input = alexnet.findByName("data")->id;
  ASSERT_TRUE(applyEdit(alexnet, {SetParameter{input, "shape", List{1, 300, 300}}, {}}).ok());
  const auto found = problems(alexnet, namedImages({1, 32, 32}, 1000));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message,
            "It expects samples of 1×300×300, but those of “pictures” are 1×227×227 after its transforms.");
  for (const NetworkFix& fix : found[0].fixes)
    EXPECT_EQ(inputTransforms(mended(alexnet, fix))->size(), 1u) << fix.title;
}

TEST(DataFit, AnotherTaskIsSaidInWordsWithItsLoss) {
  Network mlp = *standardNetwork("mlp");
  ASSERT_TRUE(applyEdit(mlp, {SetParameter{mlp.findByName("data")->id, "shape", List{8}}, {}}).ok());
  const auto found = problems(mlp, table({8}, {2}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(mlp.find(found[0].layer)->type, "cross_entropy");
  EXPECT_EQ(found[0].message,
            "The loss compares with one label for each sample, but \"houses\" holds rows of 8 numbers with 2 numbers "
            "each.");
  ASSERT_EQ(found[0].fixes.size(), 1u);
  EXPECT_EQ(found[0].fixes[0].title, "Use Mean squared error behind 2 units");
  EXPECT_TRUE(problems(mended(mlp, found[0].fixes[0]), table({8}, {2})).empty());
  // In the other direction, for a regression network with labels.
  Network numbers = mended(mlp, found[0].fixes[0]);
  DatasetInfo labels = table({8}, {});
  labels.task = Task::Classification;
  labels.classes = {"a", "b", "c"};
  EXPECT_EQ(mendAll(numbers, labels), (std::vector<std::string>{"Use Cross-entropy behind 3 units"}));
}

TEST(DataFit, ADetectorHasChannelsForItsClassesAndABox) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 32, 32}}})
      .add("conv", "convolution", {{"filters", std::int64_t{6}}, {"kernel", List{1, 1}}}, {"data"})
      .add("loss", "detection", {}, {"conv"});
  DatasetInfo data = namedImages({1, 32, 32}, 2);
  data.task = Task::Detection;
  EXPECT_TRUE(problems(drawing.network, data).empty());
  data.classes.resize(5, "a");
  const auto found = problems(drawing.network, data);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "The network tells 2 classes apart, but “pictures” has 5.");
  EXPECT_EQ(found[0].advice, "Give the last layer before the loss 9 filters.");
  EXPECT_EQ(found[0].prevents, Prevents::Training);
  EXPECT_EQ(mendAll(drawing.network, data), (std::vector<std::string>{"Give “conv” 9 filters"}));
  // Another loss is replaced by that for boxes.
  Drawing masks;
  masks.add("data", "input", {{"shape", List{1, 32, 32}}})
      .add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 1}}}, {"data"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"conv"});
  EXPECT_EQ(mendAll(masks.network, data), (std::vector<std::string>{"Use Detection behind 9 filters"}));
}

TEST(DataFit, SymbolsAndNumbersAreToldApart) {
  const auto found = problems(*standardNetwork("char-lstm"), namedImages({1, 28, 28}, 10));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "It expects symbols, but “pictures” holds images of 1×28×28.");
}

// Intended differences are no problem: embeddings of any size, and networks that reproduce their input.
TEST(DataFit, EmbeddingsAndCopiesFitEveryNumberOfClasses) {
  Drawing embedding;
  embedding.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"data"})
      .add("loss", "triplet", {}, {"fc"});
  EXPECT_TRUE(problems(embedding.network, namedImages({1, 8, 8}, 10)).empty());
  Drawing copy;
  copy.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("conv", "convolution", {{"filters", std::int64_t{1}}, {"kernel", List{3, 3}}, {"padding", List{1, 1}}},
           {"data"})
      .add("loss", "mean_squared_error", {}, {"conv"});
  EXPECT_TRUE(problems(copy.network, namedImages({1, 8, 8}, 10)).empty());
}

// A network with problems of its own reports them; only its input is compared.
TEST(DataFit, UnfinishedNetworksAreLeftInPeace) {
  EXPECT_TRUE(problems(Network(), namedImages({1, 28, 28}, 10)).empty());
  Drawing unfinished;
  unfinished.add("data", "input").add("fc", "linear", {{"units", std::int64_t{4}}});
  EXPECT_TRUE(problems(unfinished.network, namedImages({1, 28, 28}, 10)).empty());
  unfinished.connect("data", "fc");
  EXPECT_TRUE(problems(unfinished.network, namedImages({1, 28, 28}, 10)).empty()) << "there is no loss yet";
  EXPECT_EQ(problems(unfinished.network, namedImages({1, 30, 28}, 10)).size(), 1u);
}

}  // namespace
}  // namespace fovea::test
