// Why: Arrow's C++ library is large and on few machines. It is therefore linked to a module, libfovea_parquet.so beside
// the programs, that is built where Arrow is found and loaded when the first Parquet file is read. This is all that
// both sides know of each other: no type of Arrow and none of Fovea crosses.
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
    Values,  // numbers, truth values, dates, words: given as text
    Lists,   // lists, records and maps, which are not read
    Bytes,   // of whole files: a column of bytes, or of records with a member "bytes"
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
  // What Hugging Face's library writes beside the columns, as JSON; empty where there is none.
  virtual const char* features() const = 0;
  // Goes to the next row and fills one text for each column, null for one whose kind is not Values. They stay valid
  // until the next call of any function.
  virtual Step next(Text* fields) = 0;
  // The first bytes of a column of Kind::Bytes, without reading more than the beginning of it; null where its first
  // rows hold none. Valid until the next call of any function. False at damage.
  virtual bool first(int column, Text& found) = 0;
  // The bytes in one row of a column of Kind::Bytes, valid until the next call of any function. False at damage.
  virtual bool bytes(int column, std::int64_t row, Text& found) = 0;
  // Why the last call failed.
  virtual const char* problem() const = 0;
};

// Null if the file cannot be read; `problem`, of `room` bytes, then says why. Delete what is returned.
using OpenParquet = ParquetReader* (*)(const char* path, char* problem, std::size_t room);

}  // namespace fovea
