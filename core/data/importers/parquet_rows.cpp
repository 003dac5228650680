#include "core/data/importers/parquet_rows.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/module_file.h"
#include "core/data/files/image_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importing/names.h"
#include "core/data/parquet_module/parquet_abi.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

using ParquetPointer = std::unique_ptr<ParquetReader>;
using ColumnKind = ParquetReader::Kind;

constexpr int kMostColumns = 10'000;
constexpr std::size_t kMostProblem = 512;

const ModuleFunction& parquetModule() {
  static const ModuleFunction module = loadModuleFunction(kParquetModule, kOpenParquet);
  return module;
}

Error damagedParquet(const fs::path& path, const char* problem) {
  return fail(ErrorCode::Corrupt, fmt::format("{} cannot be read: {}.", displayName(path.filename().string()),
                                              displayName(std::string_view(problem).substr(0, kMostProblem))));
}

Result<ParquetPointer> openReader(const fs::path& path) {
  FOVEA_CHECK(canReadParquet());
  std::array<char, kMostProblem> problem{};
  const auto open = reinterpret_cast<OpenParquet>(parquetModule().address);
  FOVEA_TRY(const OpenedFile opened, openWhole(path));
  ParquetPointer reader(open(nameToOpen(opened, path).c_str(), problem.data(), problem.size()));
  if (!reader) return damagedParquet(path, problem.data());
  if (reader->columns() > kMostColumns)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} has more than {} columns.",
                                                        displayName(path.filename().string()), grouped(kMostColumns)));
  return reader;
}

// Returns class names by column, from the metadata that Hugging Face's library writes.
std::map<std::string, std::vector<std::string>> classNamesIn(const char* features) {
  std::map<std::string, std::vector<std::string>> found;
  const auto json = parseJson(features);
  const auto isObject = [](const Json& each, const char* name) {
    return each.contains(name) && each[name].is_object();
  };
  if (!json.ok() || !json->is_object() || !isObject(*json, "info") || !isObject((*json)["info"], "features"))
    return found;
  for (const auto& [column, feature] : (*json)["info"]["features"].items()) {
    if (!feature.is_object() || !feature.contains("names") || !feature["names"].is_array()) continue;
    for (const Json& name : feature["names"])
      if (name.is_string()) found[column].push_back(displayName(name.get_ref<const std::string&>()));
    if (found[column].size() != feature["names"].size()) found.erase(column);
  }
  return found;
}

class ParquetRows : public TableRows {
 public:
  ParquetRows(fs::path path, ParquetPointer reader) : path_(std::move(path)), reader_(std::move(reader)) {}

  Status start() {
    classNames_ = classNamesIn(reader_->features());
    const int columns = reader_->columns();
    for (int i = 0; i < columns; ++i) {
      names_.push_back(displayName(reader_->name(i)));
      if (reader_->kind(i) == ColumnKind::Lists) nested_.push_back({names_.back(), "its values are lists or records"});
      if (reader_->kind(i) == ColumnKind::Bytes) FOVEA_CHECK(judgeBytes(i));
    }
    texts_.resize(names_.size());
    return {};
  }

  Result<bool> next(std::vector<std::string_view>& fields) override {
    fields.clear();
    if (!named_) {
      named_ = true;
      for (const std::string& name : names_) fields.push_back(name);
      return true;
    }
    const ParquetReader::Step step = reader_->next(texts_.data());
    if (step == ParquetReader::Step::Damaged) return damagedParquet(path_, reader_->problem());
    if (step == ParquetReader::Step::End) return false;
    ++line_;
    for (const ParquetReader::Text& text : texts_)
      fields.push_back(text.data ? std::string_view(text.data, text.size) : std::string_view());
    return true;
  }
  std::int64_t line() const override { return line_; }
  bool isNamed() const override { return true; }
  const std::vector<NestedColumn>& nested() const override { return nested_; }
  const std::vector<std::string>& pictures() const override { return pictures_; }
  std::vector<std::string> classNames(const std::string& column) const override {
    const auto found = classNames_.find(column);
    return found == classNames_.end() ? std::vector<std::string>() : found->second;
  }

 private:
  // Checks whether the first bytes in a column are those of an image file.
  Status judgeBytes(int column) {
    ParquetReader::Text found;
    if (!reader_->first(column, found)) return damagedParquet(path_, reader_->problem());
    if (found.data && readImageHeader({found.data, found.size}).ok())
      pictures_.push_back(names_.back());
    else
      nested_.push_back(
          {names_.back(), "it holds bytes of files that are no pictures; such files are read from folders"});
    return {};
  }

  fs::path path_;
  ParquetPointer reader_;
  std::map<std::string, std::vector<std::string>> classNames_;
  std::vector<std::string> names_;
  std::vector<NestedColumn> nested_;
  std::vector<std::string> pictures_;
  std::vector<ParquetReader::Text> texts_;
  std::int64_t line_ = 0;
  bool named_ = false;  // the row of names was returned
};

class ParquetPictures : public PictureColumn {
 public:
  ParquetPictures(fs::path path, ParquetPointer reader, int column)
      : path_(std::move(path)), reader_(std::move(reader)), column_(column) {}

  Result<std::string> picture(std::int64_t row) const override {
    const std::lock_guard lock(mutex_);
    ParquetReader::Text found;
    if (!reader_->bytes(column_, row, found)) return damagedParquet(path_, reader_->problem());
    if (!found.data) return fail(ErrorCode::Corrupt, "it has no picture");
    if (found.size > kMaximumImageFile) return fail(ErrorCode::InvalidArgument, "its picture is too large");
    return std::string(found.data, found.size);
  }

 private:
  const fs::path path_;
  mutable std::mutex mutex_;
  const ParquetPointer reader_;
  const int column_;
};

}  // namespace

bool isParquetName(std::string_view name) {
  return endingOf(name) == ".parquet";
}

Status canReadParquet() {
  if (parquetModule().address) return {};
  return fail(
      ErrorCode::Unsupported, "Parquet files are not read: " + parquetModule().problem + ".",
      "In Python: pandas.read_parquet(\"a.parquet\").to_csv(\"a.csv\", index=False). Then import a.csv. Or build "
      "Fovea with Arrow's C++ library, see README.md.");
}

Result<std::unique_ptr<TableRows>> openParquetRows(const fs::path& path) {
  FOVEA_TRY(ParquetPointer reader, openReader(path));
  auto rows = std::make_unique<ParquetRows>(path, std::move(reader));
  FOVEA_CHECK(rows->start());
  return std::unique_ptr<TableRows>(std::move(rows));
}

Result<std::shared_ptr<const PictureColumn>> openParquetPictures(const fs::path& path, const std::string& column) {
  FOVEA_TRY(ParquetPointer reader, openReader(path));
  for (int i = 0; i < reader->columns(); ++i)
    if (displayName(reader->name(i)) == column && reader->kind(i) == ColumnKind::Bytes)
      return std::shared_ptr<const PictureColumn>(std::make_shared<ParquetPictures>(path, std::move(reader), i));
  return fail(ErrorCode::Corrupt,
              fmt::format("{} has no pictures in a column \"{}\".", displayName(path.filename().string()), column));
}

}  // namespace fovea
