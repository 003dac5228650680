#include "core/data/importers/hdf5_objects.h"

#include <fmt/format.h>

#include "core/data/importers/hdf5_layout.h"

namespace fovea {
namespace fs = std::filesystem;

Result<Hdf5Objects> Hdf5Objects::open(const fs::path& path) {
  FOVEA_TRY(auto file, RandomFile::open(path));
  FOVEA_TRY(Hdf5Blocks blocks, Hdf5Blocks::open(std::move(file)));
  return Hdf5Objects(std::move(blocks));
}

Result<Hdf5Object> Hdf5Objects::read(std::uint64_t address, std::int64_t most) const {
  FOVEA_TRY(const auto messages, readHdf5Messages(blocks_, address));
  Hdf5Object object;
  if (!findHdf5Message(messages, kHdf5Layout)) {
    object.isGroup = true;
    FOVEA_TRY(object.members, readHdf5Members(blocks_, messages));
    return object;
  }
  const bool refers = holdsHdf5References(messages);
  FOVEA_TRY(const auto array, refers ? readHdf5References(blocks_, messages) : readHdf5Array(blocks_, messages));
  const std::int64_t size = array->rowSize();
  if (array->rows() > most / std::max<std::int64_t>(1, size))
    return fail(ErrorCode::InvalidArgument, fmt::format("an array in it has more than {} elements", most));
  const auto count = static_cast<std::size_t>(array->rows() * size);
  if (!refers) {
    object.numbers.resize(count);
    FOVEA_CHECK(array->read(0, object.numbers));
    return object;
  }
  std::vector<std::uint8_t> bytes(count * array->type().size);
  FOVEA_CHECK(array->readRaw(0, bytes));
  Hdf5Cursor cursor(std::move(bytes));
  while (object.references.size() < count) object.references.push_back(cursor.number(array->type().size));
  return object;
}

std::uint64_t addressOfMember(const Hdf5Object& group, std::string_view name) {
  for (const Hdf5Member& member : group.members)
    if (member.name == name) return member.address;
  return 0;
}

}  // namespace fovea
