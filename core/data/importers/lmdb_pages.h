// Why: LMDB's own library trusts its files; one from elsewhere may be damaged, and must not take the program with it.
// This reads the pages of a finished database (format 1, as LMDB 0.9 writes it) and believes nothing.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/files/random_file.h"

namespace fovea {

// Where the value of a key lies in the file.
struct LmdbValue {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
};

struct LmdbPages {
  std::shared_ptr<const RandomFile> file;
  std::vector<LmdbValue> values;  // in the order of their keys
  std::uint64_t entries = 0;      // what the database says it holds
};

// The values of the main database of `file`, at most `limit`. Unsupported when it is no LMDB file, Corrupt.
Result<LmdbPages> readLmdb(const std::filesystem::path& file, std::uint64_t limit);

}  // namespace fovea
