#include "core/inspect/symbol_text.h"

#include <algorithm>
#include <charconv>

namespace fovea {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";  // shown for an unknown character

std::string textNamed(const std::string& name) {
  if (name == "space") return " ";
  if (name == "\\n") return "\n";
  if (name == "\\t") return "\t";
  if (name == "\\r") return "\r";
  if (name == "other") return kReplacement;
  unsigned byte = 0;
  if (name.size() == 4 && name.starts_with("\\x") &&
      std::from_chars(name.data() + 2, name.data() + 4, byte, 16).ptr == name.data() + 4)
    return std::string(1, static_cast<char>(byte));
  return name;
}

// Returns the length of the UTF-8 character that begins with `first`; 1 for an invalid byte.
std::size_t lengthOf(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

}  // namespace

SymbolText::SymbolText(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto symbol = static_cast<std::int32_t>(texts_.size());
    texts_.push_back(textNamed(name));
    symbols_.emplace(texts_.back(), symbol);
    if (name == "other") other_ = symbol;
  }
}

std::vector<std::int32_t> SymbolText::encode(const std::string& text) const {
  std::vector<std::int32_t> symbols;
  for (std::size_t at = 0; at < text.size();) {
    const std::string character = text.substr(at, lengthOf(text[at]));
    if (const auto found = symbols_.find(character); found != symbols_.end()) {
      symbols.push_back(found->second);
      at += character.size();
      continue;
    }
    bool whole = true;
    std::vector<std::int32_t> bytes;
    for (const char byte : character) {
      const auto found = symbols_.find(std::string(1, byte));
      whole = whole && found != symbols_.end();
      if (whole) bytes.push_back(found->second);
    }
    if (!whole) bytes = other_ >= 0 ? std::vector<std::int32_t>{other_} : std::vector<std::int32_t>{};
    symbols.insert(symbols.end(), bytes.begin(), bytes.end());
    at += character.size();
  }
  return symbols;
}

const std::string& SymbolText::textOf(std::int32_t symbol) const {
  static const std::string none;
  return symbol >= 0 && static_cast<std::size_t>(symbol) < texts_.size() ? texts_[static_cast<std::size_t>(symbol)]
                                                                         : none;
}

}  // namespace fovea
