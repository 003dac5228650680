// Why: the role of a column depends on all of its values, so a table is read once before it is planned. The summary of
// a column is bounded in size, regardless of the length of the file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/data/importers/table_values.h"

namespace fovea {

// A summary of the values of a column. Filled by add(), one field per row.
class ColumnLook {
 public:
  static constexpr std::size_t kMostValues = 1000;
  static constexpr std::size_t kLengthStep = 64;     // bin width of the histogram of text lengths
  static constexpr std::size_t kLongestText = 4096;  // longer texts share one bin
  static constexpr std::size_t kMostSampled = 2048;  // rows that are sampled

  // The value of a sampled row.
  struct Sampled {
    std::int32_t place = -1;  // in `values`; -1 if there is no value, or more than are stored
    bool number = false;
    double value = 0;  // the number
  };

  // `ordered` is false for rows of further files, which do not continue the order of the first one.
  void add(std::string_view field, bool ordered);
  // Returns how often a value occurred; nothing if the column has more values than are stored.
  std::optional<std::int64_t> countOf(std::string_view value) const;

  std::int64_t rows() const { return filled + empty; }
  // Returns the values of at most kMostSampled rows from the whole table: the same rows in every column.
  const std::vector<Sampled>& sampled() const { return sampled_; }
  std::int64_t words() const { return filled - numbers; }
  std::size_t distinct() const { return values.size(); }
  // Returns true if there are more different values than are stored.
  bool manyValues() const { return many_; }
  // Returns true if all values differ; where there are more than are stored, as far as a sample of the values tells.
  bool allDifferent() const;
  // Returns how many values are numbers, and how many of them integers, in this notation.
  std::int64_t numbersAs(DecimalSign sign) const;
  std::int64_t wholeAs(DecimalSign sign) const;
  // Returns true if all values are integers that rise by one from row to row.
  bool counts() const { return ordered_ > 1 && steps_ == ordered_ && whole == filled && empty == 0; }
  // Returns true if the values are consecutive integers, each once, in any order.
  bool enumerates() const;
  bool constant() const { return !many_ && values.size() == 1 && empty == 0; }
  // Returns true if equal values are adjacent, in one group each.
  bool sorted() const { return !many_ && values.size() > 1 && runs_ == static_cast<std::int64_t>(values.size()); }
  bool allNumbers() const { return filled > 0 && numbers == filled; }
  // Returns the smallest multiple of kLengthStep that at least the fraction `share` of the texts does not exceed.
  std::int64_t lengthOf(double share) const;
  double meanLength() const { return filled > 0 ? static_cast<double>(letters) / static_cast<double>(filled) : 0; }

  std::int64_t filled = 0;
  std::int64_t empty = 0;
  std::int64_t numbers = 0;       // numbers with a decimal point
  std::int64_t commaNumbers = 0;  // numbers that are valid only with a decimal comma
  std::int64_t thousands = 0;     // numbers that are valid only with commas between thousands: "1,234"
  std::int64_t wholeThousands = 0;  // integers among them
  std::int64_t lists = 0;         // lists of whole numbers with commas: "3,27"; two of them also count as a number
  std::int64_t missingWords = 0;  // "NA", "?", …
  std::int64_t whole = 0;         // integers
  std::int64_t bytes = 0;         // integers from 0 to 255
  std::int64_t zeroLed = 0;       // numbers with leading zeros: "007"
  std::int64_t dates[3] = {};     // indexed by DateOrder
  std::int64_t times = 0;         // dates with a time of the day
  std::int64_t paths = 0;         // paths of images; counted while all values are paths
  std::int64_t files = 0;         // names of files of any kind; counted while all values are such names
  std::int64_t splits = 0;        // names of splits; counted while all values are such names
  std::int64_t pixels = 0;        // rows of integers from 0 to 255, separated by blanks; counted while all values are
  std::int64_t pixelCount = 0;    // number of integers in each of them; -1 if they differ
  std::int64_t letters = 0;       // total bytes of all fields
  std::int64_t blanks = 0;        // blanks in values that are not numbers
  double lowest = 0;              // lowest number
  double highest = 0;
  std::uint64_t content = 0;        // a hash, equal for columns with the same value in every row
  std::uint64_t pattern = 0;        // a hash, equal for columns whose values map one to one; see manyValues()
  std::vector<std::string> values;  // in order of appearance, up to kMostValues + 1
  std::vector<std::int64_t> valueCounts;
  std::string badExample;  // the first value that is neither a number nor missing

 private:
  void addNumber(double number, std::string_view field, bool ordered);
  void addWord(std::string_view field);
  void countValue(std::string_view field, bool ordered);
  bool takesSample();
  void watchRepeats(std::size_t hash);

  static std::string keyOf(std::string_view field);

  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::int32_t> small_;    // indices of the values "0" to "255", which are looked up most often
  std::vector<std::int64_t> lengths_;  // histogram of text lengths with bins of kLengthStep
  std::vector<Sampled> sampled_;
  std::uint64_t sampleStep_ = 1;  // one row in this many is sampled
  bool many_ = false;
  // Once there are many values: hashes of the sampled values, which are all those whose hash has zeros at its end.
  std::unordered_set<std::size_t> sampledHashes_;
  std::size_t hashMask_ = 0;
  bool repeats_ = false;  // a value was found twice
  std::size_t lastPlace_ = ~std::size_t{0};
  double previous_ = 0;
  std::int64_t ordered_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t runs_ = 0;
  std::uint64_t mixed_ = 0;
};

}  // namespace fovea
