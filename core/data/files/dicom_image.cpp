#include "core/data/files/dicom_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/data/files/dicom_codecs.h"
#include "core/data/files/dicom_elements.h"
#include "core/data/files/image_file.h"
#include "core/data/files/image_library.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostFrames = 65'536;
constexpr std::string_view kRunLengths = "1.2.840.10008.1.2.5";
constexpr std::string_view kBaselineJpeg = "1.2.840.10008.1.2.4.50";
constexpr std::string_view kLosslessJpeg = "1.2.840.10008.1.2.4.57";
constexpr std::string_view kLosslessJpegOfLeft = "1.2.840.10008.1.2.4.70";  // values are predicted from the left
constexpr std::string_view kJpeg2000 = "1.2.840.10008.1.2.4.90";
constexpr std::string_view kLossyJpeg2000 = "1.2.840.10008.1.2.4.91";

Status checkStorage(const DicomPixels& pixels) {
  if (pixels.samples != 1 && pixels.samples != 3)
    return unreadDicom(fmt::format("has {} values a pixel", pixels.samples));
  if (pixels.bitsAllocated != 8 && pixels.bitsAllocated != 16 && pixels.bitsAllocated != 32)
    return unreadDicom(fmt::format("stores values of so many bits: {}", pixels.bitsAllocated));
  if (pixels.samples == 3 && pixels.bitsAllocated != 8) return unreadDicom("has colours of more than 8 bits");
  const bool grey = pixels.photometric == "MONOCHROME1" || pixels.photometric == "MONOCHROME2";
  const bool halved = !pixels.compressed && pixels.photometric == "YBR_FULL_422";  // two pixels share their colour
  if (grey != (pixels.samples == 1) || halved)
    return unreadDicom(fmt::format("has pixels of the kind \"{}\"", pixels.photometric));
  if (pixels.bitsStored < 1 || pixels.bitsStored > pixels.bitsAllocated || pixels.highBit < pixels.bitsStored - 1 ||
      pixels.highBit >= pixels.bitsAllocated)
    return damagedDicom(fmt::format("it says that {} of {} bits up to bit {} are used", pixels.bitsStored,
                                    pixels.bitsAllocated, pixels.highBit));
  return {};
}

std::size_t bytesOfFrame(const DicomPixels& pixels) {
  return static_cast<std::size_t>(pixels.width * pixels.height) * static_cast<std::size_t>(pixels.samples) *
         static_cast<std::size_t>(pixels.bitsAllocated / 8);
}

// Returns the stored value at an index of the uncompressed values: the used bits, with their sign.
double storedValue(const DicomPixels& pixels, const std::uint8_t* values, std::size_t index) {
  const auto bytes = static_cast<std::size_t>(pixels.bitsAllocated / 8);
  const std::uint8_t* at = values + index * bytes;
  std::uint32_t raw = 0;
  for (std::size_t i = 0; i < bytes; ++i) raw |= std::uint32_t{at[pixels.bigEndian ? bytes - 1 - i : i]} << 8 * i;
  const int bits = pixels.bitsStored;
  raw >>= pixels.highBit + 1 - bits;
  if (bits < 32) raw &= (std::uint32_t{1} << bits) - 1;
  const bool negative = pixels.isSigned && (raw >> (bits - 1) & 1) != 0;
  return negative ? static_cast<double>(raw) - std::ldexp(1.0, bits) : static_cast<double>(raw);
}

// The value that is as bright as another one is dark.
double mirrored(const DicomPixels& pixels, double stored) {
  return pixels.isSigned ? -1 - stored : std::ldexp(1.0, pixels.bitsStored) - 1 - stored;
}

bool isMirrored(const DicomPixels& pixels) {
  return pixels.photometric == "MONOCHROME1";
}

// A file with uncompressed pixels.
struct PlainDicom {
  std::string_view content;
  DicomPixels pixels;
  std::string decoded;  // the pixels; empty: they are in the file

  const std::uint8_t* values() const {
    return reinterpret_cast<const std::uint8_t*>(decoded.empty() ? content.data() + pixels.begin : decoded.data());
  }
};

// Returns the items of compressed pixels but for the first, which holds offsets (PS3.5, A.4). Fails with Corrupt if one
// is cut off.
Result<std::vector<std::string_view>> fragmentsOf(std::string_view content, const DicomPixels& pixels) {
  std::vector<std::string_view> fragments;
  DicomElements items(content, pixels.begin);
  for (bool first = true; const auto item = items.next(); first = false) {
    if (item->tag != kDicomItem || item->length == kUndefinedLength) break;
    if (!first) fragments.push_back(items.value(*item));
    if (!items.skip(*item)) return damagedDicom("it ends within its pixels");
  }
  return fragments;
}

// Says of JPEG that it holds red, green and blue, by the marker of Adobe (T.872, 6.5.3), unless it says so itself.
// Without it, decoders take the three components for brightness and colour.
std::string withoutColourChange(std::string_view data) {
  // A shorter marker of Adobe does not count.
  if (data.size() < 6 || data.substr(0, 1024).find("\x0e"
                                                   "Adobe") != std::string_view::npos)
    return std::string(data);
  std::string_view rest = data.substr(2);
  if (rest.starts_with("\xff\xe0")) {  // that of JFIF says brightness and colour
    const auto length =
        static_cast<std::size_t>(static_cast<std::uint8_t>(rest[2]) << 8 | static_cast<std::uint8_t>(rest[3]));
    rest.remove_prefix(std::min(rest.size(), 2 + length));
  }
  constexpr std::string_view kAdobe(
      "\xff\xd8\xff\xee\0\x0e"
      "Adobe\0\x64\0\0\0\0\0",
      18);
  return std::string(kAdobe) + std::string(rest);
}

// Says of JPEG 2000 that its values have no sign (ITU-T T.800, A.5.1): the library reads no signed values, and decodes
// those as if half of their range were added. Returns what was added; 0 for values without a sign.
std::int32_t takeSign(std::string& stream) {
  constexpr std::size_t kCount = 40, kFirst = 42;  // offsets of the number of components and of the first one
  if (!stream.starts_with("\xff\x4f\xff\x51") || stream.size() < kFirst) return 0;
  const auto byteAt = [&](std::size_t at) { return static_cast<std::uint8_t>(stream[at]); };
  const auto components = static_cast<std::size_t>(byteAt(kCount) << 8 | byteAt(kCount + 1));
  std::int32_t added = 0;
  for (std::size_t i = 0; i < components && kFirst + 3 * i < stream.size(); ++i) {
    const std::uint8_t depth = byteAt(kFirst + 3 * i);
    if (depth < 0x80 || (depth & 0x7f) > 30) continue;
    added = std::int32_t{1} << (depth & 0x7f);
    stream[kFirst + 3 * i] = static_cast<char>(depth & 0x7f);
  }
  return added;
}

// Decodes a frame of JPEG or JPEG 2000 by the decoders of other images.
Result<std::string> decodePicture(std::string_view data, const DicomPixels& pixels, bool baseline) {
  Tensor image;
  std::int32_t added = 0;
  if (baseline) {
    const bool stored = pixels.samples == 3 && pixels.photometric == "RGB";
    FOVEA_TRY(image, stored ? decodeImage(withoutColourChange(data)) : decodeImage(data));
  } else {
    std::string stream(data);
    added = takeSign(stream);
    FOVEA_TRY(image,
              decodeDeepWithLibrary(stream, {.format = "DICOM", .width = pixels.width, .height = pixels.height}));
  }
  if (image.shape() != Shape{pixels.samples, pixels.height, pixels.width})
    return damagedDicom("its pixels are of another size than it says");
  const auto size = static_cast<std::size_t>(pixels.bitsAllocated / 8);
  std::string bytes(static_cast<std::size_t>(image.elementCount()) * size, '\0');
  for (std::size_t i = 0; i < bytes.size() / size; ++i) {
    const auto value = baseline
                           ? std::uint32_t{image.data<std::uint8_t>()[i]}
                           : static_cast<std::uint32_t>(
                                 static_cast<std::int32_t>(std::clamp(image.data<float>()[i], 0.0f, 65535.0f)) - added);
    for (std::size_t k = 0; k < size; ++k) bytes[i * size + k] = static_cast<char>(value >> 8 * k);
  }
  return bytes;
}

// Returns true if the decoder converts colours to red, green and blue; others keep what is stored.
bool areConverted(std::string_view syntax) {
  return syntax == kBaselineJpeg || syntax == kJpeg2000 || syntax == kLossyJpeg2000;
}

// Returns the values of a compressed frame, plane by plane, little-endian.
Result<std::string> decodeFrame(std::string_view data, const DicomPixels& pixels) {
  const std::string_view syntax = pixels.transferSyntax;
  const CodedFrame frame{pixels.width, pixels.height, pixels.samples, pixels.bitsAllocated / 8};
  if (syntax == kRunLengths) return decodeRunLengths(data, frame);
  if (syntax == kLosslessJpeg || syntax == kLosslessJpegOfLeft) return decodeLosslessJpeg(data, frame);
  if (areConverted(syntax)) return decodePicture(data, pixels, syntax == kBaselineJpeg);
  return fail(ErrorCode::Unsupported,
              fmt::format("The pixels of this DICOM image are compressed in a way that is not read ({}).", syntax),
              "Uncompress them, for instance: gdcmconv --raw a.dcm b.dcm.");
}

// Decompresses all frames: each has one fragment, or all fragments are those of the only frame.
Status decompress(std::string_view content, PlainDicom& plain) {
  DicomPixels& pixels = plain.pixels;
  FOVEA_TRY(const auto fragments, fragmentsOf(content, pixels));
  std::string joined;
  if (pixels.frames == 1)
    for (const std::string_view fragment : fragments) joined += fragment;
  else if (std::ssize(fragments) != pixels.frames)
    return unreadDicom("divides its frames into pieces");
  for (std::int64_t i = 0; i < pixels.frames; ++i) {
    FOVEA_TRY(const std::string values,
              decodeFrame(pixels.frames == 1 ? joined : fragments[static_cast<std::size_t>(i)], pixels));
    plain.decoded += values;
  }
  if (pixels.samples == 3 && areConverted(pixels.transferSyntax)) pixels.photometric = "RGB";
  pixels.planar = true;
  pixels.bigEndian = pixels.compressed = false;
  pixels.bytes = plain.decoded.size();
  return {};
}

// Puts bytes in order that are stored as words of a big-endian file (PS3.5, 7.3).
void swapWords(PlainDicom& plain) {
  plain.decoded.assign(reinterpret_cast<const char*>(plain.values()), plain.pixels.bytes);
  for (std::size_t i = 0; i + 1 < plain.decoded.size(); i += 2) std::swap(plain.decoded[i], plain.decoded[i + 1]);
  plain.pixels.bytesInWords = false;
}

Result<PlainDicom> plainPixels(std::string_view content) {
  PlainDicom plain{content, {}, {}};
  FOVEA_TRY(plain.pixels, readDicom(content));
  const DicomPixels& pixels = plain.pixels;
  FOVEA_CHECK(checkStorage(pixels));
  if (pixels.begin == 0) return damagedDicom("its pixels are missing");
  const std::size_t frame = bytesOfFrame(pixels);
  if (pixels.frames > kMostFrames || frame > kMaximumImageFile * 4 / static_cast<std::uint64_t>(pixels.frames))
    return fail(ErrorCode::InvalidArgument, "The frames of this DICOM image are too large together.");
  if (pixels.compressed) FOVEA_CHECK(decompress(content, plain));
  if (pixels.bytesInWords) swapWords(plain);
  if (pixels.bytes < frame * static_cast<std::size_t>(pixels.frames)) return damagedDicom("it ends within its pixels");
  return plain;
}

// Returns red, green and blue as u8 [3, H, W].
Result<Tensor> colours(const PlainDicom& plain) {
  const DicomPixels& pixels = plain.pixels;
  const bool luminance = pixels.photometric == "YBR_FULL";
  if (pixels.photometric != "RGB" && !luminance)
    return unreadDicom(fmt::format("has pixels of the kind \"{}\"", pixels.photometric));
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{3, pixels.height, pixels.width}}));
  const auto plane = static_cast<std::size_t>(pixels.width * pixels.height);
  const std::uint8_t* const from = plain.values();
  auto* const to = image.data<std::uint8_t>();
  for (std::size_t i = 0; i < plane; ++i) {
    std::array<double, 3> value{};
    for (std::size_t c = 0; c < 3; ++c) value[c] = from[pixels.planar ? c * plane + i : 3 * i + c];
    if (luminance) {  // PS3.3, C.7.6.3.1.2
      const double y = value[0], blue = value[1] - 128, red = value[2] - 128;
      value = {y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue};
    }
    for (std::size_t c = 0; c < 3; ++c)
      to[c * plane + i] = static_cast<std::uint8_t>(std::lround(std::clamp(value[c], 0.0, 255.0)));
  }
  return image;
}

// The measured values that become 0 and 255.
struct SeenRange {
  double low = 0, high = 255;
};

SeenRange seenRange(const PlainDicom& plain, std::size_t count) {
  const DicomPixels& pixels = plain.pixels;
  // A linear window (PS3.3, C.11.2.1.2.1).
  if (pixels.window) {
    const double low = pixels.window->center - 0.5 - (pixels.window->width - 1) / 2;
    return {low, low + std::max(pixels.window->width - 1, 1.0)};
  }
  if (pixels.bitsAllocated == 8 && pixels.slope == 1 && pixels.intercept == 0 && !pixels.isSigned) return {};
  SeenRange range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  for (std::size_t i = 0; i < count; ++i) {
    const double stored = storedValue(pixels, plain.values(), i);
    if (stored == pixels.padding) continue;
    const double value = stored * pixels.slope + pixels.intercept;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return range.high > range.low ? range : SeenRange{range.low, range.low + 1};
}

void appendElement(std::string& file, std::uint32_t tag, std::string_view kind, std::string_view value) {
  const auto add16 = [&](std::uint32_t number) {
    file += static_cast<char>(number & 0xff);
    file += static_cast<char>(number >> 8 & 0xff);
  };
  const std::size_t length = value.size() + value.size() % 2;
  add16(tag >> 16);
  add16(tag & 0xffff);
  file += kind;
  if (kind == "OW") {
    add16(0);
    add16(static_cast<std::uint32_t>(length & 0xffff));
    add16(static_cast<std::uint32_t>(length >> 16));
  } else {
    add16(static_cast<std::uint32_t>(length));
  }
  file += value;
  if (value.size() % 2 != 0) file += kind == "OW" ? '\0' : ' ';
}

std::string word16(std::int64_t number) {
  return {static_cast<char>(number & 0xff), static_cast<char>(number >> 8 & 0xff)};
}

// Writes the attributes that readDicom() takes, and uncompressed little-endian pixels.
std::string dicomOf(const DicomPixels& pixels, std::int64_t frames, std::string_view values) {
  std::string file(kDicomPreamble, '\0');
  file += "DICM";
  appendElement(file, kTransferSyntax, "UI", std::string(kExplicitLittle) + '\0');
  const auto whole = [&](std::uint32_t element, std::int64_t number) {
    appendElement(file, dicomTag(0x0028, element), "US", word16(number));
  };
  const auto real = [&](std::uint32_t element, double number) {
    appendElement(file, dicomTag(0x0028, element), "DS", fmt::format("{}", number));
  };
  whole(0x0002, pixels.samples);
  appendElement(file, dicomTag(0x0028, 0x0004), "CS", pixels.photometric);
  if (pixels.samples == 3) whole(0x0006, pixels.planar ? 1 : 0);
  appendElement(file, dicomTag(0x0028, 0x0008), "IS", fmt::format("{}", frames));
  whole(0x0010, pixels.height);
  whole(0x0011, pixels.width);
  whole(0x0100, pixels.bitsAllocated);
  whole(0x0101, pixels.bitsStored);
  whole(0x0102, pixels.highBit);
  whole(0x0103, pixels.isSigned ? 1 : 0);
  if (pixels.padding) whole(0x0120, static_cast<std::int64_t>(*pixels.padding) & 0xffff);
  if (pixels.window) {
    real(0x1050, pixels.window->center);
    real(0x1051, pixels.window->width);
  }
  real(0x1052, pixels.intercept);
  real(0x1053, pixels.slope);
  appendElement(file, kPixelData, "OW", values);
  return file;
}

// Returns the pixels in little-endian byte order.
std::string littleEndian(const DicomPixels& pixels, std::string_view values) {
  std::string bytes(values);
  const auto size = static_cast<std::size_t>(pixels.bitsAllocated / 8);
  if (pixels.bigEndian)
    for (std::size_t i = 0; i + size <= bytes.size(); i += size)
      std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                   bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
  return bytes;
}

}  // namespace

Result<Tensor> decodeDicom(std::string_view content) {
  FOVEA_TRY(const PlainDicom plain, plainPixels(content));
  const DicomPixels& pixels = plain.pixels;
  if (pixels.samples == 3) return colours(plain);
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::UInt8, Shape{1, pixels.height, pixels.width}}));
  const auto values = image.values<std::uint8_t>();
  const SeenRange range = seenRange(plain, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = storedValue(pixels, plain.values(), i) * pixels.slope + pixels.intercept;
    const double seen = std::clamp((value - range.low) / (range.high - range.low) * 255, 0.0, 255.0);
    const auto byte = static_cast<std::uint8_t>(std::lround(seen));
    values[i] = isMirrored(pixels) ? static_cast<std::uint8_t>(255 - byte) : byte;
  }
  return image;
}

Result<Tensor> decodeDicomValues(std::string_view content) {
  FOVEA_TRY(const PlainDicom plain, plainPixels(content));
  const DicomPixels& pixels = plain.pixels;
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::Float32, Shape{pixels.samples, pixels.height, pixels.width}}));
  const auto values = image.values<float>();
  if (pixels.samples == 3) {
    FOVEA_TRY(const Tensor bytes, colours(plain));
    std::ranges::copy(bytes.values<std::uint8_t>(), values.begin());
    return image;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double stored = storedValue(pixels, plain.values(), i);
    const double value = (isMirrored(pixels) ? mirrored(pixels, stored) : stored) * pixels.slope + pixels.intercept;
    values[i] = static_cast<float>(std::clamp(value, -3e38, 3e38));
  }
  return image;
}

Result<std::string> uncompressedDicom(std::string content) {
  FOVEA_TRY(const DicomPixels known, readDicom(content));
  if (!known.compressed) return content;
  FOVEA_TRY(const PlainDicom plain, plainPixels(content));
  return dicomOf(plain.pixels, plain.pixels.frames, plain.decoded);
}

Result<std::string> dicomFrame(std::string_view content, std::int64_t frame) {
  FOVEA_TRY(const PlainDicom plain, plainPixels(content));
  if (frame < 0 || frame >= plain.pixels.frames) return damagedDicom("it has fewer frames than before");
  const std::size_t bytes = bytesOfFrame(plain.pixels);
  const std::string_view all(reinterpret_cast<const char*>(plain.values()), plain.pixels.bytes);
  return dicomOf(plain.pixels, 1,
                 littleEndian(plain.pixels, all.substr(static_cast<std::size_t>(frame) * bytes, bytes)));
}

}  // namespace fovea
