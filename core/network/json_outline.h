// Why: a person who writes JSON wants to know the line of what is wrong; a parsed value has forgotten its lines. This
// scan keeps them. Pure functions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

// A value of the text with the lines that it takes; lines count from 1.
struct JsonPlace {
  std::string key;   // of a member of an object; else empty
  std::string text;  // of a string (without escapes resolved), a number or a word; of an object or a list empty
  int line = 1;      // where the key stands, or else the value
  int lastLine = 1;
  std::vector<JsonPlace> items;  // of an object or a list

  const JsonPlace* find(std::string_view wanted) const;  // a member by its key
};

struct JsonOutline {
  JsonPlace root;
  int errorLine = 0;  // 0: the text is well-formed as far as lines are concerned
  std::string error;  // what is wrong there, as a sentence
};

// Nested at most 64 deep, as parseJson() takes it.
JsonOutline outlineJson(std::string_view text);

}  // namespace fovea
