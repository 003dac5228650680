// Why: errors in hand-written JSON need line numbers, which a parsed value no longer has. This scan keeps them. Pure
// functions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

// A JSON value and the lines that it spans, counted from 1.
struct JsonPlace {
  std::string key;   // for a member of an object; else empty
  std::string text;  // a string (escapes not resolved), a number or a literal; empty for objects and lists
  int line = 1;      // line of the key, or of the value if there is no key
  int lastLine = 1;
  std::vector<JsonPlace> items;  // of an object or a list

  const JsonPlace* find(std::string_view wanted) const;  // finds a member by key
};

struct JsonOutline {
  JsonPlace root;
  int errorLine = 0;  // 0: no syntax error was found
  std::string error;  // the error at that line, as a sentence
};

// Accepts nesting up to 64 levels, like parseJson().
JsonOutline outlineJson(std::string_view text);

}  // namespace fovea
