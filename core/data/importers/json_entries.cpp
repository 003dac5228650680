#include "core/data/importers/json_entries.h"

namespace fovea {
namespace {

constexpr std::string_view kJsonBlanks = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kFrames = "\"frames\"";

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kJsonBlanks);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// Returns the length of the object at the start of a text; 0 if it does not end.
std::size_t lengthOfObject(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return 0;
}

// Returns the text behind the '[' of the member "frames"; empty if the object does not begin with it, but for texts and
// numbers.
std::string_view framesOf(std::string_view object) {
  const std::size_t name = object.find(kFrames);
  const std::size_t list = object.find_first_of("[{", 1);
  if (name == std::string_view::npos || list == std::string_view::npos || list < name || object[list] != '[') return {};
  return object.substr(list + 1);
}

}  // namespace

JsonEntries::JsonEntries(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  rest_ = withoutBlanks(rest_);
  if (rest_.starts_with('[')) {
    array_ = true;
    rest_.remove_prefix(1);
  } else if (const std::string_view frames = framesOf(rest_); !frames.empty()) {
    array_ = true;
    rest_ = frames;
  }
}

std::optional<std::string_view> JsonEntries::next() {
  rest_ = withoutBlanks(rest_);
  if (array_ && number_ > 0 && rest_.starts_with(',')) rest_ = withoutBlanks(rest_.substr(1));
  if (rest_.empty() || (array_ && rest_.starts_with(']'))) {
    damaged_ = array_ && rest_.empty();
    return std::nullopt;
  }
  const std::size_t length = rest_.starts_with('{') ? lengthOfObject(rest_) : 0;
  damaged_ = length == 0;
  if (damaged_) return std::nullopt;
  const std::string_view entry = rest_.substr(0, length);
  rest_.remove_prefix(length);
  ++number_;
  return entry;
}

}  // namespace fovea
