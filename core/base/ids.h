// Why: an index into one table must not be used in another; a strong id makes that a compile error.
#pragma once
#include <cstdint>
#include <functional>

namespace fovea {

template <class Tag>
struct Id {
  static constexpr std::int32_t kInvalid = -1;
  std::int32_t index = kInvalid;

  constexpr bool valid() const { return index >= 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace fovea

template <class Tag>
struct std::hash<fovea::Id<Tag>> {
  std::size_t operator()(fovea::Id<Tag> id) const noexcept { return std::hash<std::int32_t>()(id.index); }
};
