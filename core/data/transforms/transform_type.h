// Why: each transform describes itself (a name, a form, a help text) and draws its effect on a sample; lists, files,
// sliders and previews need nothing else. A new transform is one entry in its library file.
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
  std::string name;   // name in files: "random_flip"
  std::string title;  // name on the screen: "Flip"
  std::string help;
  Schema parameters;
  bool random = true;  // omitted in validation and inference
  // for a random transform that sets a size: its deterministic replacement, from its height and width
  std::string still;
  // The effect of complete and valid values. The count of random numbers drawn may depend only on the values. Exactly
  // one of the three functions is set, by the kind of samples: images; signals f32 of up to three axes; samples of one
  // batch.
  std::function<void(const FieldValues& values, Random& random, SampleDrawing& drawing)> draw;
  std::function<void(const FieldValues& values, Random& random, SignalDrawing& drawing)> drawSignal;
  std::function<void(const FieldValues& values, Random& random, SampleMix& mix)> mix;
  bool imagesOnly = false;  // for mixing transforms: requires a width and a height
};

// All transforms, in the order of a menu.
const std::vector<TransformType>& allTransforms();
// Null for an unknown name.
const TransformType* findTransform(std::string_view name);

}  // namespace fovea
