#include "core/data/importers/hdf5_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

#include "core/data/importers/hdf5_chunks.h"
#include "core/data/importers/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n", 8);
constexpr std::size_t kMostObjects = 10'000;
constexpr std::size_t kMostArrays = 1'000;
constexpr std::size_t kMostMessages = 10'000;
constexpr std::size_t kMostNodes = 1'000'000;
constexpr std::uint64_t kMostHeaderBytes = 16 << 20;
constexpr int kDeepest = 16;
constexpr const char* kNewForm =
    "Save it again as h5py does by default: with h5py.File(name, \"w\"), libver not given, track_order not set.";

Error damaged() {
  return fail(ErrorCode::Corrupt, "It is damaged or cut off.", "Fetch the file again.");
}
Error newForm(const char* what) {
  return fail(ErrorCode::Unsupported, fmt::format("It has {} in a form that is not read.", what), kNewForm);
}

// Little-endian numbers one after the other; beyond the end they are 0 and `cut` says so.
class Reader {
 public:
  explicit Reader(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t number(std::size_t size) {
    if (size > left()) {
      cut_ = true;
      at_ = bytes_.size();
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i)
      value |= static_cast<std::uint64_t>(bytes_[at_ + i]) << (8 * i);
    at_ += size;
    return value;
  }
  void skip(std::uint64_t count) {
    number(static_cast<std::size_t>(std::min<std::uint64_t>(count, bytes_.size() + 1)));
  }
  std::vector<std::uint8_t> take(std::uint64_t count) {
    const std::size_t begin = at_;
    skip(count);
    if (cut_) return {};
    return {bytes_.begin() + static_cast<std::ptrdiff_t>(begin), bytes_.begin() + static_cast<std::ptrdiff_t>(at_)};
  }
  std::size_t left() const { return bytes_.size() - at_; }
  bool cut() const { return cut_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool cut_ = false;
};

struct Message {
  unsigned type = 0;
  bool shared = false;
  std::vector<std::uint8_t> data;
};

enum MessageType : unsigned {
  kSpace = 0x01,
  kLinkInfo = 0x02,
  kType = 0x03,
  kLink = 0x06,
  kLayout = 0x08,
  kFilters = 0x0b,
  kContinuation = 0x10,
  kSymbols = 0x11
};

class File {
 public:
  explicit File(std::shared_ptr<const RandomFile> file) : file_(std::move(file)) {}

  Result<std::vector<NamedArray>> arrays() {
    FOVEA_TRY(const std::uint64_t root, superblock());
    FOVEA_CHECK(visit(root, "", 0));
    std::sort(found_.begin(), found_.end(),
              [](const NamedArray& a, const NamedArray& b) { return naturalLess(a.name, b.name); });
    return std::move(found_);
  }

 private:
  Result<Reader> at(std::uint64_t address, std::uint64_t bytes) const {
    if (address > file_->size() || base_ > file_->size() - address || bytes > file_->size() - address - base_ ||
        bytes > kMostHeaderBytes)
      return damaged();
    std::vector<std::uint8_t> raw(static_cast<std::size_t>(bytes));
    FOVEA_CHECK(file_->read(base_ + address, raw));
    return Reader(std::move(raw));
  }
  bool defined(std::uint64_t address) const {
    return address != (offset_ == 8 ? UINT64_MAX : (std::uint64_t{1} << (8 * offset_)) - 1);
  }

  // The address of the header of the root group.
  Result<std::uint64_t> superblock() {
    for (std::uint64_t place = 0; place + 96 <= file_->size() && place <= 1 << 20; place = place ? 2 * place : 512) {
      base_ = place;
      FOVEA_TRY(Reader reader, at(0, 96));
      const auto start = reader.take(kSignature.size());
      if (std::memcmp(start.data(), kSignature.data(), kSignature.size()) != 0) continue;
      const std::uint64_t version = reader.number(1);
      if (version > 3) return newForm("a superblock");
      if (version < 2) reader.skip(4);
      offset_ = static_cast<std::size_t>(reader.number(1));
      length_ = static_cast<std::size_t>(reader.number(1));
      const auto isSize = [](std::size_t size) { return size == 2 || size == 4 || size == 8; };
      if (!isSize(offset_) || !isSize(length_)) return damaged();
      reader.skip(version < 2 ? 1 + 4 + 4 + (version == 1 ? 4 : 0) : 1);
      reader.skip(version < 2 ? 4 * offset_ + offset_ : 3 * offset_);
      return reader.number(offset_);
    }
    return fail(ErrorCode::Unsupported, "It is no HDF5 file.");
  }

  Result<std::vector<Message>> messages(std::uint64_t address) {
    FOVEA_TRY(Reader start, at(address, 16));
    const bool isNew = start.number(4) == 0x5244484f;  // "OHDR"
    std::vector<Message> found;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;
    unsigned flags = 0;
    if (!isNew) {
      FOVEA_TRY(Reader old, at(address, 16));
      if (old.number(1) != 1) return damaged();
      old.skip(7);
      blocks.emplace_back(address + 16, old.number(4));
    } else {
      start.skip(1);
      flags = static_cast<unsigned>(start.number(1));
      const std::uint64_t prefix = 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
      const std::size_t width = std::size_t{1} << (flags & 3);
      FOVEA_TRY(Reader size, at(address + prefix, width));
      blocks.emplace_back(address + prefix + width, size.number(width));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i > kMostMessages) return damaged();
      const auto [place, bytes] = blocks[i];
      FOVEA_TRY(Reader block, at(place, bytes));
      while (block.left() >= (isNew ? 4 : 8) && found.size() < kMostMessages) {
        Message message;
        message.type = static_cast<unsigned>(block.number(isNew ? 1 : 2));
        const std::uint64_t size = block.number(2);
        message.shared = (block.number(1) & 2) != 0;
        block.skip(isNew ? (flags & 4 ? 2 : 0) : 3);
        message.data = block.take(size);
        if (block.cut()) return damaged();
        if (message.type != kContinuation) {
          found.push_back(std::move(message));
          continue;
        }
        Reader link(std::move(message.data));
        const std::uint64_t next = link.number(offset_), length = link.number(length_);
        if (link.cut() || length < 8) return damaged();
        // In the newer form a signature and a checksum stand around the messages.
        blocks.emplace_back(next + (isNew ? 4 : 0), length - (isNew ? 8 : 0));
      }
    }
    return found;
  }

  Status visit(std::uint64_t address, const std::string& name, int depth) {
    if (!seen_.insert(address).second) return {};  // another name of the same
    if (depth > kDeepest || seen_.size() > kMostObjects)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("It holds more than {} groups and arrays, or too deep ones.", kMostObjects));
    FOVEA_TRY(const auto messages, this->messages(address));
    const auto find = [&](unsigned type) -> const Message* {
      for (const Message& message : messages)
        if (message.type == type) return &message;
      return nullptr;
    };
    if (const Message* layout = find(kLayout))
      return addArray(name, find(kSpace), find(kType), *layout, find(kFilters));
    if (const Message* symbols = find(kSymbols)) return visitSymbols(*symbols, name, depth);
    if (const Message* info = find(kLinkInfo)) {
      Reader reader(info->data);
      reader.skip(1);
      const bool ordered = (reader.number(1) & 1) != 0;
      reader.skip(ordered ? 8 : 0);
      if (defined(reader.number(offset_))) return newForm("groups of many members");
    }
    for (const Message& message : messages)
      if (message.type == kLink) FOVEA_CHECK(visitLink(message, name, depth));
    return {};
  }

  static std::string joined(const std::string& group, const std::string& name) {
    return group.empty() ? name : group + "/" + name;
  }

  Status visitLink(const Message& message, const std::string& group, int depth) {
    Reader reader(message.data);
    reader.skip(1);
    const auto flags = static_cast<unsigned>(reader.number(1));
    if (flags & 8 && reader.number(1) != 0) return {};  // to another name or file
    reader.skip((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0));
    const auto letters = reader.take(reader.number(std::size_t{1} << (flags & 3)));
    const std::uint64_t address = reader.number(offset_);
    if (reader.cut()) return damaged();
    return visit(address, joined(group, std::string(letters.begin(), letters.end())), depth + 1);
  }

  // The members of a group of the older form: a tree of nodes, names in a heap.
  Status visitSymbols(const Message& message, const std::string& group, int depth) {
    Reader reader(message.data);
    const std::uint64_t tree = reader.number(offset_), heapAddress = reader.number(offset_);
    if (reader.cut()) return damaged();
    FOVEA_TRY(Reader heap, at(heapAddress, 8 + 2 * length_ + offset_));
    if (heap.number(4) != 0x50414548) return damaged();  // "HEAP"
    heap.skip(4);
    const std::uint64_t heapBytes = heap.number(length_);
    heap.skip(length_);
    FOVEA_TRY(Reader names, at(heap.number(offset_), heapBytes));
    const auto letters = names.take(heapBytes);
    std::vector<std::uint64_t> leaves;
    FOVEA_CHECK(walkTree(tree, length_, 0, [&](Reader&, std::uint64_t child) {
      leaves.push_back(child);
      return Status();
    }));
    for (const std::uint64_t leaf : leaves) {
      FOVEA_TRY(Reader head, at(leaf, 8));
      if (head.number(4) != 0x444f4e53) return damaged();  // "SNOD"
      head.skip(2);
      const std::uint64_t count = head.number(2);
      FOVEA_TRY(Reader entries, at(leaf + 8, count * (2 * offset_ + 24)));
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t name = entries.number(offset_), address = entries.number(offset_);
        const bool link = entries.number(4) == 2;  // to another name
        entries.skip(20);
        if (name >= letters.size()) return damaged();
        const auto begin = letters.begin() + static_cast<std::ptrdiff_t>(name);
        if (!link)
          FOVEA_CHECK(visit(address, joined(group, std::string(begin, std::find(begin, letters.end(), 0))), depth + 1));
      }
    }
    return {};
  }

  // Calls `leaf` with the key and the child of each entry of the leaves of a tree of version 1.
  template <class Leaf>
  Status walkTree(std::uint64_t root, std::size_t keyBytes, unsigned type, Leaf leaf) {
    std::vector<std::uint64_t> open = {root};
    std::set<std::uint64_t> seen;
    while (!open.empty()) {
      const std::uint64_t address = open.back();
      open.pop_back();
      if (!defined(address)) continue;
      if (!seen.insert(address).second || seen.size() > kMostNodes) return damaged();
      FOVEA_TRY(Reader head, at(address, 8 + 2 * offset_));
      if (head.number(4) != 0x45455254 || head.number(1) != type) return damaged();  // "TREE"
      const std::uint64_t level = head.number(1), count = head.number(2);
      FOVEA_TRY(Reader entries, at(address + 8 + 2 * offset_, count * (keyBytes + offset_)));
      for (std::uint64_t i = 0; i < count; ++i) {
        Reader key(entries.take(keyBytes));
        const std::uint64_t child = entries.number(offset_);
        if (level > 0)
          open.push_back(child);
        else
          FOVEA_CHECK(leaf(key, child));
      }
    }
    return {};
  }

  Status addArray(const std::string& name, const Message* space, const Message* type, const Message& layout,
                  const Message* filters) {
    if (found_.size() == kMostArrays)
      return fail(ErrorCode::InvalidArgument, fmt::format("It holds more than {} arrays.", kMostArrays));
    auto array = readArray(space, type, layout, filters);
    if (!array.ok() && array.error().code == ErrorCode::OutOfMemory) return array.error();
    NamedArray found{name, nullptr, ""};
    if (array.ok())
      found.array = std::move(array).value();
    else
      found.refused = array.error().message;
    found_.push_back(std::move(found));
    return {};
  }

  // Errors are words that follow "it".
  Result<std::shared_ptr<const NumberArray>> readArray(const Message* space, const Message* type, const Message& layout,
                                                       const Message* filters) {
    if (!space || !type) return fail(ErrorCode::Corrupt, "it does not say its type and shape");
    if (type->shared || space->shared) return fail(ErrorCode::Unsupported, "its type is kept apart from it");
    FOVEA_TRY(const std::vector<std::int64_t> shape, shapeOf(space->data));
    FOVEA_TRY(const NumberType number, typeOf(type->data));
    Hdf5Place place;
    if (filters) {
      FOVEA_TRY(place.filters, filtersOf(filters->data));
    }
    FOVEA_CHECK(placeOf(layout.data, shape, number, place));
    return Hdf5Array::make(file_, shape, number, std::move(place));
  }

  Result<std::vector<std::int64_t>> shapeOf(const std::vector<std::uint8_t>& data) const {
    Reader reader(data);
    const std::uint64_t version = reader.number(1), rank = reader.number(1);
    reader.skip(version == 1 ? 6 : 2);
    if (rank == 0) return fail(ErrorCode::Unsupported, "it is a single value");
    std::vector<std::int64_t> shape;
    for (std::uint64_t i = 0; i < rank && !reader.cut(); ++i)
      shape.push_back(static_cast<std::int64_t>(std::min<std::uint64_t>(reader.number(length_), INT64_MAX)));
    if (reader.cut() || version < 1 || version > 2) return fail(ErrorCode::Corrupt, "its shape is damaged");
    return shape;
  }

  static Result<NumberType> typeOf(const std::vector<std::uint8_t>& data) {
    Reader reader(data);
    auto kind = static_cast<unsigned>(reader.number(1)) & 15;
    auto bits = static_cast<unsigned>(reader.number(3));
    std::uint64_t size = reader.number(4);
    const bool named = kind == 8;
    if (named) {  // names for numbers, such as those of true and false: their type follows
      kind = static_cast<unsigned>(reader.number(1)) & 15;
      bits = static_cast<unsigned>(reader.number(3));
      size = reader.number(4);
    }
    if (reader.cut()) return fail(ErrorCode::Corrupt, "its type is damaged");
    if (kind == 3 || kind == 9) return fail(ErrorCode::Unsupported, "it holds texts or rows of different lengths");
    if (kind == 6) return fail(ErrorCode::Unsupported, "it holds records");
    NumberType type{'f', static_cast<std::size_t>(size), (bits & 1) != 0};
    if (kind == 0) type.kind = bits & 8 ? 'i' : 'u';
    reader.skip(2);
    const bool whole = reader.number(2) == 8 * size || kind == 1;
    const bool sized = size == 1 || size == 2 || size == 4 || size == 8;
    if (kind > 1 || !sized || !whole || (kind == 1 && size == 1))
      return fail(ErrorCode::Unsupported, "it holds no numbers of 8, 16, 32 or 64 bits");
    return type;
  }

  static Result<std::vector<int>> filtersOf(const std::vector<std::uint8_t>& data) {
    Reader reader(data);
    const std::uint64_t version = reader.number(1), count = reader.number(1);
    reader.skip(version == 1 ? 6 : 0);
    std::vector<int> filters;
    for (std::uint64_t i = 0; i < count && !reader.cut(); ++i) {
      const auto id = static_cast<int>(reader.number(2));
      const std::uint64_t name = version == 1 || id >= 256 ? reader.number(2) : 0;
      reader.skip(2);
      const std::uint64_t values = reader.number(2);
      reader.skip(version == 1 ? (name + 7) / 8 * 8 : name);
      reader.skip(4 * values + (version == 1 && values % 2 == 1 ? 4 : 0));
      if (id < 1 || id > 3)
        return fail(ErrorCode::Unsupported, fmt::format("it is packed by {}; save it with compression=\"gzip\"",
                                                        id == 32000 ? std::string("lzf")
                                                        : id == 4   ? std::string("szip")
                                                                    : fmt::format("the filter {}", id)));
      filters.push_back(id);
    }
    if (reader.cut()) return fail(ErrorCode::Corrupt, "its filters are damaged");
    return filters;
  }

  Status placeOf(const std::vector<std::uint8_t>& data, const std::vector<std::int64_t>& shape, NumberType type,
                 Hdf5Place& place) {
    Reader reader(data);
    const std::uint64_t version = reader.number(1), kind = reader.number(1);
    if (version < 3 || version > 4 || (version == 4 && kind == 2) || kind > 2)
      return fail(ErrorCode::Unsupported, fmt::format("its layout is of a form that is not read. {}", kNewForm));
    if (kind == 0)
      return fail(ErrorCode::Unsupported, "it is kept within its header; save it with more than a few values");
    if (kind == 1) {
      place.address = reader.number(offset_);
      if (!defined(place.address)) return fail(ErrorCode::Unsupported, "it was never written");
      if (!place.filters.empty() || place.address > file_->size()) return fail(ErrorCode::Corrupt, "it is damaged");
      place.address += base_;
      return {};
    }
    place.kind = Hdf5Place::Kind::Chunks;
    const std::uint64_t axes = reader.number(1);
    const std::uint64_t tree = reader.number(offset_);
    if (axes != shape.size() + 1) return fail(ErrorCode::Corrupt, "its chunks are damaged");
    for (std::size_t i = 0; i < shape.size(); ++i) place.chunk.push_back(static_cast<std::int64_t>(reader.number(4)));
    if (reader.number(4) != type.size || reader.cut() ||
        std::find(place.chunk.begin(), place.chunk.end(), 0) != place.chunk.end())
      return fail(ErrorCode::Corrupt, "its chunks are damaged");
    if (!defined(tree)) return {};
    return walkTree(tree, 8 + 8 * static_cast<std::size_t>(axes), 1, [&](Reader& key, std::uint64_t address) {
      Hdf5Place::Chunk chunk;
      chunk.bytes = key.number(4);
      chunk.unfiltered = static_cast<std::uint32_t>(key.number(4));
      std::vector<std::int64_t> at;
      for (std::size_t i = 0; i < shape.size(); ++i) {
        at.push_back(static_cast<std::int64_t>(key.number(8)));
        if (at[i] < 0 || at[i] % place.chunk[i] != 0) return Status(damaged());
        if (at[i] >= shape[i]) return Status();  // of an array that was once longer
      }
      if (address > file_->size() || place.chunks.size() > kMostNodes) return Status(damaged());
      chunk.address = base_ + address;
      place.chunks[std::move(at)] = chunk;
      return Status();
    });
  }

  std::shared_ptr<const RandomFile> file_;
  std::uint64_t base_ = 0;
  std::size_t offset_ = 8, length_ = 8;  // bytes of an address and of a size
  std::set<std::uint64_t> seen_;
  std::vector<NamedArray> found_;
};

}  // namespace

bool isHdf5File(std::string_view start) {
  return start.starts_with(kSignature) || (start.size() > 512 && start.substr(512).starts_with(kSignature));
}

Result<std::vector<NamedArray>> readHdf5File(const fs::path& path) {
  FOVEA_TRY(auto file, RandomFile::open(path));
  auto arrays = File(std::move(file)).arrays();
  if (!arrays.ok()) return arrays.error().within(displayName(path.filename().string()));
  return arrays;
}

}  // namespace fovea
