// Why: before a table can be imported it must be known which column is what; that is guessed here, said with its
// evidence, and what a person says goes before the guess.
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
  std::string tables;  // names of the files of a folder
  std::string delimiter = "auto";
  std::string header = "auto";
  std::string decimal = "auto";
  std::string dateOrder = "auto";
  std::string task = "auto";
  std::string imageColumn;
  std::string textColumn;
  std::int64_t textLength = 0;  // 0: follows the texts
  std::string labelColumn;
  std::string labelColumns;    // several: each says 0 or 1
  std::string labelSeparator;  // between several labels in one column
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
  std::string deep = "ask";  // of images, see deep_images.h
  std::vector<std::int64_t> featureShape;
};

// Names of the parts of a sample that holds numbers and symbols.
inline constexpr const char* kNumbersPart = "numbers";
inline constexpr const char* kCategoriesPart = "categories";

// How a column becomes numbers of a sample.
struct TableFeature {
  enum class Kind { Number, Date, OneHot, CategoryNumber, Symbol };
  int column = 0;
  Kind kind = Kind::Number;
  DateOrder order = DateOrder::YearFirst;
  std::vector<std::string> categories;  // as a person counts
  std::int64_t firstSymbol = 0;         // of Kind::Symbol: that of the first category
  bool flag = false;                    // one more number says whether the value is missing
  std::int64_t width() const {
    return (kind == Kind::OneHot ? static_cast<std::int64_t>(categories.size()) : 1) + (flag ? 1 : 0);
  }
};

// What the columns of a table are for, by their places from 0; -1 and empty where there is none.
struct TablePlan {
  char delimiter = ',';
  std::vector<std::string> columns;     // names; "column 3" where there is no header
  std::vector<std::string> classNames;  // where the file itself names them in its first line
  Task task = Task::Unlabelled;
  bool commaDecimal = false;
  int image = -1;
  bool namedImages = false;  // `image` holds names that NamedPictures finds, not paths
  bool embedded = false;   // `image` holds the files of pictures themselves, not their paths
  int pixels = -1;         // holds all pixels of a picture, with blanks between
  std::vector<int> texts;  // joined by a line end
  std::int64_t textLength = 0;
  int label = -1;
  std::string separator;    // where `label` holds several, separated so
  std::vector<int> labels;  // columns that each say whether a sample has the class of their name
  int split = -1;
  int group = -1;
  std::vector<TableFeature> features;
  bool byteFeatures = false;        // features are grey values from 0 to 255
  std::int64_t symbols = 0;         // of so many kinds, all columns together; 0: features are numbers
  bool symbolsBeside = false;       // the features are numbers and then symbols: two parts of a sample
  std::vector<std::int64_t> shape;  // of a sample of numbers; empty: a vector
  std::vector<int> targets;
  bool leaveOutMissing = false;  // rows without a value in a feature; else it is filled in
  bool fillMedian = false;
  std::vector<ImportDecision> decisions;

  bool hasInput() const { return image >= 0 || pixels >= 0 || !texts.empty() || !features.empty(); }
  std::int64_t width() const {
    std::int64_t all = 0;
    for (const TableFeature& feature : features) all += feature.width();
    return all;
  }
  // The symbols that are a part of their own.
  std::int64_t besideWidth() const {
    if (!symbolsBeside) return 0;
    return std::count_if(features.begin(), features.end(),
                         [](const TableFeature& feature) { return feature.kind == TableFeature::Kind::Symbol; });
  }
};

// Judges the columns. Unsupported when they are no table that can be imported, InvalidArgument for a column that is not
// there or a choice that does not fit.
Result<TablePlan> planTable(TableLook look, const TableChoices& choices);

}  // namespace fovea
