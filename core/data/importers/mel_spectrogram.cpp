#include "core/data/importers/mel_spectrogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace fovea {
namespace {

constexpr double kWindowSeconds = 0.025;
constexpr double kHopSeconds = 0.010;
constexpr double kLeastEnergy = 1e-10;

double melOf(double hertz) {
  return 2595 * std::log10(1 + hertz / 700);
}

double hertzOf(double mel) {
  return 700 * (std::pow(10, mel / 2595) - 1);
}

}  // namespace

MelSpectrogram::MelSpectrogram(double rate, std::int64_t bands)
    : hop_(static_cast<std::size_t>(std::max(1.0, std::round(rate * kHopSeconds)))),
      window_(static_cast<std::size_t>(std::max(2.0, std::round(rate * kWindowSeconds)))) {
  const auto count = static_cast<double>(window_.size());
  for (std::size_t i = 0; i < window_.size(); ++i)
    window_[i] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / count);
  const std::size_t size = std::bit_ceil(window_.size());
  for (std::size_t k = 0; k < size / 2; ++k)
    turns_.push_back(std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size)));
  const double highest = melOf(rate / 2);
  const auto middle = [&](std::int64_t band) {
    return hertzOf(highest * static_cast<double>(band) / static_cast<double>(bands + 1));
  };
  for (std::int64_t number = 1; number <= bands; ++number) {
    const double low = middle(number - 1), centre = middle(number), high = middle(number + 1);
    Band band;
    for (std::size_t bin = 0; bin <= size / 2; ++bin) {
      const double hertz = static_cast<double>(bin) * rate / static_cast<double>(size);
      const double weight = std::min((hertz - low) / (centre - low), (high - hertz) / (high - centre));
      if (weight <= 0) continue;
      if (band.weights.empty()) band.first = bin;
      band.weights.push_back(weight);
    }
    bands_.push_back(std::move(band));
  }
}

// Computes a fast Fourier transform in place (Cooley and Tukey 1965).
void MelSpectrogram::transform(std::vector<Complex>& values) const {
  const std::size_t count = values.size();
  for (std::size_t i = 1, k = 0; i < count; ++i) {
    std::size_t bit = count >> 1;
    for (; k & bit; bit >>= 1) k ^= bit;
    k ^= bit;
    if (i < k) std::swap(values[i], values[k]);
  }
  for (std::size_t half = 1; half < count; half <<= 1)
    for (std::size_t begin = 0; begin < count; begin += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        const Complex turn = turns_[k * (count / 2 / half)];
        const Complex lower = values[begin + half + k];
        const Complex odd(lower.real() * turn.real() - lower.imag() * turn.imag(),
                          lower.real() * turn.imag() + lower.imag() * turn.real());
        values[begin + half + k] = values[begin + k] - odd;
        values[begin + k] += odd;
      }
}

std::int64_t MelSpectrogram::frames(std::size_t samples) const {
  return samples <= window_.size() ? 1 : static_cast<std::int64_t>((samples - window_.size()) / hop_ + 1);
}

Result<Tensor> MelSpectrogram::of(std::span<const float> samples) const {
  const auto frames = static_cast<std::size_t>(this->frames(samples.size()));
  FOVEA_TRY(Tensor result, Tensor::tryMake({DataType::Float32, Shape{1, std::ssize(bands_), std::int64_t(frames)}}));
  std::vector<Complex> values(2 * turns_.size());
  std::vector<double> energies(turns_.size() + 1);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    std::fill(values.begin(), values.end(), Complex{});
    const std::size_t begin = frame * hop_;
    for (std::size_t i = 0; i < window_.size() && begin + i < samples.size(); ++i)
      values[i] = double{samples[begin + i]} * window_[i];
    transform(values);
    for (std::size_t bin = 0; bin < energies.size(); ++bin) energies[bin] = std::norm(values[bin]);
    for (std::size_t band = 0; band < bands_.size(); ++band) {
      double energy = 0;
      for (std::size_t k = 0; k < bands_[band].weights.size(); ++k)
        energy += bands_[band].weights[k] * energies[bands_[band].first + k];
      result.data<float>()[band * frames + frame] = static_cast<float>(std::log(std::max(energy, kLeastEnergy)));
    }
  }
  return result;
}

}  // namespace fovea
