// Why: a text network uses symbol numbers; this converts them to characters and back. Immutable, thread-safe.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace fovea {

// The symbols of a text import, by name. A character is its own name, except "space", "\n", "\t", "\r", bytes such as
// "\x1B", and "other" for characters without a symbol.
class SymbolText {
 public:
  explicit SymbolText(const std::vector<std::string>& names);

  // Encodes character by character, or byte by byte for characters without a symbol. Anything else becomes "other", or
  // is dropped if there is no "other".
  std::vector<std::int32_t> encode(const std::string& text) const;
  // Returns the text of a symbol; empty for an invalid number.
  const std::string& textOf(std::int32_t symbol) const;

 private:
  std::vector<std::string> texts_;
  std::map<std::string, std::int32_t> symbols_;
  std::int32_t other_ = -1;
};

}  // namespace fovea
