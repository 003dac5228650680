// Defines the transforms of signals, and those that combine two samples.
#include <algorithm>
#include <cmath>

#include "core/data/transforms/fields.h"
#include "core/data/transforms/library.h"

namespace fovea {
namespace {

using transform_fields::real;

TransformType timeStretch() {
  TransformType type;
  type.name = "time_stretch";
  type.title = "Stretch in time";
  type.help =
      "Makes a sound or another signal faster or slower about its middle, by a random amount. Time is its last axis. "
      "One that was filled up with silence at its import is stretched from its beginning, and its length with it.";
  type.parameters = Schema({real("amount", "Amount", "At most this share faster or slower.", 0.1, 0, 0.9)});
  type.drawSignal = [](const FieldValues& values, Random& random, SignalDrawing& drawing) {
    drawing.stretch *= 1 + values.real("amount") * (2 * random.uniform() - 1);
  };
  return type;
}

TransformType signalNoise() {
  TransformType type;
  type.name = "signal_noise";
  type.title = "Noise in a signal";
  type.help = "Adds a normal random number to each of a signal.";
  type.parameters =
      Schema({real("deviation", "Deviation", "At most this share of the signal's own deviation.", 0.1, 0, 10)});
  type.drawSignal = [](const FieldValues& values, Random& random, SignalDrawing& drawing) {
    const double more = random.uniform() * values.real("deviation");
    drawing.noise = std::sqrt(drawing.noise * drawing.noise + more * more);
  };
  return type;
}

TransformType signalMask(const char* name, const char* title, const char* help, bool bands) {
  TransformType type;
  type.name = name;
  type.title = title;
  type.help = help;
  type.parameters = Schema({real("length", "Length", "At most this share is silenced.", 0.2, 0, 1),
                            real("probability", "Probability", "The share of samples with a gap.", 0.5, 0, 1)});
  type.drawSignal = [bands](const FieldValues& values, Random& random, SignalDrawing& drawing) {
    const bool there = random.uniform() < values.real("probability");
    const double length = random.uniform() * values.real("length"), start = random.uniform() * (1 - length);
    if (there) drawing.masks.push_back({bands, start, length});
  };
  return type;
}

TransformType mixup() {
  TransformType type;
  type.name = "mixup";
  type.title = "Mix up";
  type.help =
      "Lays another sample of the batch over some of the samples; the labels are mixed by the same shares, for a loss "
      "that "
      "takes shares of classes (Zhang et al. 2018).";
  type.parameters = Schema({real("alpha", "Alpha", "Large: halves of both; small: mostly one of them.", 0.2, 0.01, 100),
                            real("probability", "Probability", "The share of samples that are mixed.", 1, 0, 1)});
  type.mix = [](const FieldValues& values, Random& random, SampleMix& mix) {
    if (random.uniform() >= values.real("probability")) return;
    const double share = drawBeta(random, values.real("alpha"));
    mix.share = std::max(share, 1 - share);
  };
  return type;
}

TransformType cutmix() {
  TransformType type;
  type.name = "cutmix";
  type.title = "Cut and mix";
  type.help =
      "Puts a rectangle of another image of the batch into some of the images; the labels are mixed by the shares of "
      "the "
      "area, for a loss that takes shares of classes (Yun et al. 2019).";
  type.parameters =
      Schema({real("alpha", "Alpha", "1: areas of every size; small: mostly tiny or nearly all.", 1, 0.01, 100),
              real("probability", "Probability", "The share of images with a patch.", 0.5, 0, 1)});
  type.imagesOnly = true;
  type.mix = [](const FieldValues& values, Random& random, SampleMix& mix) {
    if (random.uniform() >= values.real("probability")) return;
    mix = {drawBeta(random, values.real("alpha")), true, random.uniform(), random.uniform()};
  };
  return type;
}

}  // namespace

std::vector<TransformType> signalAndBatchTransforms() {
  return {
      timeStretch(),
      signalNoise(),
      signalMask("time_mask", "Gap in time", "Silences a random stretch of some signals (Park et al. 2019).", false),
      signalMask("frequency_mask", "Gap in frequency",
                 "Silences random bands of some spectrograms, whose last axis is time and the one before it the bands "
                 "(Park et "
                 "al. 2019).",
                 true),
      mixup(),
      cutmix()};
}

}  // namespace fovea
