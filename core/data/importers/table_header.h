// Why: the first lines of a table may name its columns, be rows like all others, or hold a title. Which of these they
// are is judged by the rows below them. Thread-safety: every function may be called from any thread; a LeadingRows
// belongs to one thread.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/table_look.h"
#include "core/data/importers/table_rows.h"

namespace fovea {

// Reads some rows ahead, so that they can be judged before they are used. Keeps a reference to the rows.
class LeadingRows {
 public:
  explicit LeadingRows(TableRows& rows) : rows_(rows) {}
  // Reads up to `count` rows ahead. Fails like TableRows::next().
  Status readAhead(std::size_t count);
  const std::vector<std::vector<std::string>>& ahead() const { return ahead_; }
  // Returns the rows in order, those read ahead first. The fields stay valid until the next call.
  Result<bool> next(std::vector<std::string_view>& fields);

 private:
  TableRows& rows_;
  std::vector<std::vector<std::string>> ahead_;
  std::size_t at_ = 0;
};

inline constexpr std::size_t kRowsAhead = 40;  // enough to tell a title from rows

// Returns the number of lines at the beginning that hold a title instead of fields: one field, or two where the rows
// below have six or more.
std::size_t titleLinesOf(const std::vector<std::vector<std::string>>& rows);

// What the first line of a table is.
struct FirstLine {
  bool named = false;   // it names the columns
  bool sure = true;     // false: it may as well be a row
  std::string because;  // a clause with the reason; empty unless numbers are among the names
};

// Judges the first line by all rows below it. Names are words that differ in kind from the values below them. Whole
// numbers may be among the names if they count up ("0,1,2,label", "name,2005,2006") and differ from the values, too.
FirstLine firstLineOf(const std::vector<std::string>& row, const std::vector<ColumnLook>& below);

// Returns a word of the row behind the names that names columns as well, such as their units; nothing if it is a row
// like those below it. `below` includes that row.
std::optional<std::string> furtherName(const std::vector<std::string>& row, const std::vector<ColumnLook>& below);

// Returns the names of columns for messages and options: "column 3" where there is none, and "call (2)" for the second
// of the same name.
std::vector<std::string> namesOfColumns(const std::vector<std::string>& row, std::size_t columns);

}  // namespace fovea
