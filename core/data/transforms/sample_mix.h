// Why: some transforms make one sample of two of a batch; which, and how much of each, is drawn first, as numbers.
// Stateless, thread-safe.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/tensor/tensor.h"

namespace fovea {

// What becomes of a sample and its partner.
struct SampleMix {
  double share = 1;         // of the sample; the rest is the partner's
  bool patch = false;       // the partner's share is a rectangle of its place, else both shine through each other
  double x = 0.5, y = 0.5;  // the middle of the rectangle, in shares of the width and height
};

// A number from 0 to 1 with the density of Beta(alpha, alpha) (Jöhnk 1964).
double drawBeta(Random& random, double alpha);

// Mixes each sample of `inputs` f32 [N, …], which are images [N, C, H, W] where patches are drawn, with the one that
// `partners` names, and `targets` f32 [N, …] by the share that is really its own afterwards. `copy` is memory that is
// used again.
void mixSamples(std::span<const SampleMix> mixes, std::span<const std::uint32_t> partners, Tensor& inputs,
                Tensor& targets, std::vector<float>& copy);

}  // namespace fovea
