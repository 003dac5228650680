// Why: what a column is for is judged by all of its values, so a table is gone through once before it is planned. What
// is kept of a column is bounded, however long the file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/importers/table_values.h"

namespace fovea {

// What the values of a column show. Filled by add(), one field a row.
class ColumnLook {
 public:
  static constexpr std::size_t kMostValues = 1000;
  static constexpr std::size_t kLengthStep = 64;     // of the histogram of lengths
  static constexpr std::size_t kLongestText = 4096;  // longer ones are one entry of it

  // `ordered` is false for rows of further files, which do not go on where the first one ended.
  void add(std::string_view field, bool ordered);
  // How often a value was met; nothing when the column has more values than are kept.
  std::optional<std::int64_t> countOf(std::string_view value) const;

  std::int64_t rows() const { return filled + empty; }
  std::int64_t words() const { return filled - numbers; }
  std::size_t distinct() const { return values.size(); }
  // More different values than are kept.
  bool manyValues() const { return many_; }
  // Every row has another value, as far as values are kept.
  bool allDifferent() const;
  // All are whole numbers that rise by one from row to row.
  bool counts() const { return ordered_ > 1 && steps_ == ordered_ && whole == filled && empty == 0; }
  // Whole numbers without a gap, each once, in any order.
  bool enumerates() const;
  bool constant() const { return !many_ && values.size() == 1 && empty == 0; }
  // Rows with the same value stand together, one value after the other.
  bool sorted() const { return !many_ && values.size() > 1 && runs_ == static_cast<std::int64_t>(values.size()); }
  bool allNumbers() const { return filled > 0 && numbers == filled; }
  // The smallest multiple of kLengthStep that holds the share `share` of the texts whole.
  std::int64_t lengthOf(double share) const;
  double meanLength() const { return filled > 0 ? static_cast<double>(letters) / static_cast<double>(filled) : 0; }

  std::int64_t filled = 0;
  std::int64_t empty = 0;
  std::int64_t numbers = 0;       // with a point as decimal sign
  std::int64_t commaNumbers = 0;  // only with a comma as decimal sign
  std::int64_t missingWords = 0;  // "NA", "?", …
  std::int64_t whole = 0;         // numbers without a fraction
  std::int64_t bytes = 0;         // whole numbers from 0 to 255
  std::int64_t zeroLed = 0;       // "007"
  std::int64_t dates[3] = {};     // by DateOrder
  std::int64_t paths = 0;         // of images, counted while all are
  std::int64_t files = 0;         // names of files of any kind, counted while all are
  std::int64_t splits = 0;        // counted while all are
  std::int64_t pixels = 0;        // rows of whole numbers from 0 to 255 with blanks between, counted while all are
  std::int64_t pixelCount = 0;    // numbers in each of them; -1 where they differ
  std::int64_t letters = 0;       // bytes of all fields
  std::int64_t blanks = 0;        // of words that are no numbers
  double lowest = 0;              // of the numbers
  double highest = 0;
  std::uint64_t content = 0;        // the same for columns with the same values in every row
  std::uint64_t pattern = 0;        // the same for columns whose values go together one to one; see manyValues()
  std::vector<std::string> values;  // in the order in which they were met, up to kMostValues + 1
  std::vector<std::int64_t> valueCounts;
  std::string badExample;  // the first word that is neither number nor missing

 private:
  void addNumber(double number, std::string_view field, bool ordered);
  void addWord(std::string_view field);
  void countValue(std::string_view field, bool ordered);

  static std::string keyOf(std::string_view field);

  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::int32_t> small_;    // places of "0" to "255", which are looked up most often
  std::vector<std::int64_t> lengths_;  // texts by length in steps of kLengthStep
  bool many_ = false;
  std::size_t lastPlace_ = ~std::size_t{0};
  double previous_ = 0;
  std::int64_t ordered_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t runs_ = 0;
  std::uint64_t mixed_ = 0;
};

}  // namespace fovea
