#include "core/data/files/dicom_codecs.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/data/files/dicom_elements.h"

namespace fovea {
namespace {

std::uint32_t little32(std::string_view data, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{static_cast<std::uint8_t>(data[at + i])} << 8 * i;
  return value;
}

// Unpacks a segment of run lengths to `count` bytes, which are `stride` apart from `to` on.
bool unpackSegment(std::string_view segment, std::size_t count, std::size_t stride, char* to) {
  std::size_t done = 0;
  for (std::size_t at = 0; at < segment.size() && done < count;) {
    const int run = static_cast<std::int8_t>(segment[at++]);
    if (run == -128) continue;
    const std::size_t length = static_cast<std::size_t>(std::abs(run)) + 1;
    const bool literal = run >= 0;
    if (at + (literal ? length : 1) > segment.size()) return false;
    for (std::size_t i = 0; i < length && done < count; ++i, ++done)
      to[done * stride] = segment[at + (literal ? i : 0)];
    at += literal ? length : 1;
  }
  return done == count;
}

// A code of Huffman as a stream defines it (T.81, C.2).
struct HuffmanCode {
  std::array<std::int32_t, 17> least{}, most{}, first{};  // by length: the least and greatest code, index of its value
  std::vector<std::uint8_t> values;

  bool define(std::string_view counts, std::string_view symbols) {
    values.assign(symbols.begin(), symbols.end());
    std::int32_t code = 0, index = 0;
    for (std::size_t length = 1; length <= 16; ++length) {
      const std::int32_t count = static_cast<std::uint8_t>(counts[length - 1]);
      least[length] = code;
      first[length] = index;
      code += count;
      index += count;
      most[length] = count > 0 ? code - 1 : -1;
      if (code > std::int32_t{1} << length) return false;
      code <<= 1;
    }
    return true;
  }
};

// Reads bits of entropy-coded data, where a zero follows each byte 0xff. Behind the end all bits are 0.
class BitReader {
 public:
  BitReader(std::string_view data, std::size_t at) : data_(data), at_(at) {}

  std::uint32_t bit() {
    if (left_ == 0) fill();
    --left_;
    return byte_ >> left_ & 1;
  }
  std::int32_t bits(int count) {
    std::int32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 1 | static_cast<std::int32_t>(bit());
    return value;
  }
  // Returns the next value; -1 if the bits are no code.
  int decode(const HuffmanCode& code) {
    std::int32_t word = 0;
    for (std::size_t length = 1; length <= 16; ++length) {
      word = word << 1 | static_cast<std::int32_t>(bit());
      if (word <= code.most[length])
        return code.values[static_cast<std::size_t>(code.first[length] + word - code.least[length])];
    }
    return -1;
  }
  // Goes behind the next restart marker. Returns false if there is none here.
  bool restart() {
    left_ = 0;
    if (at_ + 2 > data_.size() || data_[at_] != '\xff') return false;
    const auto marker = static_cast<std::uint8_t>(data_[at_ + 1]);
    if (marker < 0xd0 || marker > 0xd7) return false;
    at_ += 2;
    return true;
  }
  bool isBeyond() const { return beyond_ > 4; }

 private:
  void fill() {
    left_ = 8;
    byte_ = 0;
    const bool marker = at_ + 1 < data_.size() && data_[at_] == '\xff' && data_[at_ + 1] != '\0';
    if (at_ >= data_.size() || marker) {
      ++beyond_;
      return;
    }
    byte_ = static_cast<std::uint8_t>(data_[at_]);
    at_ += byte_ == 0xff ? 2 : 1;
  }

  std::string_view data_;
  std::size_t at_;
  std::uint32_t byte_ = 0;
  int left_ = 0;
  int beyond_ = 0;  // bytes that were read behind the end
};

// Decodes a picture of lossless JPEG.
class LosslessJpeg {
 public:
  LosslessJpeg(std::string_view data, const CodedFrame& frame) : data_(data), frame_(frame) {}

  Result<std::string> decode() {
    if (data_.size() < 4 || byte(0) != 0xff || byte(1) != 0xd8) return damagedDicom("its pixels are no JPEG");
    for (std::size_t at = 2; at + 4 <= data_.size();) {
      if (byte(at) != 0xff) return damagedDicom("its JPEG has no marker where one should be");
      const int marker = byte(at + 1);
      if (marker == 0xff) {
        ++at;
        continue;
      }
      const std::size_t length = big16(at + 2);
      if (length < 2 || at + 2 + length > data_.size()) return damagedDicom("its JPEG ends too early");
      const std::string_view segment = data_.substr(at + 4, length - 2);
      at += 2 + length;
      if (marker == 0xda) return scan(segment, at);
      FOVEA_CHECK(take(marker, segment));
    }
    return damagedDicom("its JPEG holds no pixels");
  }

 private:
  int byte(std::size_t at) const { return static_cast<std::uint8_t>(data_[at]); }
  std::size_t big16(std::size_t at) const { return static_cast<std::size_t>(byte(at) << 8 | byte(at + 1)); }
  static int at(std::string_view segment, std::size_t i) { return static_cast<std::uint8_t>(segment[i]); }

  Status take(int marker, std::string_view segment) {
    if (marker == 0xc4) return takeCodes(segment);
    if (marker == 0xdd && segment.size() >= 2) interval_ = at(segment, 0) << 8 | at(segment, 1);
    const bool frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc8 && marker != 0xcc;
    if (!frame) return {};
    if (marker != 0xc3)
      return fail(ErrorCode::Unsupported, "The pixels of this DICOM image are a kind of JPEG that is not read.",
                  "Uncompress them, for instance: gdcmconv --raw a.dcm b.dcm.");
    if (segment.size() < 6) return damagedDicom("its JPEG ends too early");
    precision_ = at(segment, 0);
    components_ = at(segment, 5);
    const int height = at(segment, 1) << 8 | at(segment, 2), width = at(segment, 3) << 8 | at(segment, 4);
    if (height != frame_.height || width != frame_.width || components_ != frame_.samples)
      return damagedDicom("its pixels are of another size than it says");
    if (precision_ < 2 || precision_ > 8 * frame_.bytesPerSample)
      return damagedDicom("its pixels have other bits than it says");
    if (segment.size() < 6 + 3 * static_cast<std::size_t>(components_)) return damagedDicom("its JPEG ends too early");
    for (std::size_t i = 0; i < static_cast<std::size_t>(components_); ++i)
      if (at(segment, 7 + 3 * i) != 0x11)
        return fail(ErrorCode::Unsupported, "The pixels of this DICOM image are a kind of JPEG that is not read.",
                    "Uncompress them, for instance: gdcmconv --raw a.dcm b.dcm.");
    return {};
  }

  Status takeCodes(std::string_view segment) {
    while (segment.size() > 16) {
      const int place = at(segment, 0);
      std::size_t count = 0;
      for (std::size_t i = 1; i <= 16; ++i) count += static_cast<std::size_t>(at(segment, i));
      if (count > 256 || segment.size() < 17 + count || place > 3) return damagedDicom("its JPEG has no valid codes");
      if (!codes_[static_cast<std::size_t>(place)].define(segment.substr(1, 16), segment.substr(17, count)))
        return damagedDicom("its JPEG has no valid codes");
      segment.remove_prefix(17 + count);
    }
    return {};
  }

  // Reads a difference of category 0 to 16 (T.81, H.1.2.2).
  static std::int32_t differenceIn(BitReader& reader, int category) {
    if (category == 0) return 0;
    if (category == 16) return 32768;
    const std::int32_t value = reader.bits(category);
    return value < std::int32_t{1} << (category - 1) ? value - (std::int32_t{1} << category) + 1 : value;
  }

  // Predicts a value from those on the left, above, and above on the left (T.81, table H.1).
  std::int32_t predicted(std::int32_t left, std::int32_t above, std::int32_t corner) const {
    switch (predictor_) {
      case 1:
        return left;
      case 2:
        return above;
      case 3:
        return corner;
      case 4:
        return left + above - corner;
      case 5:
        return left + ((above - corner) >> 1);
      case 6:
        return above + ((left - corner) >> 1);
      default:
        return (left + above) >> 1;
    }
  }

  Result<std::string> scan(std::string_view segment, std::size_t begin) {
    const auto count = static_cast<std::size_t>(components_);
    if (components_ == 0 || segment.size() < 4 + 2 * count || at(segment, 0) != components_)
      return damagedDicom("its JPEG does not say how its pixels are coded");
    std::array<std::size_t, 4> codes{};
    for (std::size_t i = 0; i < count; ++i) codes[i] = static_cast<std::size_t>(at(segment, 2 + 2 * i) >> 4 & 3);
    predictor_ = at(segment, 1 + 2 * count);
    const int shift = at(segment, 3 + 2 * count) & 15;
    if (predictor_ < 1 || predictor_ > 7 || shift >= precision_)
      return damagedDicom("its JPEG does not say how its pixels are coded");
    const auto width = static_cast<std::size_t>(frame_.width), plane = width * static_cast<std::size_t>(frame_.height);
    const std::int32_t start = std::int32_t{1} << (precision_ - shift - 1);
    std::vector<std::uint16_t> values(plane * count);
    BitReader reader(data_, begin);
    bool fresh = true;    // nothing was decoded since the start or a restart
    std::size_t row = 0;  // the first row of the interval
    for (std::size_t i = 0; i < plane; ++i) {
      if (interval_ > 0 && i > 0 && i % static_cast<std::size_t>(interval_) == 0) {
        if (!reader.restart()) return damagedDicom("its JPEG ends too early");
        fresh = true;
      }
      const std::size_t x = i % width, y = i / width;
      if (fresh) row = y;
      for (std::size_t c = 0; c < count; ++c) {
        std::uint16_t* const at = values.data() + c * plane + i;
        std::int32_t guess = start;
        if (!fresh && y == row && x > 0)
          guess = at[-1];
        else if (!fresh && x == 0)
          guess = *(at - width);
        else if (!fresh)
          guess = predicted(at[-1], *(at - width), *(at - width - 1));
        const int category = reader.decode(codes_[codes[c]]);
        if (category < 0 || category > 16 || reader.isBeyond()) return damagedDicom("its JPEG ends too early");
        *at = static_cast<std::uint16_t>(guess + differenceIn(reader, category));
      }
      fresh = false;
    }
    return bytesOf(values, shift);
  }

  std::string bytesOf(const std::vector<std::uint16_t>& values, int shift) const {
    std::string bytes;
    const auto size = static_cast<std::size_t>(frame_.bytesPerSample);
    bytes.resize(values.size() * size);
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t k = 0; k < size; ++k)
        bytes[i * size + k] = static_cast<char>(std::uint32_t{values[i]} << shift >> 8 * k);
    return bytes;
  }

  std::string_view data_;
  const CodedFrame frame_;
  std::array<HuffmanCode, 4> codes_;
  int precision_ = 0, components_ = 0, predictor_ = 0, interval_ = 0;
};

}  // namespace

Result<std::string> decodeRunLengths(std::string_view data, const CodedFrame& frame) {
  constexpr std::size_t kHead = 64, kMostSegments = 15;
  const auto bytes = static_cast<std::size_t>(frame.bytesPerSample), samples = static_cast<std::size_t>(frame.samples);
  const auto plane = static_cast<std::size_t>(frame.width * frame.height);
  if (data.size() < kHead || little32(data, 0) != samples * bytes || samples * bytes > kMostSegments)
    return damagedDicom("its run lengths are not those of its pixels");
  std::string values(plane * samples * bytes, '\0');
  for (std::size_t i = 0; i < samples * bytes; ++i) {
    const std::size_t begin = little32(data, 4 + 4 * i);
    const std::size_t next = i + 1 < samples * bytes ? little32(data, 8 + 4 * i) : data.size();
    if (begin < kHead || next < begin || next > data.size())
      return damagedDicom("its run lengths are not those of its pixels");
    // The upper byte of a sample comes first.
    char* const to = values.data() + i / bytes * plane * bytes + (bytes - 1 - i % bytes);
    if (!unpackSegment(data.substr(begin, next - begin), plane, bytes, to))
      return damagedDicom("it ends within its pixels");
  }
  return values;
}

Result<std::string> decodeLosslessJpeg(std::string_view data, const CodedFrame& frame) {
  if (frame.bytesPerSample > 2) return damagedDicom("its pixels have other bits than it says");
  return LosslessJpeg(data, frame).decode();
}

}  // namespace fovea
