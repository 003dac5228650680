// Why: for each task a data set so small that its network
// learns it in seconds, for tests of training and evaluation.
#pragma once
#include <cmath>

#include "tests/core/train/train_support.h"

namespace fovea::test {

struct TaskCase {
  std::shared_ptr<Dataset> data;
  Network network;
  TrainingSettings settings;
};

inline Tensor noisyImage(const Shape& shape, Random& random, int darkest, int brightest) {
  Tensor image = Tensor::make({DataType::UInt8, shape});
  for (std::uint8_t& pixel : image.values<std::uint8_t>())
    pixel = static_cast<std::uint8_t>(darkest +
                                      static_cast<int>(random.below(static_cast<std::uint64_t>(brightest - darkest))));
  return image;
}

// `make` returns the samples one by one: 64 for training, 16 for validation.
template <class Make>
std::shared_ptr<Dataset> taskSamples(const fs::path& folder, Task task, const std::vector<std::string>& classes,
                                     Make make) {
  DatasetDescription description{taskName(task), "test", "nowhere", Shape{}, classes};
  description.task = task;
  auto writer = valueOf(DatasetWriter::create(folder, description));
  Random random(5);
  for (int i = 0; i < 80; ++i) {
    const Sample sample = make(random);
    SampleView view;
    view.input = rawContent(sample.input);
    view.labels = std::span<const std::int32_t>(sample.labels);
    if (sample.target.defined()) view.target = rawContent(sample.target);
    view.boxes = std::span<const Box>(sample.boxes);
    view.split = i < 64 ? Split::Train : Split::Validation;
    view.length = sample.length;
    expectOk(writer->add(view));
  }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

inline TrainingSettings adam(double rate, std::int64_t epochs) {
  TrainingSettings settings;
  settings.optimizer = "adam";
  settings.learningRate = rate;
  settings.weightDecay = 0;
  settings.batch = 16;
  settings.epochs = epochs;
  settings.logInterval = 1;
  settings.seed = 7;
  return settings;
}

// Bright rectangles on noise; the mask marks them, and ignores the top left pixel.
inline TaskCase segmentationCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::Segmentation, {"ground", "thing"}, [](Random& random) {
    Sample sample;
    sample.input = noisyImage({1, 16, 16}, random, 0, 110);
    sample.target = Tensor::zeros({DataType::UInt8, {1, 16, 16}});
    const std::size_t left = random.below(10), top = random.below(10);
    for (std::size_t y = top; y < top + 6; ++y)
      for (std::size_t x = left; x < left + 6; ++x) {
        sample.input.data<std::uint8_t>()[16 * y + x] = static_cast<std::uint8_t>(120 + random.below(100));
        sample.target.data<std::uint8_t>()[16 * y + x] = 1;
      }
    sample.target.data<std::uint8_t>()[0] = kIgnoredPixel;
    return sample;
  });
  // A U-Net with one level of downsampling.
  Drawing drawing;
  const FieldValues conv{{"filters", std::int64_t{8}}, {"kernel", List{3, 3}}, {"padding", List{1, 1}}};
  drawing.add("data", "input", {{"shape", List{1, 16, 16}}})
      .add("down", "convolution", conv, {"data"})
      .add("relu1", "relu", {}, {"down"})
      .add("pool", "max_pooling", {{"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"relu1"})
      .add("deep", "convolution", conv, {"pool"})
      .add("relu2", "relu", {}, {"deep"})
      .add("up", "transposed_convolution",
           {{"filters", std::int64_t{8}}, {"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"relu2"})
      .add("join", "concatenate", {}, {"relu1", "up"})
      .add("scores", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 1}}}, {"join"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"scores"});
  return {data, drawing.network, adam(0.01, 8)};
}

// One or two bright objects on noise: squares, and bars twice as wide as high.
inline TaskCase detectionCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::Detection, {"square", "bar"}, [](Random& random) {
    Sample sample;
    sample.input = noisyImage({1, 32, 32}, random, 0, 90);
    const std::size_t things = 1 + random.below(2);
    for (std::size_t thing = 0; thing < things; ++thing) {
      const std::size_t label = random.below(2), width = label == 0 ? 8 : 12, height = label == 0 ? 8 : 6;
      // The first class in the left half, the second in the right half.
      const std::size_t left = 16 * thing + random.below(16 - width), top = random.below(32 - height);
      for (std::size_t y = top; y < top + height; ++y)
        for (std::size_t x = left; x < left + width; ++x)
          sample.input.data<std::uint8_t>()[32 * y + x] = static_cast<std::uint8_t>(150 + random.below(100));
      sample.boxes.push_back({static_cast<float>(left), static_cast<float>(top), static_cast<float>(left + width),
                              static_cast<float>(top + height), static_cast<std::int32_t>(label)});
    }
    return sample;
  });
  Drawing drawing;
  const auto conv = [](std::int64_t filters, std::int64_t stride) {
    return FieldValues{
        {"filters", filters}, {"kernel", List{5, 5}}, {"padding", List{2, 2}}, {"stride", List{stride, stride}}};
  };
  drawing.add("data", "input", {{"shape", List{1, 32, 32}}})
      .add("conv1", "convolution", conv(12, 2), {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("conv2", "convolution", conv(24, 2), {"relu1"})
      .add("relu2", "relu", {}, {"conv2"})
      .add("conv3", "convolution", conv(24, 1), {"relu2"})
      .add("relu3", "relu", {}, {"conv3"})
      .add("scores", "convolution", {{"filters", std::int64_t{6}}, {"kernel", List{1, 1}}}, {"relu3"})
      .add("loss", "detection", {}, {"scores"});
  return {data, drawing.network, adam(0.01, 80)};
}

// Waves, and the same reduced to half the size.
inline TaskCase imageCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::ImageToImage, {}, [](Random& random) {
    Sample sample;
    sample.input = Tensor::make({DataType::UInt8, {1, 12, 12}});
    sample.target = Tensor::make({DataType::UInt8, {1, 24, 24}});
    const double across = 0.1 + 0.5 * random.uniform(), down = 0.1 + 0.5 * random.uniform(),
                 phase = 6 * random.uniform();
    std::uint8_t* const large = sample.target.data<std::uint8_t>();
    for (int y = 0; y < 24; ++y)
      for (int x = 0; x < 24; ++x)
        large[24 * y + x] = static_cast<std::uint8_t>(128 + 100 * std::sin(across * x + down * y + phase));
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x) {
        const int at = 48 * y + 2 * x;
        sample.input.data<std::uint8_t>()[12 * y + x] =
            static_cast<std::uint8_t>((large[at] + large[at + 1] + large[at + 24] + large[at + 25]) / 4);
      }
    return sample;
  });
  Drawing drawing;
  drawing
      .add("data", "input",
           {{"shape", List{1, 24, 24}}, {"transforms", std::string(R"([{"type":"resize","height":24,"width":24}])")}})
      .add("conv1", "convolution", {{"filters", std::int64_t{16}}, {"kernel", List{5, 5}}, {"padding", List{2, 2}}},
           {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("conv2", "convolution", {{"filters", std::int64_t{1}}, {"kernel", List{3, 3}}, {"padding", List{1, 1}}},
           {"relu1"})
      .add("loss", "mean_squared_error", {}, {"conv2"});
  return {data, drawing.network, adam(0.006, 60)};
}

// Any combination of squares.
inline TaskCase severalLabelsCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::MultiLabel, {"left", "right", "low"}, [](Random& random) {
    Sample sample;
    sample.input = noisyImage({1, 8, 8}, random, 0, 96);
    for (std::int32_t label = 0; label < 3; ++label) {
      if (random.below(2) == 0) continue;
      sample.labels.push_back(label);
      const std::size_t corner = label == 0 ? 9 : label == 1 ? 12 : 36;
      for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 3; ++x) sample.input.data<std::uint8_t>()[corner + 8 * y + x] = 220;
    }
    return sample;
  });
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "binary_cross_entropy", {}, {"fc"});
  return {data, drawing.network, adam(0.02, 20)};
}

// y = A x + b, plus a small term in x².
inline TaskCase numbersCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::Regression, {}, [](Random& random) {
    Sample sample;
    sample.input = Tensor::make({DataType::Float32, {4}});
    for (float& x : sample.input.values<float>()) x = static_cast<float>(random.normal());
    const float* const x = sample.input.data<float>();
    sample.target = Tensor::of<float>(Shape{2}, {x[0] - 2 * x[1] + 0.2f * x[2] * x[2], 0.5f * x[3] + 1});
    return sample;
  });
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{4}}})
      .add("fc1", "linear", {{"units", std::int64_t{16}}}, {"data"})
      .add("relu", "relu", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{2}}}, {"relu"})
      .add("loss", "mean_squared_error", {}, {"fc2"});
  return {data, drawing.network, adam(0.02, 40)};
}

// Windows of a repeated alphabet, in which every letter but one has a single successor.
inline TaskCase nextSymbolCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::NextSymbol, {"a", "b", "c", "d", "e"}, [](Random& random) {
    Sample sample;
    sample.input = Tensor::make({DataType::Int32, {13}});
    auto symbol = static_cast<std::int32_t>(random.below(5));
    for (std::int32_t& value : sample.input.values<std::int32_t>()) {
      value = symbol;
      symbol = symbol == 4 && random.below(4) == 0 ? 2 : (symbol + 1) % 5;
    }
    return sample;
  });
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{12}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{5}}})
      .add("embedding", "embedding", {{"symbols", std::int64_t{5}}, {"size", std::int64_t{8}}}, {"data"})
      .add("lstm", "lstm", {{"units", std::int64_t{16}}}, {"embedding"})
      .add("fc", "linear", {{"units", std::int64_t{5}}}, {"lstm"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"fc"});
  return {data, drawing.network, adam(0.02, 15)};
}

// One to three events of three kinds, one after the other, each two or three steps long, with pauses.
inline TaskCase transcriptionCase(const fs::path& folder) {
  const auto data = taskSamples(folder, Task::Transcription, {"x", "y", "z"}, [](Random& random) {
    Sample sample;
    sample.input = Tensor::zeros({DataType::Float32, {16, 3}});
    float* const steps = sample.input.data<float>();
    const std::size_t count = 1 + random.below(3);
    std::size_t at = random.below(2);
    for (std::size_t i = 0; i < count; ++i) {
      const auto label = static_cast<std::int32_t>(random.below(3));
      sample.labels.push_back(label);
      for (std::size_t k = 2 + random.below(2); k > 0; --k, ++at) steps[3 * at + static_cast<std::size_t>(label)] = 1;
      at += 1 + random.below(2);
    }
    for (float& value : sample.input.values<float>()) value += static_cast<float>(0.1 * random.normal());
    return sample;
  });
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{16, 3}}})
      .add("lstm", "lstm", {{"units", std::int64_t{16}}}, {"data"})
      .add("fc", "linear", {{"units", std::int64_t{4}}}, {"lstm"})
      .add("loss", "ctc_loss", {{"targets", std::int64_t{4}}}, {"fc"});
  return {data, drawing.network, adam(0.02, 30)};
}

// The same as sounds [3, 1, steps] of 8 to 16 steps, an even number, with padding that does not resemble silence; the
// sounds do not depend on `steps`. A convolution halves the number of steps before the loss.
inline TaskCase soundsCase(const fs::path& folder, std::int64_t steps) {
  const auto data = taskSamples(folder, Task::Transcription, {"x", "y", "z"}, [steps](Random& random) {
    Sample sample;
    sample.input = Tensor::zeros({DataType::Float32, {3, 1, steps}});
    float* const numbers = sample.input.data<float>();
    const std::int64_t own = 8 + 2 * static_cast<std::int64_t>(random.below(5));
    sample.length = static_cast<float>(own) / static_cast<float>(steps);
    for (std::int64_t at = 0; at + 4 <= own; at += 4) {
      const auto label = static_cast<std::int32_t>(random.below(3));
      sample.labels.push_back(label);
      for (std::int64_t t = at; t < at + 3; ++t) numbers[label * steps + t] = 1;
    }
    for (std::int64_t t = 0; t < own; ++t)
      for (std::int64_t k = 0; k < 3; ++k) numbers[k * steps + t] += static_cast<float>(0.1 * random.normal());
    Random filling(random.next32());
    for (std::int64_t t = own; t < steps; ++t) numbers[static_cast<std::int64_t>(filling.below(3)) * steps + t] = 1;
    return sample;
  });
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3, 1, steps}}})
      .add("conv", "convolution", {{"filters", std::int64_t{16}}, {"kernel", List{1, 2}}, {"stride", List{1, 2}}},
           {"data"})
      .add("rows", "reshape", {{"shape", List{16, steps / 2}}}, {"conv"})
      .add("steps", "permute", {{"order", List{2, 1}}}, {"rows"})
      .add("lstm", "lstm", {{"units", std::int64_t{16}}}, {"steps"})
      .add("fc", "linear", {{"units", std::int64_t{4}}}, {"lstm"})
      .add("loss", "ctc_loss", {{"targets", std::int64_t{4}}}, {"fc"});
  return {data, drawing.network, adam(0.02, 25)};
}

// Noise with a bright spot, whose position is one of ten classes; the network maps each sample to a point of `units`
// numbers.
inline TaskCase embeddingCase(const fs::path& folder, const std::string& loss, std::int64_t units) {
  std::vector<std::string> classes;
  for (int k = 0; k < 10; ++k) classes.push_back("place " + std::to_string(k));
  auto writer = valueOf(DatasetWriter::create(folder, {"places", "test", "nowhere", kTaskShape, classes}));
  Random random(5);
  for (int i = 0; i < 240; ++i) {
    std::vector<std::uint8_t> pixels(64);
    for (auto& pixel : pixels) pixel = static_cast<std::uint8_t>(random.below(60));
    const int label = i % 10;
    for (const int at : {0, 1, 8, 9}) pixels[static_cast<std::size_t>(label % 5 + 24 * (label / 5) + 8 + at)] = 250;
    expectOk(
        writer->add(rawSample(kTaskShape, pixels, label, i < 200 ? Split::Train : Split::Validation, "nowhere", 0)));
  }
  EXPECT_TRUE(writer->finish().ok());
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{32}}}, {"data"})
      .add("relu", "relu", {}, {"fc1"})
      .add("fc2", "linear", {{"units", units}}, {"relu"})
      .add("loss", loss, {}, {"fc2"});
  TrainingSettings settings = adam(0.01, 30);
  settings.batch = 50;
  return {openDataset(folder), drawing.network, settings};
}

// Trains to the end; returns every epoch.
inline std::vector<EpochRecord> trained(Trainer& trainer) {
  std::vector<EpochRecord> epochs;
  for (;;) {
    const TrainingUpdate update = valueOf(trainer.advance());
    if (update.trouble) throw std::runtime_error(update.trouble->text());
    if (update.epoch) epochs.push_back(*update.epoch);
    if (update.finished) return epochs;
  }
}

inline std::unique_ptr<Trainer> trainerOf(const TaskCase& task, const std::string& device = "cpu") {
  return valueOf(Trainer::create({task.network, task.settings, task.data, "data"}, openTaskDevice(device)));
}

inline double valueNamed(const MetricValues& values, const std::string& name) {
  for (const auto& [key, value] : values)
    if (key == name) return value;
  throw std::runtime_error("no metric " + name);
}

}  // namespace fovea::test
