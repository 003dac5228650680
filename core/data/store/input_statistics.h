// Why: mean image and per-channel mean and deviation are gathered while a data set is imported. Sums of bytes are whole
// numbers, so they depend on nothing but the samples; sums of real numbers are taken in the samples' order.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

// What one sample adds, by the first axis of its input. Computed apart, so that many threads can.
struct ChannelSums {
  std::uint64_t numbers = 0;  // of each channel
  std::vector<double> sums;
  std::vector<double> squares;
};

// Of u8 or f32 with at least one axis; empty for anything else. Exact for u8 of at most kMaximumSampleBytes.
ChannelSums channelSums(const Tensor& input);

// A larger image has no mean image: its sums would take more memory than all else.
inline constexpr std::int64_t kMaximumMeanPixels = std::int64_t{1} << 22;

// Sums over samples, with pixels as 0 to 255. One thread at a time.
class InputStatistics {
 public:
  // `pixels` is the input, of u8 that is to have a mean image; else null.
  void add(const TensorType& type, const ChannelSums& channels, const std::uint8_t* pixels);
  std::uint64_t samples() const { return samples_; }

  // Pixels scaled to [0, 1], other numbers as they are. Empty where samples differ in type or channels.
  std::vector<double> channelMean() const;
  std::vector<double> channelDeviation() const;
  // Scaled to [0, 1]. Empty where samples differ in shape, are no bytes or are too large.
  std::vector<float> meanImage() const;

  // For a file beside the samples, so that more can be added later.
  std::string write() const;
  // Nothing for bytes that write() did not make.
  static std::optional<InputStatistics> read(std::string_view bytes);

 private:
  struct Total {  // of whole numbers without rounding: a double, and what it could not hold
    double high = 0;
    double low = 0;
    void add(double value);
    double value() const { return high + low; }
  };
  void addChannels(const ChannelSums& channels);
  void addImage(const std::uint8_t* pixels);
  void flush();
  double scale() const { return type_.dtype == DataType::UInt8 ? 1.0 / 255 : 1.0; }

  std::uint64_t samples_ = 0;
  std::uint64_t numbers_ = 0;  // of each channel
  TensorType type_;            // of the first sample
  bool sameChannels_ = true;
  bool sameShape_ = true;
  std::vector<Total> sums_;
  std::vector<Total> squares_;
  std::vector<std::uint64_t> image_;   // sum of every pixel, without
  std::vector<std::uint32_t> recent_;  // those of the last `recentSamples_`, which are faster to add to
  std::uint32_t recentSamples_ = 0;
};

// The statistics of all parts of the samples. One thread at a time.
struct SampleStatistics {
  InputStatistics input;
  std::vector<InputStatistics> parts;  // in the order of DatasetInfo::parts

  // Without parts as InputStatistics::write(), so that files of an older Fovea stay what they are.
  std::string write() const;
  // Nothing for bytes that write() did not make.
  static std::optional<SampleStatistics> read(std::string_view bytes);
};

}  // namespace fovea
