// Why: presents the rows of tables as items: numbers are kept in memory, images are read on demand.
#pragma once
#include <functional>
#include <map>
#include <optional>

#include "core/base/json.h"
#include "core/data/importers/named_pictures.h"
#include "core/data/importers/picture_column.h"
#include "core/data/importers/table.h"

namespace fovea {

class TableSource : public ListedSource {
 public:
  TableSource(const std::filesystem::path& source, TablePlan plan, const TableChoices& choices);

  void addDecision(ImportDecision decision) { decisions_.push_back(std::move(decision)); }
  // Sets the images for a column that names them without a path; call it before reading the first file.
  void setPictures(std::shared_ptr<const NamedPictures> pictures) { named_ = std::move(pictures); }
  // Fails with InvalidArgument if the chosen shape does not match the number of features.
  Status checkShape() const;
  // Adds the rows of a file; unusable rows become problems.
  Status read(const TableFile& file, Look look);
  // Puts the classes in order; to be called after the last file.
  void finish();
  // Asks about a column of classes if most images that are in several rows have several of them.
  void askAboutSeveralClasses();
  // Computes the fill values, so that no row from load() has missing values: the mean or median of the training rows.
  void takeSplits(std::span<const std::uint8_t> splits) override;
  // Returns the columns of a row with their categories, the length of a text, and the fill values.
  std::string learned() const override;
  // Refuses rows with other columns, categories or lengths; keeps the fill values of the data set.
  Status takeLearned(const std::string& learned) override;
  std::int64_t size() const override { return std::ssize(rows_); }
  std::int64_t symbols() const override { return plan_.symbolsBeside ? 0 : plan_.symbols; }
  std::vector<DataPart> parts() const override;
  std::string inputName() const override { return plan_.symbolsBeside ? kNumbersPart : ""; }
  // Includes the fill values, and the question about images of 16 bits a value inside the table.
  std::vector<ImportDecision> decisions() const override;
  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;

 private:
  struct Row {
    std::uint32_t file;
    std::int32_t label;
    std::optional<Split> split;
    std::int64_t line;
  };

  Status add(const std::vector<std::string_view>& fields, const TableFile& file, std::int64_t line);
  // Returns a field by its column index in the plan.
  Result<std::string_view> fieldAt(const std::vector<std::string_view>& fields, int column) const;
  Error notANumber(int column, std::string_view field) const;
  Status addTargets(const std::vector<std::string_view>& fields);
  Status addFeatures(const std::vector<std::string_view>& fields);
  Status addFeature(const TableFeature& feature, std::string_view field);
  Status addPixels(std::string_view field);
  Result<std::string> textAt(const std::vector<std::string_view>& fields) const;
  void addText(std::string text);
  void orderClasses();
  void nameClasses();
  void findTracks();
  void chooseFills();
  std::optional<ImportDecision> filledGaps() const;
  float fillOf(std::size_t column) const;
  // Calls `use` with each feature that has a fill value, and its index in fills_.
  void eachFilled(const std::function<void(const TableFeature&, std::size_t place)>& use) const;
  Json formOf(const TableFeature& feature) const;
  Status checkForm(const Json& before) const;
  void takeFills(const Json& before);
  Result<std::int32_t> labelOf(std::string_view field);
  Result<std::vector<std::int32_t>> labelsOf(const std::vector<std::string_view>& fields);
  Result<Tensor> textInput(const std::string& text) const;
  Result<Tensor> symbolsOf(std::size_t row, std::size_t from, const Shape& shape) const;
  ContentHash annotationOf(std::size_t row) const;
  std::filesystem::path imagePath(std::size_t row) const;
  Result<LoadedItem> loadPicture(std::size_t row) const;
  Result<std::string> embeddedPicture(std::size_t row) const;
  Status openPictures(const TableFile& file);

  const TablePlan plan_;
  const MissingWords missing_;
  const std::vector<int>* columns_ = nullptr;  // columns of the file that is being read
  const std::string baseFolder_;               // folder of the images, if the user sets it
  std::vector<std::string> bases_;             // base folder of each file
  Shape shape_;
  std::vector<std::string> files_;
  std::vector<Row> rows_;
  std::size_t width_ = 0;             // numbers in a row of features_
  std::size_t inputWidth_ = 0;        // number of them that belong to the input
  std::vector<float> features_;       // NaN for missing values
  std::vector<float> fills_;          // fill value of each number in a row; empty if nothing is missing
  std::vector<bool> trains_;          // true for training rows
  std::vector<std::uint8_t> pixels_;  // replaces features_ for grey values
  bool gaps_ = false;
  bool drawn_ = false;      // the splits are drawn at random
  bool fillsKept_ = false;  // the fill values are those of the data set, as decisions_ says
  std::int64_t cutTexts_ = 0;
  std::int64_t longestText_ = 0;
  std::vector<float> targets_;
  std::vector<std::string> images_;
  std::shared_ptr<const NamedPictures> named_;
  std::vector<std::shared_ptr<const PictureColumn>> pictures_;  // for each file, if the table contains the images
  std::vector<std::string> texts_;
  std::vector<std::vector<std::int32_t>> several_;
  std::vector<std::string> groups_;
  std::map<std::string, std::int32_t, std::less<>> places_;
  const std::string orientation_;  // the option, see emnist.h
  bool turned_ = false;            // rows and columns of the pictures are swapped
  bool tracks_ = false;            // the names of the images tell which show one sign
  bool allWhole_ = true;
  bool fromZero_ = false;
  std::int64_t highest_ = -1;
};

}  // namespace fovea
