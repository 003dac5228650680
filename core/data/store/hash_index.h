// Why: an import looks up the content of every sample among all earlier ones; an index of a million contents must fit
// in little memory.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/data/store/content_hash.h"

namespace fovea {

// A small value for each of many hashes: open addressing, at most two thirds full, 24 bytes an entry.
class HashIndex {
 public:
  std::optional<std::uint8_t> find(const ContentHash& hash) const;
  // Keeps the first value that is added for a hash.
  void add(const ContentHash& hash, std::uint8_t value);
  std::size_t size() const { return size_; }

 private:
  struct Place {
    ContentHash hash;
    std::uint8_t used = 0;
    std::uint8_t value = 0;
  };
  std::size_t placeOf(const ContentHash& hash) const;
  void grow();
  std::vector<Place> places_;
  std::size_t size_ = 0;
};

}  // namespace fovea
