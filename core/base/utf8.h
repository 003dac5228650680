// Why: names and notes are stored as UTF-8, so invalid text must be found before it is written.
#pragma once
#include <cstddef>
#include <string_view>

namespace fovea {

// Bytes of the valid UTF-8 character at the start of `text` (RFC 3629); 0 if there is none.
std::size_t utf8Length(std::string_view text);
bool isUtf8(std::string_view text);
// At most the first `bytes` bytes of valid UTF-8, without an incomplete character at the end.
std::string_view cutUtf8(std::string_view text, std::size_t bytes);

}  // namespace fovea
