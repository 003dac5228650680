// Estimates a message's memory before it is parsed: an empty message takes two bytes in a file and a hundred in memory,
// so a small file could request a lot. Walks the wire format, skips long fields, allocates nothing.
// Source: the encoding guide of Protocol Buffers; field numbers of onnx.proto.
#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {
namespace {

constexpr int kDepth = 100;

enum class Kind { Plain, Model, Graph, Node, Attribute, Function };

// The kind of the message in a field; Plain if it contains no long lists of messages.
Kind innerKind(Kind kind, std::uint64_t field) {
  switch (kind) {
    case Kind::Model:
      return field == 7 ? Kind::Graph : field == 25 ? Kind::Function : Kind::Plain;
    case Kind::Graph:
      return field == 1 ? Kind::Node : Kind::Plain;
    case Kind::Function:
      return field == 7 ? Kind::Node : Kind::Plain;
    case Kind::Node:
      return field == 5 ? Kind::Attribute : Kind::Plain;
    case Kind::Attribute:
      return field == 6 || field == 11 ? Kind::Graph : Kind::Plain;
    default:
      return Kind::Plain;
  }
}

class Scan {
 public:
  explicit Scan(std::size_t most) : left_(most) {}

  // False if there are more fields than allowed. Damaged bytes end the scan: the parser reports them.
  bool message(std::string_view bytes, Kind kind, int depth) {
    while (!bytes.empty()) {
      std::uint64_t tag = 0, length = 0;
      if (!number(bytes, tag)) return true;
      switch (tag & 7) {
        case 0:
          if (!number(bytes, length)) return true;
          continue;
        case 1:
        case 5:
          length = (tag & 7) == 1 ? 8 : 4;
          if (length > bytes.size()) return true;
          bytes.remove_prefix(length);
          continue;
        case 2:
          break;
        default:
          return true;
      }
      if (!number(bytes, length) || length > bytes.size()) return true;
      if (left_-- == 0) return false;
      const Kind inner = innerKind(kind, tag >> 3);
      if (inner != Kind::Plain && depth < kDepth && !message(bytes.substr(0, length), inner, depth + 1)) return false;
      bytes.remove_prefix(length);
    }
    return true;
  }

 private:
  static bool number(std::string_view& bytes, std::uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes[0]);
      bytes.remove_prefix(1);
      value |= std::uint64_t{byte & 127u} << shift;
      if (byte < 128) return true;
    }
    return false;
  }

  std::size_t left_;
};

}  // namespace

bool hasFewFields(std::string_view model, std::size_t most) {
  return Scan(most).message(model, Kind::Model, 0);
}

}  // namespace fovea
