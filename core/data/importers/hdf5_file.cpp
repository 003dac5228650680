#include "core/data/importers/hdf5_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/hdf5_groups.h"
#include "core/data/importers/hdf5_layout.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kUserBlock = 512;  // size of the header that MATLAB puts first
constexpr std::size_t kMostObjects = 10'000;
constexpr std::size_t kMostArrays = 1'000;
constexpr int kDeepestGroup = 16;

// Visits all groups of a file.
class GroupWalk {
 public:
  explicit GroupWalk(const Hdf5Blocks& blocks) : blocks_(blocks) {}

  Result<std::vector<NamedArray>> arrays() {
    FOVEA_CHECK(visit(blocks_.root(), "", 0));
    std::sort(found_.begin(), found_.end(),
              [](const NamedArray& a, const NamedArray& b) { return naturalLess(a.name, b.name); });
    return std::move(found_);
  }

 private:
  Status visit(std::uint64_t address, const std::string& name, int depth) {
    if (!seen_.insert(address).second) return {};  // another name of the same object
    if (depth > kDeepestGroup || seen_.size() > kMostObjects)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("It holds more than {} groups and arrays, or too deep ones.", kMostObjects));
    FOVEA_TRY(const auto messages, readHdf5Messages(blocks_, address));
    if (findHdf5Message(messages, kHdf5Layout)) return addArray(name, messages);
    FOVEA_TRY(const auto members, readHdf5Members(blocks_, messages));
    for (const Hdf5Member& member : members)
      FOVEA_CHECK(visit(member.address, name.empty() ? member.name : name + "/" + member.name, depth + 1));
    return {};
  }

  Status addArray(const std::string& name, const std::vector<Hdf5Message>& messages) {
    if (found_.size() == kMostArrays)
      return fail(ErrorCode::InvalidArgument, fmt::format("It holds more than {} arrays.", kMostArrays));
    auto array = readHdf5Array(blocks_, messages);
    if (!array.ok() && array.error().code == ErrorCode::OutOfMemory) return array.error();
    NamedArray found{name, nullptr, ""};
    if (array.ok())
      found.array = std::move(array).value();
    else
      found.refused = array.error().message;
    found_.push_back(std::move(found));
    return {};
  }

  const Hdf5Blocks& blocks_;
  std::set<std::uint64_t> seen_;
  std::vector<NamedArray> found_;
};

}  // namespace

bool isHdf5File(std::string_view start) {
  return start.starts_with(kHdf5Signature) ||
         (start.size() > kUserBlock && start.substr(kUserBlock).starts_with(kHdf5Signature));
}

Result<std::vector<NamedArray>> readHdf5File(const fs::path& path) {
  FOVEA_TRY(auto file, RandomFile::open(path));
  const auto blocks = Hdf5Blocks::open(std::move(file));
  if (!blocks.ok()) return blocks.error().within(displayName(path.filename().string()));
  auto arrays = GroupWalk(*blocks).arrays();
  if (!arrays.ok()) return arrays.error().within(displayName(path.filename().string()));
  return arrays;
}

}  // namespace fovea
