// Why: Caffe and DIGITS store a sample as a protobuf message "Datum"; this reads its few fields without a library.
// Source: caffe.proto of BVLC Caffe and the wire format of Protocol Buffers (encoding, proto2).
#pragma once
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace fovea {

// The fields of a Datum; `dataAt` and `floatsAt` are offsets inside the message.
struct Datum {
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t label = 0;
  bool encoded = false;
  std::uint64_t dataAt = 0;
  std::uint64_t dataBytes = 0;
  std::uint64_t floats = 0;    // count of the numbers
  std::uint64_t floatsAt = 0;  // offset of the first one; `packed`: no gaps; else a key byte before each
  bool packed = false;
};

// Reads bytes of the message from `offset` on, at most as many as the span holds; returns their number.
using DatumBytes = Result<std::size_t> (*)(const void* context, std::uint64_t offset, std::span<std::uint8_t> target);

// Reads a message of `bytes` bytes and skips its large fields. Fails with Corrupt if it is not a Datum.
Result<Datum> readDatum(const void* context, DatumBytes read, std::uint64_t bytes);

}  // namespace fovea
