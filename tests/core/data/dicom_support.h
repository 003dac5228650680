// Why: tests make DICOM files element by element (PS3.5, 7.1), in every encoding.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::test {

struct DicomForm {
  bool explicitKinds = true;
  bool bigEndian = false;
  std::string syntax = "1.2.840.10008.1.2.1";
};

// Writes the elements of a data set.
class DicomWriter {
 public:
  explicit DicomWriter(DicomForm form = {}) : form_(std::move(form)) {}

  std::string number(std::uint64_t value, int size) const {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * (form_.bigEndian ? size - 1 - i : i)));
    return bytes;
  }
  DicomWriter& add(unsigned group, unsigned element, std::string_view kind, std::string value,
                   bool undefinedLength = false) {
    if (value.size() % 2 == 1) value += kind == "OB" || kind == "UI" ? '\0' : ' ';
    const bool isLong = kind == "OB" || kind == "OW" || kind == "SQ" || kind == "UN";
    bytes_ += number(group, 2) + number(element, 2);
    if (form_.explicitKinds) bytes_ += kind;
    if (form_.explicitKinds && isLong) bytes_ += number(0, 2);
    const std::uint64_t length = undefinedLength ? 0xffffffff : value.size();
    bytes_ += number(length, form_.explicitKinds && !isLong ? 2 : 4) + value;
    return *this;
  }
  DicomWriter& whole(unsigned element, int value) { return add(0x0028, element, "US", number(unsigned(value), 2)); }
  DicomWriter& text(unsigned element, std::string_view kind, const std::string& value) {
    return add(0x0028, element, kind, value);
  }
  const std::string& bytes() const { return bytes_; }

  // The bytes with the preamble and the meta group in front.
  std::string file() const {
    DicomWriter meta;
    meta.add(0x0002, 0x0010, "UI", form_.syntax);
    return std::string(128, '\0') + "DICM" + meta.bytes() + bytes_;
  }

 private:
  DicomForm form_;
  std::string bytes_;
};

struct DicomPicture {
  int width = 0, height = 0;
  std::vector<int> values{};  // of all frames
  int bits = 16, stored = 12;
  bool isSigned = false;
  int samples = 1;
  int frames = 1;
  bool planar = false;
  std::string photometric = "MONOCHROME2";
  std::string center{}, widthOfWindow{}, slope{}, intercept{}, patient{};
};

inline void addAttributes(DicomWriter& writer, const DicomPicture& picture) {
  if (!picture.patient.empty()) writer.add(0x0010, 0x0020, "LO", picture.patient);
  writer.whole(0x0002, picture.samples).text(0x0004, "CS", picture.photometric);
  if (picture.samples == 3) writer.whole(0x0006, picture.planar);
  if (picture.frames > 1) writer.text(0x0008, "IS", std::to_string(picture.frames));
  writer.whole(0x0010, picture.height).whole(0x0011, picture.width).whole(0x0100, picture.bits);
  writer.whole(0x0101, picture.stored).whole(0x0102, picture.stored - 1).whole(0x0103, picture.isSigned);
  if (!picture.center.empty()) writer.text(0x1050, "DS", picture.center).text(0x1051, "DS", picture.widthOfWindow);
  if (!picture.slope.empty()) writer.text(0x1052, "DS", picture.intercept).text(0x1053, "DS", picture.slope);
}

inline std::string dicomFile(const DicomPicture& picture, const DicomForm& form = {}) {
  DicomWriter writer(form);
  addAttributes(writer, picture);
  std::string pixels;
  for (const int value : picture.values) pixels += writer.number(static_cast<std::uint64_t>(value), picture.bits / 8);
  writer.add(0x7fe0, 0x0010, picture.bits == 8 ? "OB" : "OW", pixels);
  return writer.file();
}

// A grey picture of one frame, each byte plane of which is packed by run lengths (PS3.5, annex G) in literal runs.
inline std::string packedDicomFile(const DicomPicture& picture) {
  DicomWriter writer({.syntax = "1.2.840.10008.1.2.5"});
  addAttributes(writer, picture);
  const int planes = picture.bits / 8;
  std::string data, offsets = writer.number(unsigned(planes), 4);
  for (int plane = planes - 1; plane >= 0; --plane) {
    offsets += writer.number(64 + data.size(), 4);
    for (const int value : picture.values) data += std::string{'\0', static_cast<char>(value >> (8 * plane))};
    if (data.size() % 2 == 1) data += '\0';
  }
  offsets.resize(64, '\0');
  const auto item = [&](unsigned element, const std::string& value) {
    return writer.number(0xfffe, 2) + writer.number(element, 2) + writer.number(value.size(), 4) + value;
  };
  writer.add(0x7fe0, 0x0010, "OB", item(0xe000, "") + item(0xe000, offsets + data) + item(0xe0dd, ""), true);
  return writer.file();
}

}  // namespace fovea::test
