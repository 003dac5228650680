// Why: importing a table requires the role of each column. The roles are guessed here and reported with their evidence;
// the user's options override the guess.
#pragma once
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/table_files.h"

namespace fovea {

struct TableChoices {
  std::string tables;  // names of files in the folder
  std::string others = "ask";  // about what lies beside the tables, see table_beside.h
  std::string delimiter = "auto";
  std::string header = "auto";
  std::string decimal = "auto";
  std::string dateOrder = "auto";
  std::string task = "auto";
  std::string imageColumn;
  std::string textColumn;
  std::int64_t textLength = 0;  // 0: chosen from the texts
  std::string labelColumn;
  std::string labelColumns;    // several columns that each hold 0 or 1
  std::string labelSeparator;  // separates several labels in one column
  std::string keepLabels;      // labels that are classes although they look like missing ones
  std::string targetColumns;
  std::string featureColumns;
  std::string keepColumns;
  std::string leaveOutColumns;
  std::string categories = "one_hot";
  std::int64_t mostCategories = 50;
  std::string missing = "mean";
  std::string missingWords;
  std::string splitColumn;
  std::string groupColumn;
  std::string baseFolder;
  std::string deep = "ask";               // for image columns, see deep_images.h
  std::string orientation = "automatic";  // of pictures in columns of numbers, see emnist.h
  std::vector<std::int64_t> featureShape;
};

// Names of the parts of samples that hold both numbers and symbols.
inline constexpr const char* kNumbersPart = "numbers";
inline constexpr const char* kCategoriesPart = "categories";

// How a column is converted to numbers.
struct TableFeature {
  enum class Kind { Number, Date, OneHot, CategoryNumber, Symbol };
  int column = 0;
  Kind kind = Kind::Number;
  DateOrder order = DateOrder::YearFirst;
  std::vector<std::string> categories;  // in natural order
  std::int64_t firstSymbol = 0;         // Kind::Symbol only: the symbol of the first category
  bool flag = false;                    // adds a number that marks missing values
  std::int64_t width() const {
    return (kind == Kind::OneHot ? static_cast<std::int64_t>(categories.size()) : 1) + (flag ? 1 : 0);
  }
};

// The roles of the columns of a table, as column indices; -1 or empty if there is none.
struct TablePlan {
  char delimiter = ',';
  std::vector<std::string> columns;     // names; "column 3" if there is no header
  std::vector<std::string> classNames;  // set if the first line of the file names them
  Task task = Task::Unlabelled;
  DecimalSign decimal = DecimalSign::Point;
  int image = -1;
  bool namedImages = false;  // true: `image` holds names for NamedPictures, not paths
  bool embedded = false;     // true: `image` holds the image files themselves, not their paths
  int pixels = -1;           // column with all pixels of an image, separated by blanks
  std::vector<int> texts;    // columns joined with line ends
  std::int64_t textLength = 0;
  int label = -1;
  std::string separator;    // set if `label` holds several labels
  std::vector<std::string> noLabels;  // values of `label` in rows without a class, which are left out
  std::vector<int> labels;  // columns that each say whether a sample has the class that the column names; a
                            // Classification has one class in each row
  int split = -1;
  int group = -1;
  std::vector<TableFeature> features;
  bool byteFeatures = false;        // features are grey values from 0 to 255
  std::int64_t symbols = 0;         // number of different symbols in all columns; 0: features are numbers
  bool symbolsBeside = false;       // the features are numbers and symbols: two parts of a sample
  std::vector<std::int64_t> shape;  // shape of a sample of numbers; empty: a vector
  std::vector<int> targets;
  bool leaveOutMissing = false;  // leave out rows with a missing feature value; false: fill in the value
  bool fillMedian = false;
  std::vector<ImportDecision> decisions;

  bool isNoLabel(std::string_view value) const {
    return std::find(noLabels.begin(), noLabels.end(), value) != noLabels.end();
  }
  bool hasInput() const { return image >= 0 || pixels >= 0 || !texts.empty() || !features.empty(); }
  std::int64_t width() const {
    std::int64_t all = 0;
    for (const TableFeature& feature : features) all += feature.width();
    return all;
  }
  // Returns the number of symbols that form a part of their own.
  std::int64_t besideWidth() const {
    if (!symbolsBeside) return 0;
    return std::count_if(features.begin(), features.end(),
                         [](const TableFeature& feature) { return feature.kind == TableFeature::Kind::Symbol; });
  }
};

// Decides the role of each column. Fails with Unsupported if the columns cannot be imported as a table, and with
// InvalidArgument for an unknown column or an option that does not fit.
Result<TablePlan> planTable(TableLook look, const TableChoices& choices);

}  // namespace fovea
