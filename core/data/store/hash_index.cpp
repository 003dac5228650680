#include "core/data/store/hash_index.h"

#include <utility>

namespace fovea {
namespace {

constexpr std::size_t kFirstPlaces = 1 << 10;  // a power of two

}  // namespace

// The slot of the hash, or the free slot where it belongs.
std::size_t HashIndex::placeOf(const ContentHash& hash) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t place = static_cast<std::size_t>(hash.low) & mask;
  while (places_[place].used && places_[place].hash != hash) place = (place + 1) & mask;
  return place;
}

std::optional<std::uint8_t> HashIndex::find(const ContentHash& hash) const {
  if (places_.empty()) return std::nullopt;
  const Place& place = places_[placeOf(hash)];
  if (!place.used) return std::nullopt;
  return place.value;
}

void HashIndex::add(const ContentHash& hash, std::uint8_t value) {
  if (3 * (size_ + 1) > 2 * places_.size()) grow();
  Place& place = places_[placeOf(hash)];
  if (place.used) return;
  place = {hash, 1, value};
  ++size_;
}

void HashIndex::grow() {
  std::vector<Place> old(places_.empty() ? kFirstPlaces : 2 * places_.size());
  std::swap(old, places_);
  for (const Place& place : old)
    if (place.used) places_[placeOf(place.hash)] = place;
}

}  // namespace fovea
