// Why: some transforms combine two samples of a batch into one. Which two, and how much of each, is first drawn as
// numbers. Stateless, thread-safe.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/tensor/tensor.h"

namespace fovea {

// How a sample and its partner are combined.
struct SampleMix {
  double share = 1;         // share of the sample; the partner has the rest
  bool patch = false;       // true: the partner fills a rectangle in its place; false: both are blended
  double x = 0.5, y = 0.5;  // centre of the rectangle, relative to the width and height
};

// A random number from 0 to 1 with the density of Beta(alpha, alpha) (Jöhnk 1964; above 1: Ulrich 1984).
double drawBeta(Random& random, double alpha);

// Mixes each sample of `inputs` f32 [N, …] (images [N, C, H, W] where patches are drawn) with the one that `partners`
// names, and `targets` f32 [N, …] by the share that the sample finally has. `copy` is memory that is reused.
void mixSamples(std::span<const SampleMix> mixes, std::span<const std::uint32_t> partners, Tensor& inputs,
                Tensor& targets, std::vector<float>& copy);

}  // namespace fovea
