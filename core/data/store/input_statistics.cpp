#include "core/data/store/input_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace fovea {
namespace {

// A variance of less than this share of the mean square is no more than the rounding of both.
constexpr double kRoundedVariance = 0x1p-50;
constexpr std::uint32_t kFlushAfter = 1 << 24;  // this many times 255 fits 32 bits
constexpr std::uint32_t kStatisticsVersion = 1;
constexpr std::uint32_t kPartsMagic = 0x50535646;  // "FVSP"

template <class T>
void putValue(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
bool take(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}

template <class T>
void putAll(std::string& bytes, const std::vector<T>& values) {
  putValue(bytes, static_cast<std::uint64_t>(values.size()));
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <class T>
bool takeAll(std::string_view& bytes, std::vector<T>& values) {
  std::uint64_t count = 0;
  if (!take(bytes, count) || count > bytes.size() / sizeof(T)) return false;
  values.resize(static_cast<std::size_t>(count));
  if (count > 0) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  bytes.remove_prefix(values.size() * sizeof(T));
  return true;
}

constexpr std::size_t kBlock = 1 << 14;  // number of values whose sum of squares fits 32 bits

// `numbers` has at most kBlock values.
void sumBlock(const std::uint8_t* numbers, std::size_t count, std::uint64_t& sum, std::uint64_t& squares) {
  std::size_t i = 0;
  std::uint32_t blockSum = 0;
  std::uint32_t blockSquares = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  __m128i pairs = zero;
  for (; i + 16 <= count; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + i));
    const __m128i low = _mm_unpacklo_epi8(bytes, zero);
    const __m128i high = _mm_unpackhi_epi8(bytes, zero);
    sums = _mm_add_epi64(sums, _mm_sad_epu8(bytes, zero));
    pairs = _mm_add_epi32(pairs, _mm_add_epi32(_mm_madd_epi16(low, low), _mm_madd_epi16(high, high)));
  }
  std::uint64_t parts[2];
  std::uint32_t quarters[4];
  std::memcpy(parts, &sums, sizeof parts);
  std::memcpy(quarters, &pairs, sizeof quarters);
  sum += parts[0] + parts[1];
  for (const std::uint32_t quarter : quarters) squares += quarter;
#endif
  for (; i < count; ++i) {
    const std::uint32_t number = numbers[i];
    blockSum += number;
    blockSquares += number * number;
  }
  sum += blockSum;
  squares += blockSquares;
}

void sumBytes(const std::uint8_t* numbers, std::size_t count, double& sum, double& square) {
  std::uint64_t total = 0;
  std::uint64_t squares = 0;
  for (std::size_t begin = 0; begin < count; begin += kBlock)
    sumBlock(numbers + begin, std::min(count - begin, kBlock), total, squares);
  sum = static_cast<double>(total);
  square = static_cast<double>(squares);
}

}  // namespace

ChannelSums channelSums(const Tensor& input) {
  ChannelSums channels;
  const Shape& shape = input.shape();
  if (shape.rank() < 1 || (input.dtype() != DataType::UInt8 && input.dtype() != DataType::Float32)) return channels;
  const auto count = static_cast<std::size_t>(shape[0]);
  const auto numbers = static_cast<std::size_t>(shape.elementsFrom(1));
  channels.numbers = numbers;
  channels.sums.resize(count);
  channels.squares.resize(count);
  for (std::size_t c = 0; c < count; ++c) {
    if (input.dtype() == DataType::UInt8) {
      sumBytes(input.data<std::uint8_t>() + c * numbers, numbers, channels.sums[c], channels.squares[c]);
      continue;
    }
    InputStatistics::Total sum, squares;
    for (const float number : input.values<float>().subspan(c * numbers, numbers)) {
      sum.add(number);
      squares.add(double{number} * number);
    }
    channels.sums[c] = sum.value();
    channels.squares[c] = squares.value();
  }
  return channels;
}

// Knuth, The Art of Computer Programming 2, 4.2.2 (the exact rounding error of a sum).
void InputStatistics::Total::add(double value) {
  const double sum = high + value;
  const double part = sum - high;
  low += (high - (sum - part)) + (value - part);
  high = sum;
}

void InputStatistics::add(const TensorType& type, const ChannelSums& channels, const std::uint8_t* pixels) {
  if (samples_ == 0) {
    type_ = type;
    sums_.resize(channels.sums.size());
    squares_.resize(channels.sums.size());
    sameChannels_ = !channels.sums.empty();
    sameShape_ = type.dtype == DataType::UInt8 && pixels && type.shape.elementCount() <= kMaximumMeanPixels;
    if (sameShape_) image_.resize(static_cast<std::size_t>(type.shape.elementCount()));
  }
  ++samples_;
  const bool coloured = isGreyOrColour(type_) && isGreyOrColour(type);
  if (sameChannels_ && coloured && channels.sums.size() > sums_.size()) {
    sums_.resize(channels.sums.size(), Total(sums_[0]));
    squares_.resize(channels.sums.size(), Total(squares_[0]));
  }
  sameChannels_ = sameChannels_ && type.dtype == type_.dtype && (coloured || channels.sums.size() == sums_.size());
  if (sameChannels_) addChannels(channels);
  sameShape_ = sameShape_ && pixels && type == type_;
  if (sameShape_) return addImage(pixels);
  image_ = {};
  recent_ = {};
}

bool InputStatistics::isGreyOrColour(const TensorType& type) {
  return type.dtype == DataType::UInt8 && type.shape.rank() == 3 && (type.shape[0] == 1 || type.shape[0] == 3);
}

void InputStatistics::addChannels(const ChannelSums& channels) {
  numbers_ += channels.numbers;
  for (std::size_t c = 0; c < sums_.size(); ++c) {
    const std::size_t own = channels.sums.size() == 1 ? 0 : c;
    sums_[c].add(channels.sums[own]);
    squares_[c].add(channels.squares[own]);
  }
}

void InputStatistics::addImage(const std::uint8_t* pixels) {
  recent_.resize(image_.size());
  std::uint32_t* sums = recent_.data();
  const std::size_t count = recent_.size();
  for (std::size_t i = 0; i < count; ++i) sums[i] += pixels[i];
  if (++recentSamples_ == kFlushAfter) flush();
}

void InputStatistics::flush() {
  for (std::size_t i = 0; i < recent_.size(); ++i) image_[i] += std::exchange(recent_[i], 0);
  recentSamples_ = 0;
}

std::vector<double> InputStatistics::channelMean() const {
  std::vector<double> means;
  if (!sameChannels_ || numbers_ == 0) return means;
  for (const Total& sum : sums_) means.push_back(sum.value() / static_cast<double>(numbers_) * scale());
  return means;
}

std::vector<double> InputStatistics::channelDeviation() const {
  std::vector<double> deviations;
  if (!sameChannels_ || numbers_ == 0) return deviations;
  for (std::size_t c = 0; c < sums_.size(); ++c) {
    const double mean = sums_[c].value() / static_cast<double>(numbers_);
    const double square = squares_[c].value() / static_cast<double>(numbers_);
    const double variance = square - mean * mean;
    deviations.push_back(variance > kRoundedVariance * square ? std::sqrt(variance) * scale() : 0);
  }
  return deviations;
}

std::vector<float> InputStatistics::meanImage() const {
  std::vector<float> mean(sameShape_ ? image_.size() : 0);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    const std::uint64_t sum = image_[i] + (recent_.empty() ? 0 : recent_[i]);
    mean[i] = static_cast<float>(static_cast<double>(sum) / static_cast<double>(samples_) * scale());
  }
  return mean;
}

std::string InputStatistics::write() const {
  InputStatistics whole = *this;
  whole.flush();
  std::string bytes;
  putValue(bytes, kStatisticsVersion);
  putValue(bytes, static_cast<std::uint32_t>(whole.type_.dtype));
  putAll(bytes, std::vector<std::int64_t>(whole.type_.shape.begin(), whole.type_.shape.end()));
  putValue(bytes, whole.samples_);
  putValue(bytes, whole.numbers_);
  putValue(bytes, static_cast<std::uint32_t>((whole.sameChannels_ ? 1 : 0) | (whole.sameShape_ ? 2 : 0)));
  putAll(bytes, whole.sums_);
  putAll(bytes, whole.squares_);
  putAll(bytes, whole.image_);
  return bytes;
}

std::optional<InputStatistics> InputStatistics::read(std::string_view bytes) {
  InputStatistics result;
  std::uint32_t version = 0;
  std::uint32_t dtype = 0;
  std::uint32_t flags = 0;
  std::vector<std::int64_t> extents;
  if (!take(bytes, version) || version != kStatisticsVersion || !take(bytes, dtype) || !takeAll(bytes, extents) ||
      !take(bytes, result.samples_) || !take(bytes, result.numbers_) || !take(bytes, flags) ||
      !takeAll(bytes, result.sums_) || !takeAll(bytes, result.squares_) || !takeAll(bytes, result.image_) ||
      !bytes.empty())
    return std::nullopt;
  const auto shape = Shape::make(extents);
  result.sameChannels_ = flags & 1;
  result.sameShape_ = flags & 2;
  if (!shape.ok() || dtype > static_cast<std::uint32_t>(DataType::Bool) ||
      result.sums_.size() != result.squares_.size())
    return std::nullopt;
  result.type_ = {static_cast<DataType>(dtype), *shape};
  if (result.sameShape_ && result.image_.size() != static_cast<std::size_t>(shape->elementCount())) return std::nullopt;
  return result;
}

std::string SampleStatistics::write() const {
  std::string bytes = input.write();
  if (parts.empty()) return bytes;
  std::string all;
  putValue(all, kPartsMagic);
  putValue(all, static_cast<std::uint32_t>(parts.size()));
  const auto append = [&](const std::string& one) {
    putValue(all, static_cast<std::uint64_t>(one.size()));
    all += one;
  };
  append(bytes);
  for (const InputStatistics& part : parts) append(part.write());
  return all;
}

std::optional<SampleStatistics> SampleStatistics::read(std::string_view bytes) {
  SampleStatistics result;
  std::string_view rest = bytes;
  std::uint32_t magic = 0, count = 0;
  if (!take(rest, magic) || magic != kPartsMagic) {
    auto input = InputStatistics::read(bytes);
    if (!input) return std::nullopt;
    result.input = std::move(*input);
    return result;
  }
  if (!take(rest, count) || count > kMaximumParts) return std::nullopt;
  const auto takeOne = [&]() -> std::optional<InputStatistics> {
    std::uint64_t size = 0;
    if (!take(rest, size) || size > rest.size()) return std::nullopt;
    const std::string_view one = rest.substr(0, static_cast<std::size_t>(size));
    rest.remove_prefix(one.size());
    return InputStatistics::read(one);
  };
  auto input = takeOne();
  if (!input) return std::nullopt;
  result.input = std::move(*input);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto part = takeOne();
    if (!part) return std::nullopt;
    result.parts.push_back(std::move(*part));
  }
  if (!rest.empty()) return std::nullopt;
  return result;
}

}  // namespace fovea
