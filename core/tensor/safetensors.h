// Why: weights on disk in the format that every framework reads.
// Source: the safetensors format: u64 little-endian header length, a JSON header, then the raw tensors.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

struct SafetensorsFile {
  std::vector<std::pair<std::string, Tensor>> tensors;  // in file order
  std::map<std::string, std::string> metadata;

  const Tensor* find(const std::string& name) const;
};

// Reads a whole file. Corrupt when the header is damaged, lies about sizes, overlaps, leaves holes, or the file is cut
// short; the message says which. At most `limit` bytes.
Result<SafetensorsFile> readSafetensors(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{64} << 30);
// The same from memory, for tests and fuzzing.
Result<SafetensorsFile> parseSafetensors(std::string_view bytes);
// Written atomically; tensor data is aligned to 8 bytes as the format advises.
Status writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& content);

}  // namespace fovea
