// Why: frequency bands describe a sound better than its waveform, and most networks for sounds use them. Source:
// O'Shaughnessy, Speech Communication: Human and Machine, 1987 (the mel scale: 2595 log10(1 + f/700)).
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Log energy in mel bands every 10 ms, from Hann windows of 25 ms. Prepared once per sample rate; any thread may call
// of().
class MelSpectrogram {
 public:
  MelSpectrogram(double rate, std::int64_t bands);
  // Returns the number of frames, at least one.
  std::int64_t frames(std::size_t samples) const;
  // Returns f32 [1, bands, frames].
  Result<Tensor> of(std::span<const float> samples) const;

 private:
  using Complex = std::complex<double>;
  struct Band {  // a triangle between the centres of the two neighbouring bands
    std::size_t first = 0;
    std::vector<double> weights;  // weights of the bins from `first` on
  };
  void transform(std::vector<Complex>& values) const;

  std::size_t hop_;
  std::vector<double> window_;
  std::vector<Complex> turns_;  // exp(-2 pi i k / size)
  std::vector<Band> bands_;
};

}  // namespace fovea
