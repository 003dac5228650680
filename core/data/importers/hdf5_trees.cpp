#include "core/data/importers/hdf5_trees.h"

#include <set>
#include <vector>

namespace fovea {
namespace {

constexpr std::size_t kOverhead = 10;  // bytes of a version 2 node besides its records
constexpr std::uint64_t kDeepestNode = 16;
constexpr std::uint64_t kMostRecords = std::uint64_t{1} << 40;

class RecordTree {
 public:
  explicit RecordTree(const Hdf5Blocks& blocks) : blocks_(blocks) {}

  using Take = std::function<Status(unsigned type, Hdf5Cursor& record)>;

  Status walk(std::uint64_t address, const Take& take) {
    FOVEA_TRY(Hdf5Cursor head,
              blocks_.checked(address, 18 + blocks_.offset() + blocks_.length() + kHdf5Checksum, "BTHD"));
    if (head.number(1) != 0) return newHdf5Form("a tree");
    type_ = static_cast<unsigned>(head.number(1));
    nodeBytes_ = head.number(4);
    recordBytes_ = static_cast<std::size_t>(head.number(2));
    const std::uint64_t depth = head.number(2);
    head.skip(2);
    const std::uint64_t root = head.number(blocks_.offset()), records = head.number(2);
    if (head.cut() || recordBytes_ == 0 || nodeBytes_ <= kOverhead + recordBytes_ || depth > kDeepestNode)
      return damagedHdf5();
    FOVEA_CHECK(measure(depth));
    if (records == 0 || !blocks_.defined(root)) return {};
    return visit(root, records, static_cast<std::size_t>(depth), take);
  }

 private:
  // Capacities of a node at one level of the tree.
  struct Level {
    std::uint64_t most = 0;       // records in a node
    std::uint64_t mostBelow = 0;  // including all nodes below it
    std::size_t pointerBytes = 0;
  };

  Status measure(std::uint64_t depth) {
    levels_ = {{(nodeBytes_ - kOverhead) / recordBytes_, (nodeBytes_ - kOverhead) / recordBytes_, 0}};
    countBytes_ = hdf5Width(levels_[0].most);
    for (std::uint64_t i = 1; i <= depth; ++i) {
      const Level& below = levels_.back();
      Level level;
      level.pointerBytes = blocks_.offset() + countBytes_ + (i > 1 ? hdf5Width(below.mostBelow) : 0);
      if (nodeBytes_ < kOverhead + level.pointerBytes) return damagedHdf5();
      level.most = (nodeBytes_ - kOverhead - level.pointerBytes) / (recordBytes_ + level.pointerBytes);
      if (level.most == 0 || below.mostBelow > kMostRecords) return damagedHdf5();
      level.mostBelow = (level.most + 1) * below.mostBelow + level.most;
      levels_.push_back(level);
    }
    return {};
  }

  Status visit(std::uint64_t address, std::uint64_t records, std::size_t depth, const Take& take) {
    const Level& level = levels_[depth];
    if (records > level.most || !seen_.insert(address).second || seen_.size() > kMostHdf5Nodes) return damagedHdf5();
    const std::uint64_t children = depth > 0 ? (records + 1) * level.pointerBytes : 0;
    const std::uint64_t bytes = kOverhead + records * recordBytes_ + children;
    FOVEA_TRY(Hdf5Cursor node, blocks_.checked(address, bytes, depth > 0 ? "BTIN" : "BTLF"));
    if (node.number(1) != 0 || node.number(1) != type_) return damagedHdf5();
    for (std::uint64_t i = 0; i < records; ++i) {
      Hdf5Cursor record(node.take(recordBytes_));
      FOVEA_CHECK(take(type_, record));
    }
    for (std::uint64_t i = 0; depth > 0 && i <= records; ++i) {
      const std::uint64_t child = node.number(blocks_.offset()), count = node.number(countBytes_);
      node.skip(level.pointerBytes - blocks_.offset() - countBytes_);
      if (node.cut()) return damagedHdf5();
      FOVEA_CHECK(visit(child, count, depth - 1, take));
    }
    return {};
  }

  const Hdf5Blocks& blocks_;
  unsigned type_ = 0;
  std::uint64_t nodeBytes_ = 0;
  std::size_t recordBytes_ = 0;
  std::size_t countBytes_ = 0;  // width of the number of records in a child
  std::vector<Level> levels_;
  std::set<std::uint64_t> seen_;
};

}  // namespace

Status walkHdf5Tree(const Hdf5Blocks& blocks, std::uint64_t root, std::size_t keyBytes, unsigned type,
                    const std::function<Status(Hdf5Cursor& key, std::uint64_t child)>& leaf) {
  std::vector<std::uint64_t> open = {root};
  std::set<std::uint64_t> seen;
  const std::size_t offset = blocks.offset();
  while (!open.empty()) {
    const std::uint64_t address = open.back();
    open.pop_back();
    if (!blocks.defined(address)) continue;
    if (!seen.insert(address).second || seen.size() > kMostHdf5Nodes) return damagedHdf5();
    FOVEA_TRY(Hdf5Cursor head, blocks.at(address, 8 + 2 * offset));
    if (head.number(4) != 0x45455254 || head.number(1) != type) return damagedHdf5();  // "TREE"
    const std::uint64_t level = head.number(1), count = head.number(2);
    FOVEA_TRY(Hdf5Cursor entries, blocks.at(address + 8 + 2 * offset, count * (keyBytes + offset)));
    for (std::uint64_t i = 0; i < count; ++i) {
      Hdf5Cursor key(entries.take(keyBytes));
      const std::uint64_t child = entries.number(offset);
      if (level > 0)
        open.push_back(child);
      else
        FOVEA_CHECK(leaf(key, child));
    }
  }
  return {};
}

Status walkHdf5Records(const Hdf5Blocks& blocks, std::uint64_t address,
                       const std::function<Status(unsigned type, Hdf5Cursor& record)>& take) {
  return RecordTree(blocks).walk(address, take);
}

}  // namespace fovea
