#include "core/data/importers/table_rows.h"

#include "core/data/importers/arff_rows.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/joined_tables.h"
#include "core/data/importers/json_rows.h"
#include "core/data/importers/labelled_lines.h"
#include "core/data/importers/parquet_rows.h"
#include "core/data/importers/uci_table.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

class DelimitedRows : public TableRows {
 public:
  explicit DelimitedRows(std::unique_ptr<DelimitedFile> file) : file_(std::move(file)) {}
  Result<bool> next(std::vector<std::string_view>& fields) override { return file_->next(fields); }
  std::int64_t line() const override { return file_->line(); }
  char delimiter() const override { return file_->delimiter(); }

 private:
  std::unique_ptr<DelimitedFile> file_;
};

}  // namespace

const std::vector<NestedColumn>& TableRows::nested() const {
  static const std::vector<NestedColumn> none;
  return none;
}

const std::vector<std::string>& TableRows::pictures() const {
  static const std::vector<std::string> none;
  return none;
}

bool isJsonTable(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".json" || ending == ".jsonl" || ending == ".ndjson";
}

Result<std::unique_ptr<TableRows>> TableRows::open(const fs::path& path, char delimiter) {
  if (isJsonTable(path.filename().string())) return openJsonRows(path);
  if (isParquetName(path.filename().string())) return openParquetRows(path);
  if (isArffName(path.filename().string())) return openArffRows(path);
  const LineForm form = lineFormOfFile(path);
  if (form == LineForm::Records) return openJsonRows(path);
  if (form == LineForm::Labelled || form == LineForm::Question || form == LineForm::Behind)
    return openLabelledLines(path, form);
  if (const auto joined = joinedFilesOf(path)) return openJoinedRows(*joined);
  if (isUciTable(path.filename().string())) return openUciRows(path, delimiter);
  return openDelimitedRows(path, delimiter);
}

Result<std::unique_ptr<TableRows>> openDelimitedRows(const fs::path& path, char delimiter) {
  FOVEA_TRY(auto file, DelimitedFile::open(path, delimiter));
  return std::unique_ptr<TableRows>(std::make_unique<DelimitedRows>(std::move(file)));
}

}  // namespace fovea
