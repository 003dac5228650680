// Why: messages in the header of an HDF5 object describe it, in an older and a newer form. Source: HDF5 File Format
// Specification 3.0, IV.A.1.
#pragma once
#include <vector>

#include "core/data/importers/hdf5_blocks.h"

namespace fovea {

enum Hdf5MessageType : unsigned {
  kHdf5Space = 0x01,
  kHdf5LinkInfo = 0x02,
  kHdf5Type = 0x03,
  kHdf5Link = 0x06,
  kHdf5Layout = 0x08,
  kHdf5Filters = 0x0b,
  kHdf5Continuation = 0x10,
  kHdf5Symbols = 0x11
};

struct Hdf5Message {
  unsigned type = 0;
  bool shared = false;  // stored elsewhere in the file
  std::vector<std::uint8_t> data;
};

// Reads the messages of the object whose header is at `address`. Fails with Corrupt.
Result<std::vector<Hdf5Message>> readHdf5Messages(const Hdf5Blocks& blocks, std::uint64_t address);
// Returns the first message of a type; null if there is none.
const Hdf5Message* findHdf5Message(const std::vector<Hdf5Message>& messages, unsigned type);

}  // namespace fovea
