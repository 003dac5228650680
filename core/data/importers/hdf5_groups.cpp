#include "core/data/importers/hdf5_groups.h"

#include <algorithm>
#include <optional>

#include "core/data/importers/hdf5_heap.h"
#include "core/data/importers/hdf5_trees.h"

namespace fovea {
namespace {

// Record types of version 2 trees.
constexpr unsigned kByName = 5;
constexpr unsigned kByCreation = 6;
constexpr std::size_t kMostMembers = 100'000;

// Returns the member that a link names; nothing if it refers to another name or file.
Result<std::optional<Hdf5Member>> memberOf(const Hdf5Blocks& blocks, std::vector<std::uint8_t> link) {
  Hdf5Cursor cursor(std::move(link));
  cursor.skip(1);
  const auto flags = static_cast<unsigned>(cursor.number(1));
  if (flags & 8 && cursor.number(1) != 0) return std::optional<Hdf5Member>();
  cursor.skip((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0));
  const auto letters = cursor.take(cursor.number(std::size_t{1} << (flags & 3)));
  const std::uint64_t address = cursor.number(blocks.offset());
  if (cursor.cut()) return damagedHdf5();
  return std::optional(Hdf5Member{std::string(letters.begin(), letters.end()), address});
}

Status addLink(const Hdf5Blocks& blocks, std::vector<std::uint8_t> link, std::vector<Hdf5Member>& members) {
  FOVEA_TRY(auto member, memberOf(blocks, std::move(link)));
  if (member && members.size() == kMostMembers) return damagedHdf5();
  if (member) members.push_back(std::move(*member));
  return {};
}

// Adds the members of a large group in the newer form: a heap of links, and a tree of their positions in it.
Status addFromHeap(const Hdf5Blocks& blocks, const Hdf5Message& info, std::vector<Hdf5Member>& members) {
  Hdf5Cursor cursor(info.data);
  cursor.skip(1);
  const auto flags = static_cast<unsigned>(cursor.number(1));
  cursor.skip(flags & 1 ? 8 : 0);
  const std::uint64_t heapAddress = cursor.number(blocks.offset()), tree = cursor.number(blocks.offset());
  if (cursor.cut()) return damagedHdf5();
  if (!blocks.defined(heapAddress)) return {};
  if (!blocks.defined(tree)) return damagedHdf5();
  FOVEA_TRY(const Hdf5Heap heap, Hdf5Heap::open(blocks, heapAddress));
  return walkHdf5Records(blocks, tree, [&](unsigned type, Hdf5Cursor& record) -> Status {
    if (type != kByName && type != kByCreation) return damagedHdf5();
    record.skip(type == kByName ? 4 : 8);
    FOVEA_TRY(auto link, heap.object(Hdf5Cursor(record.take(record.left()))));
    return addLink(blocks, std::move(link), members);
  });
}

// Adds the members of a group in the older form: a tree of nodes, with names in a heap.
Status addFromSymbols(const Hdf5Blocks& blocks, const Hdf5Message& message, std::vector<Hdf5Member>& members) {
  const std::size_t offset = blocks.offset(), length = blocks.length();
  Hdf5Cursor cursor(message.data);
  const std::uint64_t tree = cursor.number(offset), heapAddress = cursor.number(offset);
  if (cursor.cut()) return damagedHdf5();
  FOVEA_TRY(Hdf5Cursor heap, blocks.at(heapAddress, 8 + 2 * length + offset));
  if (heap.number(4) != 0x50414548) return damagedHdf5();  // "HEAP"
  heap.skip(4);
  const std::uint64_t heapBytes = heap.number(length);
  heap.skip(length);
  FOVEA_TRY(Hdf5Cursor names, blocks.at(heap.number(offset), heapBytes));
  const auto letters = names.take(heapBytes);
  return walkHdf5Tree(blocks, tree, length, 0, [&](Hdf5Cursor&, std::uint64_t leaf) -> Status {
    FOVEA_TRY(Hdf5Cursor head, blocks.at(leaf, 8));
    if (head.number(4) != 0x444f4e53) return damagedHdf5();  // "SNOD"
    head.skip(2);
    const std::uint64_t count = head.number(2);
    FOVEA_TRY(Hdf5Cursor entries, blocks.at(leaf + 8, count * (2 * offset + 24)));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t name = entries.number(offset), address = entries.number(offset);
      const bool link = entries.number(4) == 2;  // link to another name
      entries.skip(20);
      if (name >= letters.size() || members.size() == kMostMembers) return damagedHdf5();
      const auto begin = letters.begin() + static_cast<std::ptrdiff_t>(name);
      if (!link) members.push_back({std::string(begin, std::find(begin, letters.end(), 0)), address});
    }
    return {};
  });
}

}  // namespace

Result<std::vector<Hdf5Member>> readHdf5Members(const Hdf5Blocks& blocks, const std::vector<Hdf5Message>& messages) {
  std::vector<Hdf5Member> members;
  if (const Hdf5Message* symbols = findHdf5Message(messages, kHdf5Symbols)) {
    FOVEA_CHECK(addFromSymbols(blocks, *symbols, members));
    return members;
  }
  if (const Hdf5Message* info = findHdf5Message(messages, kHdf5LinkInfo))
    FOVEA_CHECK(addFromHeap(blocks, *info, members));
  for (const Hdf5Message& message : messages)
    if (message.type == kHdf5Link) FOVEA_CHECK(addLink(blocks, message.data, members));
  return members;
}

}  // namespace fovea
