// Why: the mean image and the mean and deviation of each channel are computed during the import. Sums of bytes are
// integers, so they do not depend on the order of the samples; sums of real numbers are taken in the order of the
// samples.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

// The contribution of one sample, by the first axis of its input. Computed separately, so that many threads can do it.
struct ChannelSums {
  std::uint64_t numbers = 0;  // numbers per channel
  std::vector<double> sums;
  std::vector<double> squares;
};

// For u8 or f32 with at least one axis; empty for anything else. Exact for u8 of at most kMaximumSampleBytes.
ChannelSums channelSums(const Tensor& input);

// Larger images get no mean image: its sums would take more memory than everything else.
inline constexpr std::int64_t kMaximumMeanPixels = std::int64_t{1} << 22;

// Sums over samples, with pixels from 0 to 255. One thread at a time.
class InputStatistics {
 public:
  // `pixels` is the input where it is u8 and contributes to the mean image; null otherwise.
  void add(const TensorType& type, const ChannelSums& channels, const std::uint8_t* pixels);
  std::uint64_t samples() const { return samples_; }

  // The mean with pixels scaled to [0, 1] and other numbers unchanged. Empty where samples differ in type or channels.
  // A grey image among coloured ones counts as three equal channels, as in batches.
  std::vector<double> channelMean() const;
  // 0 for a constant channel.
  std::vector<double> channelDeviation() const;
  // The mean image scaled to [0, 1]. Empty where samples differ in shape, are no bytes or are too large.
  std::vector<float> meanImage() const;

  // The bytes of a file beside the samples, from which read() continues when samples are added later.
  std::string write() const;
  // Nothing if write() did not make the bytes.
  static std::optional<InputStatistics> read(std::string_view bytes);

  struct Total {  // exact for integers: a double, and the part that it could not hold
    double high = 0;
    double low = 0;
    void add(double value);
    double value() const { return high + low; }
  };

 private:
  static bool isGreyOrColour(const TensorType& type);
  void addChannels(const ChannelSums& channels);
  void addImage(const std::uint8_t* pixels);
  void flush();
  double scale() const { return type_.dtype == DataType::UInt8 ? 1.0 / 255 : 1.0; }

  std::uint64_t samples_ = 0;
  std::uint64_t numbers_ = 0;  // numbers per channel
  TensorType type_;            // type of the first sample
  bool sameChannels_ = true;
  bool sameShape_ = true;
  std::vector<Total> sums_;
  std::vector<Total> squares_;
  std::vector<std::uint64_t> image_;   // sum of every pixel, without those in `recent_`
  std::vector<std::uint32_t> recent_;  // sums of the last `recentSamples_`, which are faster to add to
  std::uint32_t recentSamples_ = 0;
};

// The statistics of all parts of the samples. One thread at a time.
struct SampleStatistics {
  InputStatistics input;
  std::vector<InputStatistics> parts;  // in the order of DatasetInfo::parts

  // Without parts the format is that of InputStatistics::write(), so that an older Fovea reads it.
  std::string write() const;
  // Nothing if write() did not make the bytes.
  static std::optional<SampleStatistics> read(std::string_view bytes);
};

}  // namespace fovea
