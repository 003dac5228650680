// Why: annotations in XML are small and simple; what they need of it is read here, bounded in size, depth and number.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct XmlElement {
  std::string name;
  std::string text;  // directly inside, trimmed
  std::int64_t line = 0;
  std::vector<XmlElement> children;

  // The first child of that name, or nullptr.
  const XmlElement* child(std::string_view childName) const;
  // Its text; empty where there is no such child.
  std::string_view textOf(std::string_view childName) const;
};

// Elements, text, CDATA and the five named entities and numbered ones; attributes, comments and processing instructions
// are passed over; a document type with definitions of its own is refused. Corrupt with the line.
Result<XmlElement> parseXml(std::string_view text);

}  // namespace fovea
