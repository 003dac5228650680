// Why: annotations use a small part of XML; this reads that part, bounded in size, depth and number of elements.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct XmlElement {
  std::string name;
  std::string text;  // the text directly inside, trimmed
  std::int64_t line = 0;
  std::vector<XmlElement> children;
  std::vector<std::pair<std::string, std::string>> attributes;  // in the order of the file

  // Returns the value with the five named entities replaced; empty if there is no such attribute.
  std::string attribute(std::string_view attributeName) const;
  // Returns the first child with that name, or nullptr.
  const XmlElement* child(std::string_view childName) const;
  // Returns the text of a child; empty if there is none with that name.
  std::string_view textOf(std::string_view childName) const;
};

// Parses elements, text, CDATA and the five named and the numbered entities; skips comments and processing
// instructions; refuses a document type with definitions of its own. Fails with Corrupt; the message names the line.
Result<XmlElement> parseXml(std::string_view text);

}  // namespace fovea
