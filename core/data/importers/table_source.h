// Why: the rows of tables as items: numbers are kept in memory, images are read when they are asked for.
#pragma once
#include <map>
#include <optional>

#include "core/data/importers/table.h"

namespace fovea {

// A table to read, and the split that its name says.
struct TableFile {
  std::filesystem::path path;
  std::optional<Split> split;
};

class TableSource : public ListedSource {
 public:
  TableSource(const std::filesystem::path& source, TablePlan plan, const TableChoices& choices);

  // InvalidArgument when the shape that was chosen has another number of features.
  Status checkShape() const;
  // Adds the rows of a file; those that cannot be used become problems.
  Status read(const TableFile& file, Look look);
  // After the last file: gives the classes their order.
  void finish();
  std::int64_t size() const override { return std::ssize(rows_); }
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
  Result<std::string_view> fieldAt(const std::vector<std::string_view>& fields, int column) const;
  Status addNumbers(const std::vector<std::string_view>& fields, const std::vector<int>& columns,
                    std::vector<float>& numbers) const;
  Result<std::int32_t> labelOf(std::string_view field);
  Result<std::vector<std::int32_t>> labelsOf(const std::vector<std::string_view>& fields);
  Result<Tensor> textInput(const std::string& text) const;

  TablePlan plan_;
  std::string base_;
  Shape shape_;
  std::vector<std::string> files_;
  std::vector<Row> rows_;
  std::vector<float> features_;
  std::vector<float> targets_;
  std::vector<std::string> images_;
  std::vector<std::string> texts_;
  std::vector<std::vector<std::int32_t>> several_;
  std::int64_t textLength_;
  std::vector<std::string> groups_;
  std::map<std::string, std::int32_t, std::less<>> places_;
  bool allWhole_ = true;
  std::int64_t highest_ = -1;
};

}  // namespace fovea
