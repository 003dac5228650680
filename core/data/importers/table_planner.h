// Why: the plan of a table is made in steps (columns named by the user, inputs, targets, features) that share their
// results.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/data/importers/joined_labels.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_names.h"

namespace fovea {

class TablePlanner {
 public:
  TablePlanner(TableLook table, const TableChoices& choices);
  Result<TablePlan> plan();

 private:
  // Columns that the user has named.
  Result<int> columnOf(const std::string& text) const;
  Status takeOne(const std::string& text, int& column) const;
  Result<std::vector<int>> columnsOf(const std::string& list) const;
  Status takeNamed();

  // Inputs without features, and splits and groups.
  void guessDecimal();
  void guessImage();
  bool guessEmbedded();
  void takeEmbedded();
  void guessPixels();
  void guessSplitAndGroup();
  void guessSplit(std::size_t column);
  void guessText();
  void takeTextPair(std::size_t column);
  void takeAnyText();
  void askAboutTellingTexts();
  bool tellsByWords(std::size_t column) const;
  bool isFreeText(std::size_t column) const;
  bool holdsSentences(std::size_t column) const;
  bool isFurtherText(std::size_t column) const;
  bool isFewWhole(std::size_t column) const;
  bool isMeasure(std::size_t column) const;
  void offerNumbers();
  void chooseTextLength();

  // Targets; table_targets.cpp and table_labels.cpp.
  Status takeTask();
  Status takeMultiLabel();
  Status checkLabelColumns() const;
  void takeLabelColumns();
  struct LabelGuess {
    int column = -1;
    bool sure = false;
    std::string because;
  };
  LabelGuess guessLabel() const;
  LabelGuess declaredLabel() const;
  bool declaresClasses(int column) const;
  LabelGuess labelByPlace() const;
  int otherClass(int column) const;
  bool countsBehindMeasures(const std::vector<int>& open) const;
  bool hasOtherMeasure(int column) const;
  void askForTarget(int column);
  void addOtherTargets(int guessed, std::vector<std::string>& alternatives) const;
  void judgeLabel(LabelGuess guess);
  void judgeNumbers(LabelGuess guess);
  void decideTarget(const LabelGuess& guess, const std::string& chosen, const std::string& because, bool sure,
                    std::vector<std::string> alternatives);
  bool isFewValued(std::size_t column) const;
  bool mayLabelPixels(int column) const;
  bool areMapped(const ColumnLook& look) const;
  bool isDoubtfulTarget(std::size_t column) const;
  bool isTargetNumbers(std::size_t column) const;
  bool isLabelList(std::size_t column) const;
  bool takeLabelList();
  std::optional<JoinedLabels> joinedLabels(std::size_t column) const;
  int joinedColumn() const;
  bool takeJoinedLabels();
  std::vector<std::string> labelsOfNoClass(const ColumnLook& look) const;
  void leaveOutNoLabels();
  void reportOrder();

  // Features; table_features.cpp.
  Status takeFeatures();
  Status takeChosenFeatures(const std::vector<int>& columns);
  bool takePicture();
  bool isGrid() const;
  void keepForShape();
  void takeGuessedFeatures();
  bool leftOut(std::size_t column);
  enum class Tells { Nothing, ByValues, ByRanges };
  Tells tellsClass(std::size_t column) const;
  void askAboutTelling(const std::vector<std::string>& columns);
  bool isNumeric(std::size_t column, bool chosen) const;
  std::optional<DateOrder> dateOrderOf(std::size_t column) const;
  bool addFeature(std::size_t column, bool chosen);
  bool addSymbols(std::size_t column, bool chosen);
  void decideMissing();
  void separateSymbols();
  void sayGroups();

  bool used(int column) const;
  // Returns true if the input is a picture or text; otherwise it consists of columns of numbers and categories.
  bool hasOwnInput() const { return plan_.image >= 0 || plan_.pixels >= 0 || !plan_.texts.empty(); }
  static std::string examples(const ColumnLook& look);
  bool isPicture(std::size_t column) const;
  // Returns true for a column of lists, objects or images, which has no values.
  bool isNested(std::size_t column) const;
  const std::string& name(std::size_t column) const { return plan_.columns[column]; }
  std::string titleOf(std::size_t column) const { return columnTitle(name(column)); }
  bool holdsNumbersOfAnswers() const;
  bool isNestedMostly() const;
  Error nestedRows() const;
  Error withoutInput() const;
  void decide(std::string what, std::string chosen, std::string because, std::vector<std::string> alternatives,
              bool sure = true);

  // Columns that are left out or treated in the same way for one reason; one decision covers them all.
  struct Group {
    std::string chosen;
    std::string because;
    std::string option;  // the option that overrides the decision; the names follow it
    std::vector<std::string> names;
  };
  void put(const std::string& chosen, const std::string& because, const std::string& option, std::size_t column);

  TableLook table_;
  const std::vector<ColumnLook>& looks_;
  const TableChoices& choices_;
  bool pair_ = false;            // the texts form a pair
  std::vector<std::string> otherPairs_;  // options that choose further pairs of texts
  bool numbersInstead_ = false;  // numbers may be meant to be the input instead of the guessed text
  std::vector<int> kept_;
  std::vector<int> unwanted_;
  std::vector<Group> groups_;
  std::unordered_map<std::uint64_t, std::size_t> contents_;  // features keyed by ColumnLook::content
  TablePlan plan_;
};

}  // namespace fovea
