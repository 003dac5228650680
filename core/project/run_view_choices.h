// Why: a project stores how a person views its runs (axis, smoothing, selection, columns, order, filter) and their
// notes about runs, so that both are restored on any machine.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

inline constexpr const char* kRunViewFile = "run-view.json";

// A person's notes about one run.
struct RunNote {
  std::vector<std::string> tags;  // without duplicates or spaces at the ends
  std::string text;
  bool empty() const { return tags.empty() && text.empty(); }
  bool operator==(const RunNote&) const = default;
};

struct RunViewChoices {
  std::string axis = "step";             // "epoch", "duration", "time"
  double smoothing = 0.6;                // 0 to 0.99
  bool bands = true;                     // merges runs that differ only in their seed into one curve with a band
  std::string part = "auto";             // for overlaid runs: "train", "validation"; "auto": validation if available
  std::vector<std::string> logarithmic;  // metrics with a logarithmic axis
  std::vector<std::string> hidden;       // metrics whose plots are not shown
  std::vector<std::string> order;        // metrics shown first, in this order
  std::vector<std::int32_t> chosen;      // the overlaid runs
  std::vector<std::string> columns;      // table columns besides the fixed ones: "momentum", "loss.last"
  std::vector<std::string> hiddenColumns;
  std::vector<std::string> columnOrder;  // from the left; other columns follow
  std::string sort;                      // a column; empty: newest run first
  bool descending = false;
  std::string group;  // the column to group by; empty: none
  std::string filter;
  std::map<std::int32_t, RunNote> notes;  // by run; empty notes are left out
  bool operator==(const RunViewChoices&) const = default;
};

// Returns `stored` with what differs in `edited` from the defaults of a new project; notes run by run. For edits that
// were made before the stored choices were read.
RunViewChoices withEdits(RunViewChoices stored, const RunViewChoices& edited);

std::string formatRunViewChoices(const RunViewChoices& choices);
// Missing or malformed values get the defaults of a new project. Corrupt if `text` is not a JSON object. Reads at most
// some thousand entries of each list.
Result<RunViewChoices> parseRunViewChoices(std::string_view text);

// Reads the choices of the project in `folder`, or the defaults if there is no file. Io, PermissionDenied, Corrupt.
Result<RunViewChoices> readRunViewChoices(const std::filesystem::path& folder);
// Writes atomically. Io, NoSpace, PermissionDenied.
Status writeRunViewChoices(const std::filesystem::path& folder, const RunViewChoices& choices);

}  // namespace fovea
