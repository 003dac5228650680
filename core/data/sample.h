// Why: one sample, as every importer makes it, the store keeps it and the screen shows it.
// Pixels are raw, 8 bits, planar: u8 [C, H, W], so a batch is filled by one straight pass over memory.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/data/content_hash.h"
#include "core/tensor/tensor.h"

namespace fovea {

// What a sample is used for. The order is that of arrays indexed by split.
enum class Split : std::uint8_t { Train, Validation, Test };
inline constexpr std::array<Split, 3> kSplits = {Split::Train, Split::Validation, Split::Test};

// "train", "validation", "test"
const char* splitName(Split split);
// InvalidArgument names the three.
Result<Split> splitFromName(std::string_view name);

inline constexpr std::int32_t kNoLabel = -1;
// A larger sample is refused by the store: [C, H, W] of at most 256 MiB.
inline constexpr std::int64_t kMaximumSampleBytes = std::int64_t{1} << 28;

// A sample that owns its pixels.
struct Sample {
  Tensor pixels;                  // u8 [C, H, W]
  std::int32_t label = kNoLabel;  // index of the class
  Split split = Split::Train;
  std::string source;             // the file it came from
  std::uint64_t sourceIndex = 0;  // its place inside that file, from 0
  ContentHash hash;               // of the pixels
};

// The same, over memory that somebody else owns.
struct SampleView {
  Shape shape;  // [C, H, W]
  std::span<const std::uint8_t> pixels;
  std::int32_t label = kNoLabel;
  Split split = Split::Train;
  std::string_view source;
  std::uint64_t sourceIndex = 0;
  ContentHash hash;

  // A copy that stands on its own. OutOfMemory.
  Result<Sample> copy() const;
};

// Appends the record of a sample to `record`. The hash is computed from the pixels; `sample.hash` is not read.
// `sample.pixels` has as many bytes as `sample.shape` says (asserted).
void encodeSample(const SampleView& sample, std::string& record);

// Reads a record; the view points into it. Corrupt when anything is not as it was written (the label, the source and
// the sizes are under a checksum; the pixels are not looked at, see verifyPixels), NewerVersion for a later Fovea's
// record. Reads nothing outside `record`, whatever it holds.
Result<SampleView> decodeSample(std::span<const std::uint8_t> record);

// Corrupt when the pixels are not those that were written.
Status verifyPixels(const SampleView& sample);

}  // namespace fovea
