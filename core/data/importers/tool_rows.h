// Why: tools that label texts write the class of a text into a list (doccano), beside whether it was accepted
// (Prodigy), or deep inside of an object (Label Studio); tables need it as one value of a plain row.
#pragma once
#include <set>
#include <string>

#include "core/base/json.h"

namespace fovea {

// Converts the entries of one file. Objects in other forms stay as they are, except that a list of one value becomes
// that value.
class ToolRows {
 public:
  // Separates several labels in the column "label"; no text contains it.
  static constexpr const char* kSeparator = "\x1f";

  // Returns an entry as a row: the entry itself, or `room`, which then holds the row. An entry whose label does not
  // count (rejected, skipped, or annotated in different ways) has no label.
  const Json& plain(const Json& entry, Json& room) const;
  // Must see every entry before the first call of plain() whose result is used.
  void see(const Json& entry);
  // Returns true if some entry has several labels.
  bool several() const { return several_; }

 private:
  Json ofProdigy(const Json& entry) const;

  std::set<std::string> labels_;  // of Prodigy; at most two
  bool several_ = false;
};

// Returns the data of a task of Label Studio and the choices of its annotation, each under the name of its control.
Json labelStudioRow(const Json& task);
// Returns true for such a task.
bool isLabelStudioTask(const Json& entry);

}  // namespace fovea
