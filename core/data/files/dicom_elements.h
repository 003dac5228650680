// Why: a DICOM file is a list of elements, in one of several encodings; this walks through them. Source: DICOM PS3.5,
// chapters 7 and 10.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace fovea {

inline constexpr std::size_t kDicomPreamble = 128;
inline constexpr std::uint32_t kUndefinedLength = 0xffffffff;
inline constexpr std::string_view kExplicitLittle = "1.2.840.10008.1.2.1";

constexpr std::uint32_t dicomTag(std::uint32_t group, std::uint32_t element) {
  return group << 16 | element;
}
inline constexpr std::uint32_t kDicomItem = dicomTag(0xfffe, 0xe000);
inline constexpr std::uint32_t kTransferSyntax = dicomTag(0x0002, 0x0010);
inline constexpr std::uint32_t kPixelData = dicomTag(0x7fe0, 0x0010);

Error damagedDicom(const std::string& what);
Error unreadDicom(const std::string& what);

struct DicomElement {
  std::uint32_t tag = 0;
  std::array<char, 2> kind{};  // the value representation, "US"; zeros where the file does not say it
  std::size_t begin = 0;       // of the value
  std::uint32_t length = 0;
};

// Walks through the elements of a data set.
class DicomElements {
 public:
  DicomElements(std::string_view content, std::size_t at) : content_(content), at_(at) {}

  void take(bool explicitKinds, bool bigEndian) {
    explicit_ = explicitKinds;
    big_ = bigEndian;
  }
  std::size_t place() const { return at_; }
  // Returns the number of 16 bits at an offset, which must be in the content.
  std::uint16_t word(std::size_t at) const;
  // Reads the head of the next element; nothing where the content ends.
  std::optional<DicomElement> next();
  // Goes behind the value of an element. Returns false where the content ends before.
  bool skip(const DicomElement& element, int depth = 0);
  // Returns the value; empty if it is not in the content.
  std::string_view value(const DicomElement& element) const;

 private:
  bool holds(std::size_t bytes) const { return at_ <= content_.size() && bytes <= content_.size() - at_; }
  std::uint32_t longAt(std::size_t at) const;
  bool skipItems(int depth);

  std::string_view content_;
  std::size_t at_;
  std::size_t count_ = 0;
  bool explicit_ = true;
  bool big_ = false;
};

}  // namespace fovea
