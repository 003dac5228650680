// Why: many data sets keep a line of numbers for each object of an image, in an order of their own: two corners, or a
// corner and the size, with the class in front or behind. This names such an order, reads lines by it, and finds it out
// where nothing states it. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/importers/image_item.h"
#include "core/data/importing/import_decision.h"
#include "core/data/store/sample.h"

namespace fovea {

// Returns the cells of a line, which semicolons, commas or else blanks separate, without brackets and quotes around
// them: "(1,2),(3,4),cat" has five. Blanks separate no empty cells; there is no empty cell at the end.
std::vector<std::string_view> cellsOfBoxLine(std::string_view line);

struct BoxOfLine {
  Box box;             // its label is not set
  std::string name;    // of the class; "text" or "object" if the lines have none
  bool counts = true;  // false: the line is marked as one that is not to be counted
};

// An order of columns: it tells what each cell of a line means. These words name the columns:
//   left right top bottom     edges of the box
//   width height              with an edge or a centre
//   centre_x centre_y         centre of the box
//   x y                       a corner; of any number of corners the box is the one around them
//   class                     a name or a number; it may have several words, or commas if nothing follows
//   text                      what is written in the box; "###" marks one that is not to be counted
//   score                     0 marks a box that is not to be counted
//   -                         a cell of no use
class BoxColumns {
 public:
  // Fails with InvalidArgument: an unknown word, no box or two boxes, two classes.
  static Result<BoxColumns> parse(std::string_view words);
  // Reads a line. Fails with Corrupt: too few cells, too many, or one that is no number where one is expected.
  Result<BoxOfLine> read(std::span<const std::string_view> cells) const;
  // Returns true if all cells are empty where numbers are expected: the line describes no box.
  bool isWithoutBox(std::span<const std::string_view> cells) const;

  // "left top right bottom class"
  const std::string& words() const { return words_; }
  bool hasClass() const { return class_.has_value(); }
  // Returns the decision to leave out the boxes that do not count.
  ImportDecision leftOut(std::int64_t boxes) const;

 private:
  enum class Column : std::uint8_t {
    None,
    Left,
    Right,
    Top,
    Bottom,
    Width,
    Height,
    CentreX,
    CentreY,
    X,
    Y,
    Class,
    Text,
    Score
  };
  static std::optional<Column> columnOf(std::string_view word);
  static bool isNumber(Column column) {
    return column != Column::None && column != Column::Class && column != Column::Text;
  }
  Status check() const;
  std::int64_t count(Column column) const;
  // Returns the cells of a line, one for each column. Surplus cells belong to the class, which is then in `room`, or
  // behind the last column if that is of no use or a text.
  Result<std::vector<std::string_view>> fit(std::span<const std::string_view> cells, std::string& room) const;

  std::string words_;
  std::vector<Column> columns_;
  std::optional<std::size_t> class_;  // place of the class
};

// A line, and the size of its image; 0 if that is not known.
struct JudgedLine {
  std::vector<std::string_view> cells;
  ImageSize size;
};

struct ColumnsGuess {
  BoxColumns columns;
  std::string because;              // display text
  std::vector<std::string> others;  // words of the orders that the lines may have as well
  bool sure = false;                // there is no other, and there are enough lines to be certain

  // Returns the decision for this order, or the question about it. Its answers set the option "columns".
  ImportDecision decision(std::string what) const;
};

// Finds the order in which (nearly) all lines are boxes inside of their images. Returns nothing if there is none.
std::optional<ColumnsGuess> guessBoxColumns(std::span<const JudgedLine> lines);

}  // namespace fovea
