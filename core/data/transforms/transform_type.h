// Why: each transform says what it is (a name, a form, a help text) and draws what it does to a sample; lists, files,
// sliders and previews need no more to know. A new one is one entry in its library file.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/schema.h"
#include "core/data/transforms/sample_drawing.h"
#include "core/data/transforms/sample_mix.h"
#include "core/data/transforms/signal_effects.h"

namespace fovea {

struct TransformType {
  std::string name;   // "random_flip", as stored
  std::string title;  // "Flip", as shown
  std::string help;
  Schema parameters;
  bool random = true;  // left out of validation and inference
  std::string still;  // of a random one that gives a size: the transform that gives it there, from its height and width
  // What it does, of complete and valid values. The random numbers that it takes may depend on the values alone.
  // One of the three is there, by what it works on: images; signals f32 of up to three axes; samples of one batch.
  std::function<void(const FieldValues& values, Random& random, SampleDrawing& drawing)> draw;
  std::function<void(const FieldValues& values, Random& random, SignalDrawing& drawing)> drawSignal;
  std::function<void(const FieldValues& values, Random& random, SampleMix& mix)> mix;
  bool imagesOnly = false;  // of one that mixes: it needs a width and a height
};

// All of them, in the order of a menu.
const std::vector<TransformType>& allTransforms();
// Null if there is none of that name.
const TransformType* findTransform(std::string_view name);

}  // namespace fovea
