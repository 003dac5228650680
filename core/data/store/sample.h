// Why: one sample, in the form that importers make, the store keeps and the screen shows.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/store/content_hash.h"
#include "core/tensor/tensor.h"

namespace fovea {

// What a sample is used for. Arrays indexed by split follow this order.
enum class Split : std::uint8_t { Train, Validation, Test };
inline constexpr std::array<Split, 3> kSplits = {Split::Train, Split::Validation, Split::Test};

// "train", "validation", "test"
const char* splitName(Split split);
// Fails with InvalidArgument, which lists the three.
Result<Split> splitFromName(std::string_view name);

// What a network learns from a data set: what each sample has beside its input.
enum class Task : std::uint8_t {
  Classification,  // one label
  MultiLabel,      // any number of labels
  Detection,       // boxes with labels
  Segmentation,    // a mask: the label of every pixel
  ImageToImage,    // another image
  Regression,      // numbers
  NextSymbol,      // nothing: the target of each symbol is the next one
  Transcription,   // a sequence of labels in the order in which they occur: what is said or written in the sample
  Unlabelled,      // nothing
};
inline constexpr std::array<Task, 9> kTasks = {Task::Classification, Task::MultiLabel,    Task::Detection,
                                               Task::Segmentation,   Task::ImageToImage,  Task::Regression,
                                               Task::NextSymbol,     Task::Transcription, Task::Unlabelled};

// "classification", "multi_label", "detection", "segmentation", "image_to_image", "regression", "next_symbol",
// "transcription", "unlabelled"
const char* taskName(Task task);
// Fails with InvalidArgument, which lists them all.
Result<Task> taskFromName(std::string_view name);

// How the numbers of a content are encoded.
enum class Encoding : std::uint8_t { Raw, Png, Jpeg };

// One part of a sample as stored. Raw: dense numbers of `type`. Encoded: an image file that decodes to u8 [C, H, W],
// described by `type`.
struct Content {
  TensorType type;
  Encoding encoding = Encoding::Raw;
  std::span<const std::uint8_t> bytes;
};

// Values of a record in place, aligned or not. Points into memory that it does not own.
template <class T>
class Packed {
 public:
  Packed() = default;
  Packed(std::span<const T> values)
      : memory_(reinterpret_cast<const std::uint8_t*>(values.data())), size_(values.size()) {}
  Packed(const std::uint8_t* memory, std::size_t size) : memory_(memory), size_(size) {}

  std::size_t size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return {memory_, size_ * sizeof(T)}; }
  T operator[](std::size_t index) const {
    T value;
    std::memcpy(&value, memory_ + index * sizeof(T), sizeof(T));
    return value;
  }
  std::vector<T> copy() const {
    std::vector<T> values(size_);
    if (size_ > 0) std::memcpy(values.data(), memory_, size_ * sizeof(T));
    return values;
  }

 private:
  const std::uint8_t* memory_ = nullptr;
  std::size_t size_ = 0;
};

// An object in an image, in pixels of the stored input from its upper left corner; right and bottom are exclusive.
struct Box {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;
  std::int32_t label = 0;
  bool operator==(const Box&) const = default;
};

inline constexpr std::int32_t kNoLabel = -1;
inline constexpr std::uint8_t kIgnoredPixel = 255;  // label of mask pixels that losses and metrics ignore
// The store refuses contents that are larger than this when decoded.
inline constexpr std::int64_t kMaximumSampleBytes = std::int64_t{1} << 28;
// Parts beside the input.
inline constexpr std::size_t kMaximumParts = 64;

// A decoded sample that owns all of its memory.
struct Sample {
  Tensor input;                   // u8 [C, H, W] for images
  std::int32_t label = kNoLabel;  // index of the class
  Split split = Split::Train;
  std::string source;                // the file it came from
  std::uint64_t sourceIndex = 0;     // its index inside that file, from 0
  ContentHash hash;                  // hash of the input and the further parts as stored
  Tensor target;                     // undefined where the task has none
  std::vector<std::int32_t> labels;  // several labels at once: ascending; transcriptions: in their order
  std::vector<Box> boxes;
  std::string group;          // samples of one group stay in one split; empty: none
  float length = 1;           // valid fraction of the time axis, in (0, 1]: the rest is padding from the import
  std::vector<Tensor> parts;  // parts beside the input, in the order of DatasetInfo::parts
};

// A sample as stored, over memory that it does not own.
struct SampleView {
  Content input;
  std::int32_t label = kNoLabel;
  Split split = Split::Train;
  std::string_view source{};
  std::uint64_t sourceIndex = 0;
  ContentHash hash{};
  std::optional<Content> target{};
  Packed<std::int32_t> labels{};
  Packed<Box> boxes{};
  std::string_view group{};
  float length = 1;
  std::vector<Content> parts{};  // raw

  // A decoded copy that owns its memory. Fails with Corrupt (an encoded part does not decode), Unsupported (this build
  // cannot decode it) or OutOfMemory.
  Result<Sample> copy() const;
};

// Raw numbers as a content.
Content rawContent(const TensorType& type, std::span<const std::uint8_t> bytes);
Content rawContent(const Tensor& tensor);

// A sample of raw pixels: u8 of `shape`.
SampleView rawSample(const Shape& shape, std::span<const std::uint8_t> pixels, std::int32_t label, Split split,
                     std::string_view source, std::uint64_t sourceIndex);

// Hash of everything a network receives of the sample: the bytes of its input and of the further parts.
ContentHash inputHash(const SampleView& sample);

// Hash of the targets beside classes: boxes, the labels in their order, and the target as stored.
ContentHash targetHash(const SampleView& sample);

// Appends the record of a sample to `record`. `sample.hash` must be the hash of the input's bytes, the contents must
// pass checkContent(), the parts must be raw and at most kMaximumParts, and the length must pass isSampleLength()
// (asserted).
void encodeSample(const SampleView& sample, std::string& record);

// Reads a record of this version or of an older one; the view points into it. Fails with Corrupt when anything differs
// from what was written (a checksum covers everything except the bytes of the input, which verifyInput() checks), and
// with NewerVersion for a record of a later Fovea. Never reads outside of `record`, whatever it holds.
Result<SampleView> decodeSample(std::span<const std::uint8_t> record);

// True for a valid fraction in (0, 1].
inline bool isSampleLength(float length) {
  return length > 0 && length <= 1;
}

// Fails with InvalidArgument for what a record cannot hold: a type other than u8, i32 or f32, a rank over 6, no element
// or more than kMaximumSampleBytes, a number of raw bytes other than the type needs, an encoded content that is not u8
// [C, H, W].
Status checkContent(const Content& content);

// Fails with Corrupt when the bytes of the input or of a further part differ from those that were written.
Status verifyInput(const SampleView& sample);

// The numbers of a content. Fails with Corrupt (it does not decode, or not to its type), Unsupported or OutOfMemory.
Result<Tensor> decodeContent(const Content& content);
// Decodes into memory of content.type.bytes() bytes.
Status decodeContent(const Content& content, std::uint8_t* target);

}  // namespace fovea
