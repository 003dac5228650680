#include "core/data/importers/mat_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/mat_file.h"
#include "core/data/importers/mat_stream.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostRecordArrays = 1000;
constexpr std::size_t kLongestRecordText = 4096;  // longer texts count as values of another form
constexpr int kDeepestRecord = 8;
enum TextType : std::uint32_t { kTextInt8 = 1, kTextUInt8 = 2, kTextUInt16 = 4, kTextUtf8 = 16 };

// Appends a code point as UTF-8.
void appendCode(std::uint32_t code, std::string& text) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xe0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class RecordReader {
 public:
  RecordReader(MatElements& elements, std::vector<MatRecords>& found, std::size_t& values)
      : elements_(elements), found_(found), values_(values) {}

  // Reads the variable that begins with the next element; ignores variables of other forms.
  Status read() {
    FOVEA_TRY(const MatPart matrix, elements_.part());
    if (matrix.type != kMatMatrix || matrix.small) return {};
    FOVEA_TRY(MatHead head, elements_.head());
    return head.name.empty() ? Status() : readArrays(std::move(head), 0);
  }

 private:
  static std::size_t countOf(const MatHead& head) {
    std::size_t count = 1;
    for (const std::int64_t extent : head.axes) {
      if (extent <= 0) return 0;
      count = std::min(count * static_cast<std::size_t>(extent), kMostMatValuesOfRecords + 1);
    }
    return count;
  }

  // Reads a structure or cell array after its head. Searches a structure of one element for further ones.
  Status readArrays(MatHead head, int depth) {
    const bool structure = head.kind() == kMatStructure;
    if ((!structure && head.kind() != kMatCell) || depth > kDeepestRecord) return {};
    const std::size_t count = countOf(head);
    MatRecords records;
    records.name = std::move(head.name);
    records.fields = {""};
    if (structure) {
      FOVEA_TRY(records.fields, elements_.fieldNames());
    }
    const bool descends = structure && count == 1;
    for (std::size_t i = 0; i < count; ++i)
      for (const std::string& field : records.fields) {
        if (++values_ > kMostMatValuesOfRecords)
          return fail(ErrorCode::InvalidArgument,
                      fmt::format("It holds more than {} values of structures and cells.", kMostMatValuesOfRecords));
        FOVEA_TRY(MatValue value, readValue(descends ? records.name + "/" + field : "", depth));
        records.values.push_back(std::move(value));
      }
    if (found_.size() >= kMostRecordArrays) return damagedMat();
    found_.push_back(std::move(records));
    return {};
  }

  // Reads the next element as a value. `path` is the name under which to keep arrays of structures in it; empty: they
  // are not kept.
  Result<MatValue> readValue(const std::string& path, int depth) {
    FOVEA_TRY(const MatPart matrix, elements_.part());
    if (matrix.type != kMatMatrix) return damagedMat();
    MatValue value;
    if (matrix.bytes == 0) return value;
    const std::uint64_t end = elements_.position() + matrix.bytes;
    FOVEA_TRY(MatHead head, elements_.head());
    const std::size_t count = countOf(head);
    const std::uint32_t kind = head.kind();
    if (kind == kMatText && count <= kLongestRecordText) {
      FOVEA_TRY(value.text, readText(count));
    } else if (kind >= 6 && kind <= 15 && count == 1 && !head.isComplex()) {
      FOVEA_TRY(value.number, readNumber());
    } else if (kind == kMatCell && count == 1 && depth < kDeepestRecord) {
      FOVEA_TRY(value, readValue("", depth + 1));
    } else if (!path.empty()) {
      head.name = path;
      FOVEA_CHECK(readArrays(std::move(head), depth + 1));
    }
    FOVEA_CHECK(elements_.skipTo(end));
    return value;
  }

  Result<std::optional<double>> readNumber() {
    FOVEA_TRY(const MatPart part, elements_.part());
    const NumberType type = matNumberType(part.type, elements_.big());
    if (type.size == 0 || part.bytes != type.size) return damagedMat();
    FOVEA_TRY(const auto bytes, elements_.bytesOf(part, true));
    return std::optional(numberAt(bytes.data(), type));
  }

  Result<std::optional<std::string>> readText(std::size_t count) {
    std::optional<std::string> text("");
    if (count == 0) return text;
    FOVEA_TRY(const MatPart part, elements_.part());
    if (part.bytes > 4 * kLongestRecordText) return damagedMat();
    FOVEA_TRY(const auto bytes, elements_.bytesOf(part, true));
    switch (part.type) {
      case kTextInt8:
      case kTextUInt8:
      case kTextUtf8:
        text->assign(bytes.begin(), bytes.end());
        return text;
      case kTextUInt16:
        for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
          appendCode(static_cast<std::uint32_t>(matWholeAt(bytes.data() + i, 2, elements_.big())), *text);
        return text;
      default:
        return std::optional<std::string>();
    }
  }

  MatElements& elements_;
  std::vector<MatRecords>& found_;
  std::size_t& values_;  // of all variables together
};

}  // namespace

std::optional<std::size_t> MatRecords::fieldNamed(const std::string& wanted) const {
  const auto found = std::find(fields.begin(), fields.end(), wanted);
  return found == fields.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - fields.begin()));
}

Result<std::vector<MatRecords>> readMatRecords(const fs::path& path) {
  std::vector<MatRecords> found;
  std::size_t values = 0;
  FOVEA_CHECK(
      eachMatVariable(path, [&](MatElements& elements) { return RecordReader(elements, found, values).read(); }));
  return found;
}

std::optional<MatRecords> findMatRecords(const fs::path& path, const std::string& name) {
  auto records = readMatRecords(path);
  if (!records.ok()) return std::nullopt;
  for (MatRecords& each : *records)
    if (each.name == name) return std::move(each);
  return std::nullopt;
}

}  // namespace fovea
