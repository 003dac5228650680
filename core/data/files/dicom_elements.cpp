#include "core/data/files/dicom_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "core/data/files/dicom_image.h"

namespace fovea {
namespace {

constexpr int kDeepestSequence = 16;
constexpr std::size_t kMostElements = 1'000'000;
constexpr std::string_view kExplicitBig = "1.2.840.10008.1.2.2";
constexpr std::string_view kDeflated = "1.2.840.10008.1.2.1.99";
constexpr std::uint32_t kItemEnd = dicomTag(0xfffe, 0xe00d);
constexpr std::uint32_t kSequenceEnd = dicomTag(0xfffe, 0xe0dd);
constexpr std::uint32_t kPatient = dicomTag(0x0010, 0x0020);

bool hasLongLength(std::array<char, 2> kind) {
  for (const char* each : {"OB", "OD", "OF", "OL", "OV", "OW", "SQ", "SV", "UC", "UN", "UR", "UT", "UV"})
    if (kind[0] == each[0] && kind[1] == each[1]) return true;
  return false;
}

std::string_view textOf(std::string_view value) {
  while (!value.empty() && (value.back() == ' ' || value.back() == '\0')) value.remove_suffix(1);
  while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  return value;
}

// Returns the first of the numbers that "\" divides; nothing if there is none.
std::optional<double> firstNumber(std::string_view value) {
  std::string_view text = textOf(value.substr(0, value.find('\\')));
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

// How the elements of a file are encoded.
struct Encoded {
  std::string syntax;  // unique identifier of the transfer syntax
  bool bigEndian = false;
};

// Calls `visit` with each element of the outermost level until it returns false. Elements that are packed are not
// visited.
Encoded visitElements(std::string_view content, const auto& visit) {
  Encoded encoded;
  DicomElements elements(content, kDicomPreamble + 4);
  bool inMeta = true;
  for (;;) {
    // The group 0002 is always explicit and little-endian; what follows is as it says.
    const std::size_t at = elements.place();
    if (inMeta && at + 6 <= content.size() && elements.word(at) != 0x0002) {
      inMeta = false;
      encoded.bigEndian = encoded.syntax == kExplicitBig;
      const auto isLetter = [&](std::size_t i) { return content[i] >= 'A' && content[i] <= 'Z'; };
      elements.take(isLetter(at + 4) && isLetter(at + 5), encoded.bigEndian);
      if (encoded.syntax == kDeflated) return encoded;
    }
    const auto element = elements.next();
    if (!element) return encoded;
    if (element->tag == kTransferSyntax) encoded.syntax = textOf(elements.value(*element));
    if (!visit(elements, *element) || !elements.skip(*element)) return encoded;
  }
}

// Collects what the elements of a data set say about the pixels.
class AttributeReader {
 public:
  void add(const DicomElements& elements, const DicomElement& element, DicomPixels& pixels) {
    const std::string_view value = elements.value(element);
    const auto whole = [&] { return value.size() >= 2 ? static_cast<int>(elements.word(element.begin)) : 0; };
    switch (element.tag) {
      case dicomTag(0x0028, 0x0002):
        pixels.samples = whole();
        break;
      case dicomTag(0x0028, 0x0004):
        pixels.photometric = textOf(value);
        break;
      case dicomTag(0x0028, 0x0006):
        pixels.planar = whole() == 1;
        break;
      case dicomTag(0x0028, 0x0008):
        // The count is checked against the pixels later.
        pixels.frames = static_cast<std::int64_t>(std::clamp(firstNumber(value).value_or(1), 1.0, 1e9));
        break;
      case dicomTag(0x0028, 0x0010):
        pixels.height = whole();
        break;
      case dicomTag(0x0028, 0x0011):
        pixels.width = whole();
        break;
      case dicomTag(0x0028, 0x0100):
        pixels.bitsAllocated = whole();
        break;
      case dicomTag(0x0028, 0x0101):
        pixels.bitsStored = whole();
        break;
      case dicomTag(0x0028, 0x0102):
        pixels.highBit = whole();
        break;
      case dicomTag(0x0028, 0x0103):
        pixels.isSigned = whole() == 1;
        break;
      case dicomTag(0x0028, 0x0120):
        if (value.size() >= 2) padding_ = elements.word(element.begin);
        break;
      case dicomTag(0x0028, 0x1050):
        center_ = firstNumber(value);
        break;
      case dicomTag(0x0028, 0x1051):
        width_ = firstNumber(value);
        break;
      case dicomTag(0x0028, 0x1052):
        pixels.intercept = firstNumber(value).value_or(0);
        break;
      case dicomTag(0x0028, 0x1053):
        pixels.slope = firstNumber(value).value_or(1);
        break;
      default:
        break;
    }
  }

  void finish(DicomPixels& pixels) const {
    if (center_ && width_ && *width_ >= 1) pixels.window = DicomPixels::Window{*center_, *width_};
    if (padding_) pixels.padding = pixels.isSigned ? int{std::bit_cast<std::int16_t>(*padding_)} : int{*padding_};
    if (pixels.slope == 0) pixels.slope = 1;
  }

 private:
  std::optional<double> center_, width_;
  std::optional<std::uint16_t> padding_;
};

}  // namespace

Error damagedDicom(const std::string& what) {
  return fail(ErrorCode::Corrupt, fmt::format("This DICOM image is damaged or cut off: {}.", what));
}

Error unreadDicom(const std::string& what) {
  return fail(ErrorCode::Unsupported, fmt::format("This DICOM image {}, which is not read.", what),
              "Convert it to a picture that is read, for instance: dcmj2pnm +on a.dcm a.png.");
}

std::uint16_t DicomElements::word(std::size_t at) const {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint16_t>(static_cast<std::uint8_t>(content_[i])); };
  return static_cast<std::uint16_t>(big_ ? byte(at) << 8 | byte(at + 1) : byte(at) | byte(at + 1) << 8);
}

std::uint32_t DicomElements::longAt(std::size_t at) const {
  const std::uint32_t first = word(at), second = word(at + 2);
  return big_ ? first << 16 | second : first | second << 16;
}

std::optional<DicomElement> DicomElements::next() {
  if (!holds(8) || ++count_ > kMostElements) return std::nullopt;
  DicomElement element{.tag = dicomTag(word(at_), word(at_ + 2))};
  std::size_t head = 8;
  if (explicit_ && element.tag >> 16 != 0xfffe) {
    element.kind = {content_[at_ + 4], content_[at_ + 5]};
    if (hasLongLength(element.kind)) {
      if (!holds(12)) return std::nullopt;
      element.length = longAt(at_ + 8);
      head = 12;
    } else {
      element.length = word(at_ + 6);
    }
  } else {
    element.length = longAt(at_ + 4);
  }
  at_ += head;
  element.begin = at_;
  return element;
}

bool DicomElements::skip(const DicomElement& element, int depth) {
  if (element.length != kUndefinedLength) {
    if (!holds(element.length)) return false;
    at_ += element.length;
    return true;
  }
  // A value of an unknown kind and of undefined length holds elements without kinds (PS3.5, 6.2.2).
  const bool formerly = explicit_;
  if (element.kind == std::array{'U', 'N'}) explicit_ = false;
  const bool whole = skipItems(depth);
  explicit_ = formerly;
  return whole;
}

bool DicomElements::skipItems(int depth) {
  if (depth > kDeepestSequence) return false;
  while (const auto item = next()) {
    if (item->tag == kSequenceEnd) return true;
    if (item->tag != kDicomItem) return false;
    if (item->length != kUndefinedLength) {
      if (!skip(*item)) return false;
      continue;
    }
    for (;;) {
      const auto inner = next();
      if (!inner) return false;
      if (inner->tag == kItemEnd) break;
      if (!skip(*inner, depth + 1)) return false;
    }
  }
  return false;
}

std::string_view DicomElements::value(const DicomElement& element) const {
  if (element.begin > content_.size() || element.length > content_.size() - element.begin) return {};
  return content_.substr(element.begin, element.length);
}

bool isDicom(std::string_view start) {
  if (start.size() < kDicomPreamble + 4 || start.substr(kDicomPreamble, 4) != "DICM") return false;
  // The first element is one of the group 0002; pixels of another format might spell the four letters.
  constexpr std::string_view kMetaGroup("\x02\0", 2);
  const std::string_view group = start.substr(kDicomPreamble + 4, 2);
  return kMetaGroup.starts_with(group);
}

Result<DicomPixels> readDicom(std::string_view content) {
  if (!isDicom(content)) return fail(ErrorCode::Unsupported, "This is no DICOM file.");
  DicomPixels pixels;
  AttributeReader reader;
  bool whole = false;
  const Encoded encoded = visitElements(content, [&](const DicomElements& elements, const DicomElement& element) {
    whole = element.tag == kPixelData;
    if (whole) {
      pixels.compressed = element.length == kUndefinedLength;
      pixels.begin = element.begin;
      pixels.bytes = std::min<std::size_t>(pixels.compressed ? content.size() : element.length,
                                           content.size() - std::min(element.begin, content.size()));
      pixels.bytesInWords = element.kind == std::array{'O', 'W'};
    }
    reader.add(elements, element, pixels);
    return !whole;
  });
  if (encoded.syntax == kDeflated) return unreadDicom("packs its attributes");
  pixels.transferSyntax = encoded.syntax;
  pixels.bigEndian = encoded.bigEndian;
  pixels.bytesInWords = pixels.bytesInWords && encoded.bigEndian && pixels.bitsAllocated == 8 && !pixels.compressed;
  reader.finish(pixels);
  if (pixels.width > 0 && pixels.height > 0) return pixels;
  if (whole) return damagedDicom("it does not say its size");
  return fail(ErrorCode::Unsupported, "This DICOM file holds no image.",
              "Leave out files that only describe a study, such as DICOMDIR, plans and reports.");
}

std::string patientOfDicom(std::string_view start) {
  std::string patient;
  if (!isDicom(start)) return patient;
  visitElements(start, [&](const DicomElements& elements, const DicomElement& element) {
    if (element.tag == kPatient) patient = textOf(elements.value(element));
    return element.tag < kPatient;
  });
  return patient;
}

}  // namespace fovea
