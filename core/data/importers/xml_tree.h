// Why: annotations in XML are small and simple; what they need of it is read here, bounded in size, depth and number.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct XmlElement {
  std::string name;
  std::string text;  // directly inside, trimmed
  std::int64_t line = 0;
  std::vector<XmlElement> children;
  std::vector<std::pair<std::string, std::string>> attributes;  // as they are written

  // With the five named entities replaced; empty where there is none.
  std::string attribute(std::string_view attributeName) const;
  // The first child of that name, or nullptr.
  const XmlElement* child(std::string_view childName) const;
  // Its text; empty where there is no such child.
  std::string_view textOf(std::string_view childName) const;
};

// Elements, text, CDATA and the five named entities and numbered ones; comments and processing instructions are passed
// over; a document type with definitions of its own is refused. Corrupt with the line.
Result<XmlElement> parseXml(std::string_view text);

}  // namespace fovea
