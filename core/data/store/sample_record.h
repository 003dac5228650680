// Why: how records look in bytes concerns only those who read and write them.
#pragma once
#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/data/store/sample.h"

namespace fovea {

inline constexpr int kMaximumContentRank = 6;

// A content in the head of a record; all zeros where there is none.
struct ContentHead {
  std::uint8_t dtype = 0;
  std::uint8_t encoding = 0;
  std::uint8_t rank = 0;
  std::uint8_t zero = 0;
  std::uint32_t bytes = 0;
  std::uint32_t extents[kMaximumContentRank] = {};
  bool operator==(const ContentHead&) const = default;
};

// The head of a record, little-endian, followed by the labels, the boxes, the source's name, the group's name, the
// target's bytes and the input's. `check` covers all before it, and all after it but the input's bytes. A later version
// may change what follows `version`, never what stands before it. The third version is the second with a length;
// samples that are whole are written as the second has it, so that an older Fovea reads them.
struct RecordHead {
  std::uint32_t magic = 0;
  std::uint16_t version = 0;
  std::uint8_t split = 0;
  std::uint8_t flags = 0;
  std::int32_t label = kNoLabel;
  std::uint32_t labels = 0;
  std::uint32_t boxes = 0;
  std::uint32_t sourceBytes = 0;
  std::uint32_t groupBytes = 0;
  float length = 0;  // below 1; of the second version 0
  ContentHead input;
  ContentHead target;
  std::uint64_t sourceIndex = 0;
  std::uint64_t hashHigh = 0;
  std::uint64_t hashLow = 0;
  std::uint64_t check = 0;
};
static_assert(sizeof(RecordHead) == 128);

Error damagedRecord(const char* what);
// A record of version 1: u8 [C, H, W], raw, with one label.
Result<SampleView> decodeFirst(std::span<const std::uint8_t> record);

}  // namespace fovea
