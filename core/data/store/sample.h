// Why: one sample, as every importer makes it, the store keeps it and the screen shows it.
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

// What a sample is used for. The order is that of arrays indexed by split.
enum class Split : std::uint8_t { Train, Validation, Test };
inline constexpr std::array<Split, 3> kSplits = {Split::Train, Split::Validation, Split::Test};

// "train", "validation", "test"
const char* splitName(Split split);
// InvalidArgument names the three.
Result<Split> splitFromName(std::string_view name);

// What the samples of a data set are for: what each has beside its input.
enum class Task : std::uint8_t {
  Classification,  // one label
  MultiLabel,      // any number of labels
  Detection,       // boxes with labels
  Segmentation,    // a mask: the label of every pixel
  ImageToImage,    // another image
  Regression,      // numbers
  NextSymbol,      // nothing: each symbol of the sequence is followed by the next
  Transcription,   // a row of labels in the order in which they happen: what is said or written in it
  Unlabelled,      // nothing
};
inline constexpr std::array<Task, 9> kTasks = {Task::Classification, Task::MultiLabel,    Task::Detection,
                                               Task::Segmentation,   Task::ImageToImage,  Task::Regression,
                                               Task::NextSymbol,     Task::Transcription, Task::Unlabelled};

// "classification", "multi_label", "detection", "segmentation", "image_to_image", "regression", "next_symbol",
// "transcription", "unlabelled"
const char* taskName(Task task);
// InvalidArgument names them all.
Result<Task> taskFromName(std::string_view name);

// How the numbers of a content are written.
enum class Encoding : std::uint8_t { Raw, Png, Jpeg };

// A part of a sample as it is stored. Raw: dense numbers of `type`. Encoded: an image file that decodes to u8 [C, H,
// W], which `type` says.
struct Content {
  TensorType type;
  Encoding encoding = Encoding::Raw;
  std::span<const std::uint8_t> bytes;
};

// Values of a record where they lie, aligned or not. Points into memory that somebody else owns.
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

// An object in an image: pixels of the stored input from its left upper corner; right and bottom are outside.
struct Box {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;
  std::int32_t label = 0;
  bool operator==(const Box&) const = default;
};

inline constexpr std::int32_t kNoLabel = -1;
inline constexpr std::uint8_t kIgnoredPixel = 255;  // of a mask: neither right nor wrong
// A content that is larger when decoded is refused by the store.
inline constexpr std::int64_t kMaximumSampleBytes = std::int64_t{1} << 28;
// Beside the input.
inline constexpr std::size_t kMaximumParts = 64;

// A sample that owns everything, decoded.
struct Sample {
  Tensor input;                   // of an image u8 [C, H, W]
  std::int32_t label = kNoLabel;  // index of the class
  Split split = Split::Train;
  std::string source;                // the file it came from
  std::uint64_t sourceIndex = 0;     // its place inside that file, from 0
  ContentHash hash;                  // of the input and the further parts as they are stored
  Tensor target;                     // undefined where the task has none
  std::vector<std::int32_t> labels;  // of several labels at once, ascending; of a transcription, in their order
  std::vector<Box> boxes;
  std::string group;  // samples of one group are in one split; empty: none
  float length = 1;   // the share of its time that is its own, in (0, 1]: what follows was filled up at the import
  std::vector<Tensor> parts;  // beside the input, in the order of DatasetInfo::parts
};

// The same as it is stored, over memory that somebody else owns.
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

  // A copy that stands on its own, decoded. Corrupt (an encoded part that is none), Unsupported (a build that cannot
  // decode it), OutOfMemory.
  Result<Sample> copy() const;
};

// Raw numbers as a content.
Content rawContent(const TensorType& type, std::span<const std::uint8_t> bytes);
Content rawContent(const Tensor& tensor);

// A sample of raw pixels: u8 of `shape`.
SampleView rawSample(const Shape& shape, std::span<const std::uint8_t> pixels, std::int32_t label, Split split,
                     std::string_view source, std::uint64_t sourceIndex);

// Of what a network is given of the sample: the bytes of its input and of the further parts.
ContentHash inputHash(const SampleView& sample);

// Of what is to be learned beside classes: boxes, the labels in their order, and the target as it is stored.
ContentHash targetHash(const SampleView& sample);

// Appends the record of a sample to `record`. `sample.hash` is that of the input's bytes, its contents are as
// checkContent() wants them, its parts raw and at most kMaximumParts, and its length is one (asserted).
void encodeSample(const SampleView& sample, std::string& record);

// Reads a record of this version or of an older one; the view points into it. Corrupt when anything is not as it was
// written (all but the input's bytes is under a checksum; those are not looked at, see verifyInput), NewerVersion for a
// later Fovea's record. Reads nothing outside `record`, whatever it holds.
Result<SampleView> decodeSample(std::span<const std::uint8_t> record);

// Whether a sample can have it: in (0, 1].
inline bool isSampleLength(float length) {
  return length > 0 && length <= 1;
}

// InvalidArgument for what a record cannot hold: a type that is not u8, i32 or f32, a rank over 6, no element or more
// than kMaximumSampleBytes, raw bytes that are not as many as the type says, an encoded content that is no u8 [C, H,
// W].
Status checkContent(const Content& content);

// Corrupt when the bytes of the input or of a further part are not those that were written.
Status verifyInput(const SampleView& sample);

// The numbers of a content. Corrupt (it does not decode, or to something else than its type), Unsupported, OutOfMemory.
Result<Tensor> decodeContent(const Content& content);
// The same into memory of content.type.bytes() bytes.
Status decodeContent(const Content& content, std::uint8_t* target);

}  // namespace fovea
