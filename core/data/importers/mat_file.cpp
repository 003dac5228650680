#include "core/data/importers/mat_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "core/data/files/random_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeader = 128;
constexpr std::size_t kMostVariables = 1000;
constexpr std::size_t kLongestVariableName = 4096;
constexpr std::size_t kPiece = 1 << 20;  // memory is allocated in steps while data arrives
constexpr int kDeepestStructure = 8;
enum Tag : std::uint32_t { kMatrix = 14, kCompressed = 15 };
constexpr std::uint32_t kStructure = 2;  // the class of an array

Error damagedMat() {
  return fail(ErrorCode::Corrupt, "It is damaged or cut off.", "Fetch the file again.");
}

NumberType numberTypeOf(std::uint32_t tag, bool big) {
  static constexpr NumberType kTypes[] = {{'i', 1, false}, {'u', 1, false}, {'i', 2, false}, {'u', 2, false},
                                          {'i', 4, false}, {'u', 4, false}, {'f', 4, false}, {'f', 0, false},
                                          {'f', 8, false}, {'f', 0, false}, {'f', 0, false}, {'i', 8, false},
                                          {'u', 8, false}};
  if (tag < 1 || tag > 13) return {'f', 0, false};
  NumberType type = kTypes[tag - 1];
  type.bigEndian = big;
  return type;
}

// A stream of bytes, from the file or from decompressed data in it.
class Stream {
 public:
  virtual ~Stream() = default;
  Status read(std::span<std::uint8_t> target) {
    position_ += target.size();
    return readBytes(target);
  }
  // Bytes read so far.
  std::uint64_t position() const { return position_; }
  Status skip(std::uint64_t count) {
    std::vector<std::uint8_t> unused(static_cast<std::size_t>(std::min<std::uint64_t>(count, kPiece)));
    for (; count > 0; count -= std::min<std::uint64_t>(count, unused.size()))
      FOVEA_CHECK(read({unused.data(), static_cast<std::size_t>(std::min<std::uint64_t>(count, unused.size()))}));
    return {};
  }

 protected:
  virtual Status readBytes(std::span<std::uint8_t> target) = 0;

 private:
  std::uint64_t position_ = 0;
};

class FileStream : public Stream {
 public:
  FileStream(const RandomFile& file, std::uint64_t begin, std::uint64_t end) : file_(file), at_(begin), end_(end) {}
  // Reads up to the size of `target`; fewer bytes at the end.
  Result<std::size_t> readSome(std::span<std::uint8_t> target) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(target.size(), end_ - at_));
    FOVEA_CHECK(read(target.first(count)));
    return count;
  }

 protected:
  Status readBytes(std::span<std::uint8_t> target) override {
    if (target.size() > end_ - at_) return damagedMat();
    FOVEA_CHECK(file_.read(at_, target));
    at_ += target.size();
    return {};
  }

 private:
  const RandomFile& file_;
  std::uint64_t at_, end_;
};

class PackedStream : public Stream {
 public:
  PackedStream(const RandomFile& file, std::uint64_t begin, std::uint64_t end)
      : packed_(file, begin, end), buffer_(64 << 10) {
    ready_ = inflateInit(&zlib_) == Z_OK;
  }
  ~PackedStream() override {
    if (ready_) inflateEnd(&zlib_);
  }
  PackedStream(const PackedStream&) = delete;
  PackedStream& operator=(const PackedStream&) = delete;

 protected:
  Status readBytes(std::span<std::uint8_t> target) override {
    if (!ready_) return fail(ErrorCode::OutOfMemory, "There is not enough memory to unpack it.");
    while (!target.empty()) {
      if (zlib_.avail_in == 0) {
        FOVEA_TRY(const std::size_t count, packed_.readSome(buffer_));
        zlib_.next_in = buffer_.data();
        zlib_.avail_in = static_cast<uInt>(count);
        if (count == 0) return damagedMat();
      }
      const std::size_t wanted = std::min<std::size_t>(target.size(), kPiece);
      zlib_.next_out = target.data();
      zlib_.avail_out = static_cast<uInt>(wanted);
      const int code = inflate(&zlib_, Z_NO_FLUSH);
      const std::size_t got = wanted - zlib_.avail_out;
      target = target.subspan(got);
      if (code != Z_OK && !(code == Z_STREAM_END && target.empty())) return damagedMat();
      if (got == 0 && zlib_.avail_in > 0) return damagedMat();
    }
    return {};
  }

 private:
  FileStream packed_;
  std::vector<std::uint8_t> buffer_;
  z_stream zlib_{};
  bool ready_ = false;
};

std::uint64_t wholeAt(const std::uint8_t* bytes, std::size_t size, bool big) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[big ? i : size - 1 - i];
  return value;
}

// One element: its type, its bytes, and the padding up to the next one.
struct Part {
  std::uint32_t type = 0;
  std::uint64_t bytes = 0;
  std::uint8_t within[4] = {};  // bytes of a small element, which contains them
  bool small = false;
};

// Reads variables into `found`.
class VariableReader {
 public:
  VariableReader(Stream& stream, bool big, std::vector<NamedArray>& found)
      : stream_(stream), big_(big), found_(found) {}

  // Reads the variable that begins with the next element, a structure as its fields; another element is no variable.
  // `wanted` decides by name whether to read its numbers.
  Status read(const std::function<bool(const std::string&)>& wanted) {
    FOVEA_TRY(const Part matrix, part());
    if (matrix.type != kMatrix || matrix.small) return {};
    FOVEA_TRY(Head head, readHead());
    if (head.name.empty() || !wanted(head.name)) return {};
    return readValue(std::move(head), 0);
  }

 private:
  struct Head {
    std::uint32_t flags = 0;
    std::vector<std::int64_t> axes;
    std::string name;  // empty for a field
  };

  Result<Head> readHead() {
    Head head;
    FOVEA_TRY(const Part flags, part());
    if (flags.bytes != 8 || flags.small) return damagedMat();
    std::uint8_t raw[8] = {};
    FOVEA_CHECK(stream_.read(raw));
    head.flags = static_cast<std::uint32_t>(wholeAt(raw, 4, big_));
    FOVEA_TRY(const Part dims, part());
    if (dims.bytes % 4 != 0 || dims.bytes > 4 * 32) return damagedMat();
    FOVEA_TRY(const auto extents, bytesOf(dims));
    for (std::size_t i = 0; i < extents.size(); i += 4)
      head.axes.push_back(static_cast<std::int32_t>(wholeAt(extents.data() + i, 4, big_)));
    FOVEA_TRY(const Part title, part());
    if (title.bytes > kLongestVariableName) return damagedMat();
    FOVEA_TRY(const auto letters, bytesOf(title));
    head.name.assign(letters.begin(), letters.end());
    return head;
  }

  // Reads what follows the head: a structure of one element as its fields, named "name/field", an array as it is.
  Status readValue(Head head, int depth) {
    const bool one = std::all_of(head.axes.begin(), head.axes.end(), [](std::int64_t extent) { return extent == 1; });
    if ((head.flags & 0xff) == kStructure && one && depth < kDeepestStructure) return readFields(head.name, depth + 1);
    if (found_.size() >= kMostVariables)
      return fail(ErrorCode::InvalidArgument, fmt::format("There are more than {} variables.", kMostVariables));
    NamedArray array;
    array.name = std::move(head.name);
    array.refused = reasonAgainst(head.flags);
    if (array.refused.empty()) FOVEA_CHECK(readNumbers(std::move(head.axes), array));
    found_.push_back(std::move(array));
    return {};
  }

  // The names of the fields all have the same length, filled up with zeros. A field without a value is an element of no
  // bytes.
  Status readFields(const std::string& structure, int depth) {
    FOVEA_TRY(const Part lengthPart, part());
    if (lengthPart.bytes != 4) return damagedMat();
    FOVEA_TRY(const auto lengthBytes, bytesOf(lengthPart));
    const auto length = static_cast<std::size_t>(wholeAt(lengthBytes.data(), 4, big_));
    FOVEA_TRY(const Part namesPart, part());
    if (length == 0 || length > kLongestVariableName || namesPart.bytes % length != 0 ||
        namesPart.bytes / length > kMostVariables)
      return damagedMat();
    FOVEA_TRY(const auto names, bytesOf(namesPart));
    for (std::size_t at = 0; at < names.size(); at += length) {
      const auto begin = names.begin() + static_cast<std::ptrdiff_t>(at);
      const std::string field(begin, std::find(begin, begin + static_cast<std::ptrdiff_t>(length), 0));
      FOVEA_TRY(const Part matrix, part());
      if (matrix.type != kMatrix) return damagedMat();
      if (matrix.bytes == 0) continue;
      const std::uint64_t end = stream_.position() + matrix.bytes;
      FOVEA_TRY(Head head, readHead());
      head.name = structure + "/" + field;
      FOVEA_CHECK(readValue(std::move(head), depth));
      if (stream_.position() > end) return damagedMat();
      FOVEA_CHECK(stream_.skip(end - stream_.position()));
    }
    return {};
  }

  static std::string reasonAgainst(std::uint32_t flags) {
    const std::uint32_t kind = flags & 0xff;
    if (flags & 0x0800) return "it holds complex numbers";
    if (kind == 1) return "it is a cell array";
    if (kind == kStructure) return "it is a structure of several elements";
    if (kind == 3) return "it is an object";
    if (kind == 4) return "it holds text";
    if (kind == 5) return "it is a sparse array";
    return kind >= 6 && kind <= 15 ? "" : "it is no array of numbers";
  }

  Result<Part> part() {
    std::uint8_t raw[8] = {};
    FOVEA_CHECK(stream_.read(raw));
    Part part;
    part.type = static_cast<std::uint32_t>(wholeAt(raw, 4, big_));
    part.bytes = wholeAt(raw + 4, 4, big_);
    if (part.type >> 16 == 0) return part;
    part.small = true;
    part.bytes = part.type >> 16;
    part.type &= 0xffff;
    if (part.bytes > 4) return damagedMat();
    std::memcpy(part.within, raw + 4, 4);
    return part;
  }
  Result<std::vector<std::uint8_t>> bytesOf(const Part& part, bool last = false) {
    if (part.small) return std::vector<std::uint8_t>(part.within, part.within + part.bytes);
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < part.bytes) {
      const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, part.bytes - bytes.size()));
      // Capacity doubles, so that adding pieces does not copy all bytes each time.
      if (bytes.capacity() < bytes.size() + piece)
        bytes.reserve(static_cast<std::size_t>(
            std::min<std::uint64_t>(part.bytes, std::max(2 * bytes.capacity(), bytes.size() + piece))));
      bytes.resize(bytes.size() + piece);
      FOVEA_CHECK(stream_.read({bytes.data() + bytes.size() - piece, piece}));
    }
    if (!last) FOVEA_CHECK(stream_.skip((8 - part.bytes % 8) % 8));
    return bytes;
  }

  Status readNumbers(std::vector<std::int64_t> axes, NamedArray& into) {
    FOVEA_TRY(const Part numbers, part());
    const NumberType type = numberTypeOf(numbers.type, big_);
    if (type.size == 0) return damagedMat();
    if (static_cast<std::int64_t>(numbers.bytes) > kMostMatBytes) {
      into.refused = fmt::format("it takes more than {} GB", kMostMatBytes >> 30);
      return {};
    }
    FOVEA_TRY(auto bytes, bytesOf(numbers, true));
    auto array = ColumnArray::make(std::move(axes), type, std::move(bytes));
    if (!array.ok()) return array.error();
    into.array = std::move(array).value();
    return {};
  }

  Stream& stream_;
  const bool big_;
  std::vector<NamedArray>& found_;
};

}  // namespace

Result<std::shared_ptr<const ColumnArray>> ColumnArray::make(std::vector<std::int64_t> axes, NumberType type,
                                                             std::vector<std::uint8_t> bytes) {
  auto array = std::make_shared<ColumnArray>();
  array->type_ = type;
  if (!array->setShape(axes)) return damagedMat();
  if (static_cast<std::uint64_t>(array->rowSize_ * array->rows()) * type.size != bytes.size()) return damagedMat();
  array->axes_ = std::move(axes);
  for (std::size_t i = 0; type.kind == 'f' && !array->fractions_ && i < bytes.size(); i += type.size) {
    const double value = numberAt(bytes.data() + i, type);
    array->fractions_ = value != std::floor(value);
  }
  array->bytes_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  return array->withRows(0);
}

std::shared_ptr<const ColumnArray> ColumnArray::withRows(std::size_t axis) const {
  auto turned = std::make_shared<ColumnArray>(*this);
  std::vector<std::size_t> strides(axes_.size());
  std::size_t stride = type_.size;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    strides[i] = stride;
    stride *= static_cast<std::size_t>(axes_[i]);
  }
  std::vector<std::int64_t> shape = {axes_[axis]};
  turned->strides_ = {strides[axis]};
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (i != axis && axes_[i] != 1) {
      shape.push_back(axes_[i]);
      turned->strides_.push_back(strides[i]);
    }
  turned->setShape(shape);
  return turned;
}

Status ColumnArray::readRaw(std::int64_t row, std::span<std::uint8_t> bytes) const {
  const std::size_t axes = shape_.size(), size = type_.size;
  std::vector<std::int64_t> place(axes);
  place[0] = row;
  std::size_t from = static_cast<std::size_t>(row) * strides_[0];
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    if (from + size > bytes_->size()) return damagedMat();
    std::memcpy(bytes.data() + at, bytes_->data() + from, size);
    for (std::size_t axis = axes; axis-- > 0;) {
      from += strides_[axis];
      if (++place[axis] < shape_[axis] || axis == 0) break;
      from -= strides_[axis] * static_cast<std::size_t>(shape_[axis]);
      place[axis] = 0;
    }
  }
  return {};
}

bool isMatFile(std::string_view start) {
  const auto order = start.size() >= kHeader ? start.substr(126, 2) : std::string_view();
  return order == "IM" || order == "MI";
}

Result<std::vector<NamedArray>> readMatFile(const fs::path& path, const std::vector<std::string>& names) {
  FOVEA_TRY(const auto file, RandomFile::open(path));
  const std::string shown = displayName(path.filename().string());
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(kHeader, file->size())), '\0');
  FOVEA_CHECK(file->read(0, {reinterpret_cast<std::uint8_t*>(start.data()), start.size()}));
  if (!isMatFile(start))
    return fail(ErrorCode::Unsupported, fmt::format("{} is no MATLAB file of level 5 or later.", shown),
                "In MATLAB save it with save(name, ..., \"-v7\").");
  const bool big = start[126] == 'M';
  const auto wanted = [&](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<NamedArray> found;
  for (std::uint64_t at = kHeader; at + 8 <= file->size();) {
    std::uint8_t tag[8] = {};
    FOVEA_CHECK(file->read(at, tag));
    const std::uint64_t type = wholeAt(tag, 4, big), bytes = wholeAt(tag + 4, 4, big);
    if ((type != kMatrix && type != kCompressed) || bytes > file->size() - at - 8) return damagedMat().within(shown);
    FileStream plain(*file, at, at + 8 + bytes);
    PackedStream packed(*file, at + 8, at + 8 + bytes);
    VariableReader reader(type == kCompressed ? static_cast<Stream&>(packed) : plain, big, found);
    if (const Status read = reader.read(wanted); !read.ok()) return read.error().within(shown);
    at += 8 + bytes;
  }
  return found;
}

}  // namespace fovea
