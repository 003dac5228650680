// Why: what is heard lies in the bands of a sound more than in its wave; networks for sounds mostly take these.
// Source: O'Shaughnessy, Speech Communication: Human and Machine, 1987 (the mel scale: 2595 log10(1 + f/700)).
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// The logarithm of the energy in bands of the mel scale every 10 ms, from windows of 25 ms under a Hann window.
// Prepared once for a rate; of() may be called from any thread.
class MelSpectrogram {
 public:
  MelSpectrogram(double rate, std::int64_t bands);
  // At least one.
  std::int64_t frames(std::size_t samples) const;
  // f32 [1, bands, frames].
  Result<Tensor> of(std::span<const float> samples) const;

 private:
  using Complex = std::complex<double>;
  struct Band {  // a triangle from the middle of one neighbour to that of the other
    std::size_t first = 0;
    std::vector<double> weights;  // of bins from `first` on
  };
  void transform(std::vector<Complex>& values) const;

  std::size_t hop_;
  std::vector<double> window_;
  std::vector<Complex> turns_;  // exp(-2 pi i k / size)
  std::vector<Band> bands_;
};

}  // namespace fovea
