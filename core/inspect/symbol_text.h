// Why: a network that continues text knows symbols by number; people know them as characters. Immutable, thread-safe.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace fovea {

// The symbols of an import of text, by the names that it gives them: a character is its own name, but for "space",
// "\n", "\t", "\r", bytes such as "\x1B", and "other" for what has no symbol of its own.
class SymbolText {
 public:
  explicit SymbolText(const std::vector<std::string>& names);

  // Character by character, or byte by byte where a character has no symbol; what has none at all is "other", or left
  // out where there is none.
  std::vector<std::int32_t> encode(const std::string& text) const;
  // Empty for a number that is no symbol.
  const std::string& textOf(std::int32_t symbol) const;

 private:
  std::vector<std::string> texts_;
  std::map<std::string, std::int32_t> symbols_;
  std::int32_t other_ = -1;
};

}  // namespace fovea
