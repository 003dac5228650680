// Why: the byte layout of records concerns only the code that reads and writes them.
#pragma once
#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/data/store/sample.h"

namespace fovea {

inline constexpr int kMaximumContentRank = 6;

// Describes a content in the head of a record; all zeros where there is none.
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
// target's bytes and the input's bytes. `check` is a checksum of all fields before it, and of everything after it
// except the input's bytes. A later version may change the fields after `version`, never those before it. Version 3 is
// version 2 plus a valid fraction; samples without padding are written as version 2, so that an older Fovea reads them.
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
  float length = 0;  // below 1; 0 in version 2
  ContentHead input;
  ContentHead target;
  std::uint64_t sourceIndex = 0;
  std::uint64_t hashHigh = 0;
  std::uint64_t hashLow = 0;
  std::uint64_t check = 0;
};
static_assert(sizeof(RecordHead) == 128);

Error damagedRecord(const char* what);
// Reads a record of version 1: u8 [C, H, W], raw, with one label.
Result<SampleView> decodeFirst(std::span<const std::uint8_t> record);

}  // namespace fovea
