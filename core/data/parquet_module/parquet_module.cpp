#include <arrow/array.h>
#include <arrow/io/file.h>
#include <arrow/memory_pool.h>
#include <arrow/table.h>
#include <arrow/util/config.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/column_reader.h>
#include <parquet/file_reader.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/data/parquet_module/arrow_text.h"
#include "core/data/parquet_module/parquet_abi.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostMemory = std::int64_t{6} << 30;  // for one table
constexpr std::int64_t kMostInGroup = std::int64_t{2} << 30;
constexpr std::size_t kKeptGroups = 3;
constexpr int kRowsLookedAt = 16;  // used to find the first bytes of a column

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void check(const arrow::Status& status) {
  if (!status.ok()) throw Refused(status.message());
}

// Arrow's own pool with a limit, so that a file with wrong sizes cannot exhaust memory.
class BoundedPool : public arrow::MemoryPool {
 public:
  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    if (size > kMostMemory - used_.load()) return arrow::Status::OutOfMemory("it needs more than 6 GiB of memory");
    const arrow::Status status = pool_->Allocate(size, alignment, out);
    if (status.ok()) used_ += size;
    return status;
  }
  arrow::Status Reallocate(std::int64_t before, std::int64_t size, std::int64_t alignment,
                           std::uint8_t** pointer) override {
    if (size - before > kMostMemory - used_.load())
      return arrow::Status::OutOfMemory("it needs more than 6 GiB of memory");
    const arrow::Status status = pool_->Reallocate(before, size, alignment, pointer);
    if (status.ok()) used_ += size - before;
    return status;
  }
  void Free(std::uint8_t* buffer, std::int64_t size, std::int64_t alignment) override {
    pool_->Free(buffer, size, alignment);
    used_ -= size;
  }
  std::int64_t bytes_allocated() const override { return used_.load(); }
  std::int64_t total_bytes_allocated() const override { return used_.load(); }
  std::int64_t num_allocations() const override { return 0; }
  std::string backend_name() const override { return pool_->backend_name(); }

 private:
  arrow::MemoryPool* const pool_ = arrow::default_memory_pool();
  std::atomic<std::int64_t> used_{0};
};

struct Column {
  std::string name;
  ParquetReader::Kind kind = ParquetReader::Kind::Lists;
  int leaf = -1;        // index among the file's columns
  bool member = false;  // the bytes are in a record
};

bool isBinary(const arrow::DataType& type) {
  return type.id() == arrow::Type::BINARY || type.id() == arrow::Type::LARGE_BINARY;
}

Column columnOf(const parquet::arrow::SchemaField& field) {
  Column column{field.field->name()};
  const arrow::DataType& type = *field.field->type();
  if (field.is_leaf() && hasText(type)) {
    column.kind = ParquetReader::Kind::Values;
    column.leaf = field.column_index;
  } else if (field.is_leaf() && isBinary(type)) {
    column.kind = ParquetReader::Kind::Bytes;
    column.leaf = field.column_index;
  } else if (type.id() == arrow::Type::STRUCT) {
    for (const parquet::arrow::SchemaField& child : field.children) {
      if (child.field->name() != "bytes" || !child.is_leaf() || !isBinary(*child.field->type())) continue;
      column.kind = ParquetReader::Kind::Bytes;
      column.leaf = child.column_index;
      column.member = true;
    }
  }
  return column;
}

class ArrowParquet : public ParquetReader {
 public:
  explicit ArrowParquet(const std::string& path) {
    parquet::arrow::FileReaderBuilder builder;
    check(builder.OpenFile(path, false, parquet::ReaderProperties(&pool_)));
    builder.memory_pool(&pool_);
    // Arrow's read-ahead threads would return buffers after the pool is destroyed.
    parquet::ArrowReaderProperties properties(false);
    properties.set_pre_buffer(false);
    builder.properties(properties);
    check(builder.Build(&reader_));
    metadata_ = reader_->parquet_reader()->metadata();
    for (const auto& field : reader_->manifest().schema_fields) columns_.push_back(columnOf(field));
    for (const Column& column : columns_)
      if (column.kind == Kind::Values) leaves_.push_back(column.leaf);
    for (int group = 0; group < metadata_->num_row_groups(); ++group) {
      begins_.push_back(rows_);
      const std::int64_t rows = metadata_->RowGroup(group)->num_rows();
      if (rows < 0 || rows > std::int64_t{1} << 40) throw Refused("it says a wrong number of rows");
      rows_ += rows;
    }
    const auto pairs = metadata_->key_value_metadata();
    if (pairs && pairs->Contains("huggingface")) features_ = pairs->Get("huggingface").ValueOr("");
    texts_.resize(columns_.size());
  }

  std::int64_t rows() const override { return rows_; }
  int columns() const override { return static_cast<int>(columns_.size()); }
  const char* name(int column) const override { return columns_[static_cast<std::size_t>(column)].name.c_str(); }
  Kind kind(int column) const override { return columns_[static_cast<std::size_t>(column)].kind; }
  const char* features() const override { return features_.c_str(); }
  const char* problem() const override { return problem_.c_str(); }

  Step next(Text* fields) override {
    Step step = Step::Damaged;
    guarded([&] { step = take(fields); });
    return step;
  }

  bool first(int column, Text& found) override {
    return guarded([&] { findFirst(columns_[static_cast<std::size_t>(column)], found); });
  }

  bool bytes(int column, std::int64_t row, Text& found) override {
    return guarded([&] { find(columns_[static_cast<std::size_t>(column)], row, found); });
  }

 private:
  template <class Work>
  bool guarded(Work work) {
    try {
      work();
      return true;
    } catch (const std::exception& error) {
      problem_ = error.what();
    } catch (...) {
      problem_ = "it is damaged";
    }
    return false;
  }

  std::shared_ptr<arrow::Table> readGroup(int group, const std::vector<int>& leaves) {
    std::int64_t bytes = 0;
    for (const int leaf : leaves) {
      const std::int64_t some = metadata_->RowGroup(group)->ColumnChunk(leaf)->total_uncompressed_size();
      if (some < 0 || some > kMostInGroup || (bytes += some) > kMostInGroup)
        throw Refused("a row group holds more than 2 GiB; write it with smaller ones");
    }
#if ARROW_VERSION_MAJOR >= 24
    auto table = reader_->ReadRowGroup(group, leaves);
    check(table.status());
    return *std::move(table);
#else
    std::shared_ptr<arrow::Table> table;
    check(reader_->ReadRowGroup(group, leaves, &table));
    return table;
#endif
  }

  // Goes to the next row group with rows; returns false at the end.
  bool refill() {
    while (place_ == length_) {
      if (group_ == metadata_->num_row_groups()) return false;
      batch_.reset();
      const auto table = readGroup(group_, leaves_);
      const std::int64_t rows = metadata_->RowGroup(group_)->num_rows();
      if (!leaves_.empty()) {
        if (table->num_rows() != rows) throw Refused("a row group is damaged");
        auto joined = table->CombineChunksToBatch(&pool_);
        check(joined.status());
        batch_ = *joined;
      }
      ++group_;
      place_ = 0;
      length_ = rows;
    }
    return true;
  }

  Step take(Text* fields) {
    if (!refill()) return Step::End;
    int value = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      fields[i] = {};
      if (columns_[i].kind != Kind::Values) continue;
      const arrow::Array& array = *batch_->column(value++);
      texts_[i].clear();
      if (array.IsNull(place_)) continue;
      appendText(array, place_, texts_[i]);
      fields[i] = {texts_[i].data(), texts_[i].size()};
    }
    ++place_;
    return Step::Row;
  }

  struct Kept {
    int group;
    int leaf;
    std::shared_ptr<arrow::ChunkedArray> values;
  };

  const arrow::ChunkedArray& groupOf(const Column& column, int group) {
    for (const Kept& kept : kept_)
      if (kept.group == group && kept.leaf == column.leaf) return *kept.values;
    if (kept_.size() == kKeptGroups) kept_.erase(kept_.begin());
    const auto table = readGroup(group, {column.leaf});
    if (table->num_columns() != 1) throw Refused("a column is damaged");
    kept_.push_back({group, column.leaf, table->column(0)});
    return *kept_.back().values;
  }

  // Decodes at most one page, while find() decodes a whole row group.
  void findFirst(const Column& column, Text& found) {
    found = {};
    if (column.kind != Kind::Bytes || metadata_->num_row_groups() == 0) return;
    const auto values = std::dynamic_pointer_cast<parquet::ByteArrayReader>(
        reader_->parquet_reader()->RowGroup(0)->Column(column.leaf));
    if (!values) throw Refused("a column is damaged");
    for (int row = 0; row < kRowsLookedAt && values->HasNext(); ++row) {
      std::int16_t level = 0;
      std::int64_t count = 0;
      parquet::ByteArray value;
      values->ReadBatch(1, &level, nullptr, &value, &count);
      if (count == 0) continue;
      first_.assign(reinterpret_cast<const char*>(value.ptr), value.len);
      found = {first_.data(), first_.size()};
      return;
    }
  }

  void find(const Column& column, std::int64_t row, Text& found) {
    found = {};
    if (column.kind != Kind::Bytes || row < 0 || row >= rows_) throw Refused("it has no such row");
    const auto group = static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), row) - begins_.begin()) - 1;
    std::int64_t place = row - begins_[static_cast<std::size_t>(group)];
    for (const auto& chunk : groupOf(column, group).chunks()) {
      if (place >= chunk->length()) {
        place -= chunk->length();
        continue;
      }
      const arrow::Array* values = chunk.get();
      if (values->IsNull(place)) return;
      if (column.member) {
        const auto& record = static_cast<const arrow::StructArray&>(*chunk);
        // field() applies the record's own offset, so the index is the same.
        member_ = record.field(0);
        values = member_.get();
        if (values->IsNull(place)) return;
      }
      const auto view = values->type_id() == arrow::Type::LARGE_BINARY
                            ? static_cast<const arrow::LargeBinaryArray&>(*values).GetView(place)
                            : static_cast<const arrow::BinaryArray&>(*values).GetView(place);
      found = {view.data(), view.size()};
      return;
    }
    throw Refused("a row group is damaged");
  }

  BoundedPool pool_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  std::shared_ptr<parquet::FileMetaData> metadata_;
  std::vector<Column> columns_;
  std::vector<int> leaves_;  // leaf indices of the columns with values
  std::vector<std::int64_t> begins_;
  std::int64_t rows_ = 0;
  std::string features_;
  std::string problem_;

  int group_ = 0;  // index of the next one
  std::int64_t place_ = 0;
  std::int64_t length_ = 0;
  std::shared_ptr<arrow::RecordBatch> batch_;
  std::vector<std::string> texts_;
  std::vector<Kept> kept_;  // the newest entry is last
  std::shared_ptr<arrow::Array> member_;
  std::string first_;
};

}  // namespace
}  // namespace fovea

extern "C" __attribute__((visibility("default"))) fovea::ParquetReader* fovea_open_parquet_1(const char* path,
                                                                                             char* problem,
                                                                                             std::size_t room) try {
  return std::make_unique<fovea::ArrowParquet>(path).release();
} catch (const std::exception& error) {
  std::snprintf(problem, room, "%s", error.what());
  return nullptr;
} catch (...) {
  std::snprintf(problem, room, "it is damaged");
  return nullptr;
}
