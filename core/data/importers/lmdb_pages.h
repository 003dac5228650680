// Why: LMDB's own library trusts its files, so a damaged one could end the program. This reads the pages of a finished
// database (format 1, as LMDB 0.9 writes it) and verifies everything.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/files/random_file.h"

namespace fovea {

// The location of the value of a key in the file.
struct LmdbValue {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
};

struct LmdbPages {
  std::shared_ptr<const RandomFile> file;
  std::vector<LmdbValue> values;  // in the order of their keys
  std::uint64_t entries = 0;      // the number of entries that the database states
};

// Reads the values of the main database of `file`, at most `limit`. Fails with Unsupported if it is not an LMDB file,
// or with Corrupt.
Result<LmdbPages> readLmdb(const std::filesystem::path& file, std::uint64_t limit);

}  // namespace fovea
