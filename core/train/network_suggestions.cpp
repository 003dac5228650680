#include "core/train/network_suggestions.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/network/network_analysis.h"
#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "core/tensor/box_grid.h"
#include "core/train/network_sizing.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
constexpr double kRowHeight = 88;
constexpr std::int64_t kFewSamples = 2000;
constexpr std::int64_t kSmallImage = 36;  // largest side of small images: digits, clothes, CIFAR
constexpr std::int64_t kMediumImage = 96;
// Limits beyond which smaller networks are preferred.
constexpr double kFewParameters = 300'000;  // allowed for any number of samples
constexpr double kParametersPerSample = 100;
constexpr double kPatienceSeconds = 300;  // maximum time for an epoch
constexpr double kTrainingPasses = 3;     // forward, gradients of the values, gradients of the weights

// Builds a chain of layers, each connected to the previous one.
class Chain {
 public:
  explicit Chain(const std::string& name) { apply({RenameNetwork{name}, {}}); }
  // Continues behind the last layer of `begun`.
  Chain(const std::string& name, Network begun) : network_(std::move(begun)) { apply({RenameNetwork{name}, {}}); }

  Chain& add(const std::string& type, const std::string& name, FieldValues parameters = {}) {
    Layer layer;
    layer.type = type;
    layer.name = network_.uniqueName(name);
    layer.parameters = std::move(parameters);
    const bool first = network_.layers().empty();
    const LayerId before = first ? LayerId() : network_.layers().back().id;
    if (!first) layer.position = network_.layers().back().position;
    if (!first) layer.position.y += kRowHeight;
    apply({AddLayer{layer}, {}});
    if (before.valid()) apply({AddEdge{{before, 0, network_.layers().back().id, 0}}, {}});
    return *this;
  }
  Chain& convolution(int number, std::int64_t filters, List kernel, List padding, List stride) {
    return add("convolution", fmt::format("conv{}", number),
               {{"filters", filters}, {"kernel", kernel}, {"padding", padding}, {"stride", stride}})
        .normalized(number);
  }
  Chain& normalized(int number) {
    return add("batch_normalization", fmt::format("norm{}", number)).add("relu", fmt::format("relu{}", number));
  }
  Network done() { return std::move(network_); }

 private:
  // The edits in this file are valid; a test checks all of them.
  void apply(const NetworkEdit& edit) { (void)applyEdit(network_, edit); }
  Network network_;
};

Network standard(const char* name) {
  auto network = standardNetwork(name);
  return network.ok() ? std::move(*network) : Network();
}

// The same network with another loss.
Network withLoss(Network network, const std::string& type, const FieldValues& parameters = {}) {
  for (const Layer& layer : network.layers()) {
    if (findLayer(layer.type)->family != LayerFamily::Loss) continue;
    const std::vector<Edge> into = network.edgesInto(layer.id);
    Layer loss;
    loss.type = type;
    loss.name = layer.name;
    loss.parameters = parameters;
    loss.position = layer.position;
    (void)applyEdit(network, {RemoveLayer{layer.id}, {}});
    (void)applyEdit(network, {AddLayer{loss}, {}});
    for (const Edge& edge : into)
      if (edge.input == 0)
        (void)applyEdit(network, {AddEdge{{edge.source, edge.output, network.layers().back().id, 0}}, {}});
    break;
  }
  return network;
}

Network multilayer(const char* name, const List& inputs, std::int64_t width, std::int64_t outputs, const char* loss) {
  return Chain(name)
      .add("input", "data", {{"shape", inputs}})
      .add("linear", "fc1", {{"units", width}})
      .add("relu", "relu1")
      .add("linear", "fc2", {{"units", width}})
      .add("relu", "relu2")
      .add("linear", "fc3", {{"units", outputs}})
      .add(loss, "loss")
      .done();
}

// Convolutions with short windows over a row of numbers, with coarser resolution from layer to layer.
Network waveNetwork(const Shape& shape, std::int64_t classes) {
  return Chain("wave-net")
      .add("input", "data", {{"shape", extentList(shape)}})
      .convolution(1, 32, {9}, {4}, {4})
      .convolution(2, 64, {9}, {4}, {4})
      .convolution(3, 128, {9}, {4}, {4})
      .convolution(4, 128, {3}, {1}, {2})
      .add("global_pooling", "pool")
      .add("linear", "fc", {{"units", classes}})
      .add("cross_entropy", "loss")
      .done();
}

Network spectrumNetwork(const Shape& shape, std::int64_t classes) {
  return Chain("spectrum-net")
      .add("input", "data", {{"shape", extentList(shape)}})
      .convolution(1, 16, {3, 3}, {1, 1}, {2, 2})
      .convolution(2, 32, {3, 3}, {1, 1}, {2, 2})
      .convolution(3, 64, {3, 3}, {1, 1}, {2, 2})
      .add("global_pooling", "pool")
      .add("linear", "fc", {{"units", classes}})
      .add("cross_entropy", "loss")
      .done();
}

Network listener(const char* type, const Shape& shape, std::int64_t classes) {
  return Chain(fmt::format("speech-{}", type))
      .add("input", "data", {{"shape", extentList(shape)}})
      .add(type, "listen", {{"units", std::int64_t{256}}, {"layers", std::int64_t{2}}})
      .add("linear", "scores", {{"units", classes + 1}})
      .add("ctc_loss", "loss")
      .done();
}

Network smallSegmenter(std::int64_t channels) {
  return Chain("small-segmenter")
      .add("input", "data", {{"shape", List{channels, 256, 256}}})
      .convolution(1, 16, {3, 3}, {1, 1}, {1, 1})
      .convolution(2, 32, {5, 5}, {2, 2}, {1, 1})
      .convolution(3, 32, {5, 5}, {2, 2}, {1, 1})
      .add("convolution", "scores", {{"filters", std::int64_t{2}}, {"kernel", List{1, 1}}})
      .add("cross_entropy", "loss", {{"labels", std::string("position")}})
      .done();
}

// The first weights are small, since large scores on a whole grid make a large loss.
Chain& endInDetection(Chain& chain) {
  return chain
      .add("convolution", "scores",
           {{"filters", std::int64_t{1 + kBoxNumbers}},
            {"kernel", List{1, 1}},
            {"initializer", std::string("normal")},
            {"initializer_size", 0.01}})
      .add("detection", "loss");
}

Network smallDetector(std::int64_t channels) {
  Chain chain("small-detector");
  chain.add("input", "data", {{"shape", List{channels, 256, 256}}})
      .convolution(1, 16, {3, 3}, {1, 1}, {2, 2})
      .convolution(2, 32, {3, 3}, {1, 1}, {2, 2});
  // Dilated convolutions see far without a coarser grid.
  int number = 2;
  for (const std::int64_t dilation : {1, 2, 4, 8, 1}) {
    const List around{dilation, dilation};
    ++number;
    chain
        .add("convolution", fmt::format("conv{}", number),
             {{"filters", std::int64_t{64}}, {"kernel", List{3, 3}}, {"padding", around}, {"dilation", around}})
        .normalized(number);
  }
  return endInDetection(chain).done();
}

// ResNet-18 whose last activations, at 1/32 of the size, three transposed convolutions bring to 1/4, as in Zhou et al.
// 2019.
Network residualDetector() {
  Network network = standard("resnet18");
  for (int i = 0; i < 3; ++i)
    (void)applyEdit(network, {RemoveLayer{network.layers().back().id}, {}});  // the classifier
  Chain chain("resnet18-detector", std::move(network));
  for (int number = 1; number <= 3; ++number)
    chain
        .add("transposed_convolution", fmt::format("up{}", number),
             {{"filters", std::int64_t{128}},
              {"kernel", List{4, 4}},
              {"stride", List{2, 2}},
              {"padding", List{1, 1}},
              {"bias", false}})
        .normalized(number);
  return endInDetection(chain).done();
}

std::vector<NetworkSuggestion> forDetection(const DatasetInfo* data) {
  const std::int64_t channels = data && data->sampleShape.rank() == 3 ? data->sampleShape[0] : 3;
  return {{"Small detector",
           {"Seven convolutions over a grid with a quarter of the picture's size: quick, for a few kinds of objects."},
           smallDetector(channels)},
          {"ResNet-18 detector",
           {"Tells many kinds of objects apart in photographs, and takes its time."},
           residualDetector()}};
}

std::vector<NetworkSuggestion> forImages(const DatasetInfo* data) {
  if (data && data->sampleShape.rank() == 1)
    return {{"Multilayer perceptron",
             {"The samples are rows of numbers: three linear layers find how they go together."},
             multilayer("mlp-classes", extentList(data->sampleShape), 64, 10, "cross_entropy")}};
  const bool known = data && data->sampleShape.rank() == 3;
  const std::int64_t side = known ? std::max(data->sampleShape[1], data->sampleShape[2]) : 0;
  const bool colour = known && data->sampleShape[0] > 1;
  const NetworkSuggestion lenet{
      "LeNet",
      {"Small and quick: it learns small pictures within a minute, and shows how all others work."},
      standard("lenet")};
  const NetworkSuggestion mini{
      "Mini ResNet", {"Two residual blocks: how modern image networks are built, in small."}, standard("resnet-mini")};
  const NetworkSuggestion cifar{
      "ResNet-18 for small images",
      {"Eighteen layers for pictures of about 32×32: far more accurate than LeNet, and far slower."},
      standard("resnet18-cifar")};
  const NetworkSuggestion resnet{"ResNet-18",
                                 {"The usual first choice for photographs: accurate, and it trains without tricks."},
                                 standard("resnet18")};
  const NetworkSuggestion mobile{"MobileNet-v2",
                                 {"As good with a tenth of the arithmetic: for phones and small computers."},
                                 standard("mobilenet-v2")};
  const NetworkSuggestion squeeze{"SqueezeNet 1.1",
                                  {"Only 1.2 million parameters: less to learn by heart where samples are few."},
                                  standard("squeezenet-v1-1")};
  if (!known) return {lenet, cifar, resnet};
  if (side <= kSmallImage && !colour) return {lenet, mini, cifar};
  if (side <= kMediumImage) return {cifar, mini, lenet};
  if (data->split(Split::Train).samples < kFewSamples) return {squeeze, resnet, mobile};
  return {resnet, mobile, squeeze};
}

std::vector<NetworkSuggestion> forSeveralLabels(const DatasetInfo* data) {
  std::vector<NetworkSuggestion> list = forImages(data);
  for (NetworkSuggestion& each : list) {
    each.network = withLoss(std::move(each.network), "binary_cross_entropy");
    each.why.emplace_back("Each label has a yes or no of its own.");
  }
  return list;
}

std::vector<NetworkSuggestion> forNumbers(const DatasetInfo* data) {
  if (data && data->sampleShape.rank() == 3) {
    std::vector<NetworkSuggestion> list = forImages(data);
    for (NetworkSuggestion& each : list) each.network = withLoss(std::move(each.network), "mean_squared_error");
    return list;
  }
  const List inputs = data && data->sampleShape.rank() > 0 ? extentList(data->sampleShape) : List{8};
  const std::int64_t outputs = data && data->targetShape.rank() == 1 ? data->targetShape[0] : 1;
  return {{"Multilayer perceptron",
           {"Three linear layers with bends between them: enough for most tables."},
           multilayer("mlp-numbers", inputs, 64, outputs, "mean_squared_error")},
          {"Wide perceptron",
           {"The same, eight times as wide: for many samples of a crooked relation."},
           multilayer("mlp-numbers-wide", inputs, 512, outputs, "mean_squared_error")},
          {"Robust perceptron",
           {"Its loss forgives single samples that are far off, as measurements often are."},
           multilayer("mlp-numbers-robust", inputs, 64, outputs, "huber")}};
}

std::vector<NetworkSuggestion> forSegmentation(const DatasetInfo* data) {
  const std::int64_t channels = data && data->sampleShape.rank() == 3 ? data->sampleShape[0] : 1;
  return {{"U-Net", {"Sees the whole and the edges: the standard for masks, also with few samples."}, standard("unet")},
          {"Small segmenter",
           {"Four layers that look at each place's surroundings: quick, for things told apart by texture."},
           smallSegmenter(channels)}};
}

std::vector<NetworkSuggestion> forImagePairs() {
  return {{"SRCNN", {"Three convolutions: sharpens and cleans images, and is quick to train."}, standard("srcnn")},
          {"U-Net",
           {"For changes that depend on what is in the picture, not only on the pixels around."},
           withLoss(standard("unet"), "mean_absolute_error")}};
}

std::vector<NetworkSuggestion> forText() {
  return {{"Character LSTM",
           {"Reads on symbol by symbol with a memory: learns spelling and style quickly."},
           standard("char-lstm")},
          {"Character transformer",
           {"Looks back at all symbols at once: better with much text and patience."},
           standard("char-transformer")}};
}

std::vector<NetworkSuggestion> forSound(const DatasetInfo* data) {
  const auto classes = data ? std::max<std::int64_t>(2, std::ssize(data->classes)) : 10;
  if (data && data->sampleShape.rank() == 2)
    return {{"Wave network",
             {"Convolutions over the wave itself, each four times coarser: words, noises, machines."},
             waveNetwork(data->sampleShape, classes)}};
  const Shape shape = data && data->sampleShape.rank() == 3 ? data->sampleShape : Shape{1, 64, 96};
  std::vector<NetworkSuggestion> list{
      {"Spectrum network",
       {"Looks at the spectrogram as at a picture: the usual way to tell sounds apart."},
       spectrumNetwork(shape, classes)}};
  if (!data)
    list.push_back({"Wave network",
                    {"Convolutions over the wave itself, for sounds that were not made spectrograms."},
                    waveNetwork({1, 16000}, classes)});
  return list;
}

std::vector<NetworkSuggestion> forSpeech(const DatasetInfo* data) {
  const Shape shape = data && data->sampleShape.rank() == 2 ? data->sampleShape : Shape{400, 40};
  const auto classes = data ? std::max<std::int64_t>(1, std::ssize(data->classes)) : 29;
  return {{"LSTM listener",
           {"Goes through the sound with a memory and says at each moment which letter it hears."},
           listener("lstm", shape, classes)},
          {"GRU listener",
           {"The same with a simpler memory: a quarter less to compute."},
           listener("gru", shape, classes)}};
}

std::vector<NetworkSuggestion> drawn(NetworkTask task, const DatasetInfo* data) {
  switch (task) {
    case NetworkTask::ClassifyImages:
      return forImages(data);
    case NetworkTask::SeveralLabels:
      return forSeveralLabels(data);
    case NetworkTask::Detection:
      return forDetection(data);
    case NetworkTask::Segmentation:
      return forSegmentation(data);
    case NetworkTask::ImageToImage:
      return forImagePairs();
    case NetworkTask::Numbers:
      return forNumbers(data);
    case NetworkTask::Text:
      return forText();
    case NetworkTask::Sound:
      return forSound(data);
    case NetworkTask::Speech:
      return forSpeech(data);
  }
  return {};
}

// Keeps the order of affordable networks; of the others, the cheapest comes first.
void preferAffordable(std::vector<NetworkSuggestion>& suggestions, double samples, double speed) {
  std::vector<std::pair<double, NetworkSuggestion>> ranked;
  for (NetworkSuggestion& each : suggestions) {
    const NetworkReport report = analyzeNetwork(each.network);
    const double parameters = std::max(kFewParameters, kParametersPerSample * samples);
    const double seconds = speed > 0 ? kTrainingPasses * report.flopsPerSample * samples / speed : 0;
    each.epochSeconds = seconds;
    const double burden =
        std::max({1.0, static_cast<double>(report.parameters) / parameters, seconds / kPatienceSeconds});
    ranked.emplace_back(burden, std::move(each));
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<double, NetworkSuggestion>::first);
  for (std::size_t i = 0; i < ranked.size(); ++i) suggestions[i] = std::move(ranked[i].second);
}

}  // namespace

const std::vector<NetworkTaskInfo>& networkTasks() {
  static const std::vector<NetworkTaskInfo> tasks{
      {NetworkTask::ClassifyImages, "classify-images", "Classify images",
       "A picture goes in, one of several classes comes out."},
      {NetworkTask::SeveralLabels, "several-labels", "Several labels",
       "A picture goes in, a yes or no for each label comes out."},
      {NetworkTask::Detection, "detection", "Find objects",
       "A picture goes in, boxes around the objects in it come out."},
      {NetworkTask::Segmentation, "segmentation", "Segmentation",
       "A picture goes in, the class of every pixel comes out."},
      {NetworkTask::ImageToImage, "image-to-image", "Image to image",
       "A picture goes in, another one comes out: sharper, cleaner, painted."},
      {NetworkTask::Numbers, "numbers", "Numbers",
       "Numbers or a picture go in, numbers come out: a price, an angle, a measurement."},
      {NetworkTask::Text, "text", "Text", "The beginning of a text goes in, what comes next comes out."},
      {NetworkTask::Sound, "sound", "Sound", "A sound goes in, one of several classes comes out."},
      {NetworkTask::Speech, "speech", "Speech", "Speech or handwriting goes in, its text comes out."}};
  return tasks;
}

std::optional<NetworkTask> taskOf(const DatasetInfo& data) {
  switch (data.task) {
    case Task::Classification: {
      const bool sound = data.inputType == DataType::Float32 && data.sampleShape.rank() >= 2;
      return sound ? NetworkTask::Sound : NetworkTask::ClassifyImages;
    }
    case Task::MultiLabel:
      return NetworkTask::SeveralLabels;
    case Task::Segmentation:
      return NetworkTask::Segmentation;
    case Task::ImageToImage:
      return NetworkTask::ImageToImage;
    case Task::Regression:
      return NetworkTask::Numbers;
    case Task::NextSymbol:
      return NetworkTask::Text;
    case Task::Transcription:
      return NetworkTask::Speech;
    case Task::Detection:
      return NetworkTask::Detection;
    case Task::Unlabelled:
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<NetworkSuggestion> suggestNetworks(NetworkTask task, const DatasetInfo* data, double speed) {
  if (data && taskOf(*data) != task) data = nullptr;
  std::vector<NetworkSuggestion> suggestions = drawn(task, data);
  if (data) {
    for (NetworkSuggestion& each : suggestions) each.network = sizedFor(each.network, *data);
    preferAffordable(suggestions, static_cast<double>(data->split(Split::Train).samples), speed);
  }
  return suggestions;
}

double roughSpeed(std::string_view device) {
  constexpr double kGraphicsCard = 1e13, kThread = 2e10;
  if (device.starts_with("cuda")) return kGraphicsCard;
  return kThread * std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace fovea
