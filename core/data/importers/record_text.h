// Why: JSON and XML often lie in files whose endings say nothing (".txt", ".train", none). Their records are no text to
// continue character by character, so the beginning of a file is examined before it is imported as text.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <string_view>

namespace fovea {

enum class RecordText {
  None,      // neither JSON nor XML
  JsonRows,  // a JSON object a line, or an array of objects
  Object,    // one JSON object
  Xml,
};

// Decides from the beginning of a text in UTF-8.
RecordText recordTextOf(std::string_view start);

}  // namespace fovea
