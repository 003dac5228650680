// Why: Arrow's C++ library is large and few machines have it. A separate module, libfovea_parquet.so beside the
// programs, links to it. The module is built where Arrow is found, and loaded when the first Parquet file is read. This
// header is the whole interface of both sides: it uses no type of Arrow and none of Fovea.
#pragma once
#include <cstddef>
#include <cstdint>

namespace fovea {

inline constexpr const char* kParquetModule = "libfovea_parquet.so";
inline constexpr const char* kOpenParquet = "fovea_open_parquet_1";

// One table. One thread at a time. No function throws.
class ParquetReader {
 public:
  enum class Kind : int {
    Values,  // numbers, truth values, dates, strings: converted to text
    Lists,   // lists, records and maps, which are not read
    Bytes,   // whole files: a column of bytes, or of records with a member "bytes"
  };
  // Not terminated; `data` is null where there is no value.
  struct Text {
    const char* data = nullptr;
    std::size_t size = 0;
  };
  enum class Step : int { Row, End, Damaged };

  virtual ~ParquetReader() = default;
  virtual std::int64_t rows() const = 0;
  virtual int columns() const = 0;
  virtual const char* name(int column) const = 0;
  virtual Kind kind(int column) const = 0;
  // Metadata that Hugging Face's library writes beside the columns, as JSON; empty where there is none.
  virtual const char* features() const = 0;
  // Goes to the next row and fills one text for each column; null for columns whose kind is not Values. The texts stay
  // valid until the next call of any function.
  virtual Step next(Text* fields) = 0;
  // The first bytes of a column of Kind::Bytes, without reading more than its beginning; null where its first rows hold
  // none. Valid until the next call of any function. Returns false at damage.
  virtual bool first(int column, Text& found) = 0;
  // The bytes in one row of a column of Kind::Bytes, valid until the next call of any function. Returns false at
  // damage.
  virtual bool bytes(int column, std::int64_t row, Text& found) = 0;
  // The reason why the last call failed.
  virtual const char* problem() const = 0;
};

// Returns null if the file cannot be read; `problem`, of `room` bytes, then holds the reason. The caller deletes the
// reader.
using OpenParquet = ParquetReader* (*)(const char* path, char* problem, std::size_t room);

}  // namespace fovea
