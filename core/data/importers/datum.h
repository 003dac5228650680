// Why: Caffe and DIGITS keep a sample as a protobuf message "Datum"; the few fields of it are read without a library.
// Source: caffe.proto of BVLC Caffe and the wire format of Protocol Buffers (encoding, proto2).
#pragma once
#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace fovea {

// What a Datum says of itself; `data` and `floats` are places inside the message.
struct Datum {
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t label = 0;
  bool encoded = false;
  std::uint64_t dataAt = 0;
  std::uint64_t dataBytes = 0;
  std::uint64_t floats = 0;    // how many
  std::uint64_t floatsAt = 0;  // of the first; packed: one after the other
  bool packed = false;
};

// Reads bytes of the message from `offset` on, at most as many as the span takes; how many there were.
using DatumBytes = Result<std::size_t> (*)(const void* context, std::uint64_t offset, std::span<std::uint8_t> target);

// Reads a message of `bytes` bytes and skips over what is large in it. Corrupt when it is no Datum.
Result<Datum> readDatum(const void* context, DatumBytes read, std::uint64_t bytes);

}  // namespace fovea
