// Why: wraps SQLite's C interface in values that cannot leak, forget a reset or build SQL from text.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace fovea {

enum class SqliteMode { ReadWrite, ReadOnly };

// The rows of one query, in order. The destructor ends the query; at most one may be open for each SQL text.
class SqliteRows {
 public:
  SqliteRows(SqliteRows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;
  ~SqliteRows();

  // Advances to the next row; false after the last one.
  Result<bool> next();
  // Columns of the current row, counted from 0. SQL's NULL becomes 0, NaN or empty.
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool isNull(int column) const;

 private:
  friend class SqliteDatabase;
  explicit SqliteRows(sqlite3_stmt* statement) : statement_(statement) {}
  sqlite3_stmt* statement_;
};

// One connection. Use it from one thread at a time; several connections (in any threads or programs) may use one file.
// Errors: NoSpace, PermissionDenied, Corrupt, NotFound, OutOfMemory, Io (also if another program locks the file for
// longer than five seconds). After an error in a transaction the file contains none of it.
class SqliteDatabase {
 public:
  // ReadWrite creates the file if it is missing and uses WAL mode. ReadOnly writes nothing, if possible not even files
  // beside it.
  static Result<std::unique_ptr<SqliteDatabase>> open(const std::filesystem::path& path, SqliteMode mode);
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Runs a query. `sql` is a literal whose prepared statement is cached; `values` bind to ?1, ?2, … and are integers,
  // doubles (NaN becomes NULL), bool or text.
  template <class... Values>
  Result<SqliteRows> query(std::string_view sql, const Values&... values) {
    FOVEA_TRY(sqlite3_stmt * statement, prepare(sql));
    SqliteRows rows(statement);
    int position = 0;
    Status status;
    ((status = status.ok() ? bind(statement, ++position, values) : std::move(status)), ...);
    if (!status.ok()) return std::move(status).error();
    return rows;
  }
  // The same for a statement without rows.
  template <class... Values>
  Status execute(std::string_view sql, const Values&... values) {
    FOVEA_TRY(SqliteRows rows, query(sql, values...));
    const auto stepped = rows.next();
    return stepped.ok() ? Status() : Status(stepped.error());
  }
  // The first column of the first row, or `otherwise` if there is none or it is NULL.
  template <class... Values>
  Result<std::int64_t> integer(std::int64_t otherwise, std::string_view sql, const Values&... values) {
    FOVEA_TRY(SqliteRows rows, query(sql, values...));
    FOVEA_TRY(const bool found, rows.next());
    return found && !rows.isNull(0) ? rows.integer(0) : otherwise;
  }
  // Runs several statements without values or rows.
  Status script(const char* sql);
  std::int64_t lastInsertId() const;
  // The number of rows that the last statement changed.
  std::int64_t changes() const;

  // Runs `work`, which returns a Status, as one transaction. Other writers are blocked meanwhile.
  template <class Work>
  Status transaction(Work&& work) {
    FOVEA_CHECK(execute("BEGIN IMMEDIATE"));
    Status status = work();
    if (status.ok()) status = execute("COMMIT");
    // After a full disk, for example, the system may have rolled back already; then this does nothing.
    if (!status.ok()) (void)execute("ROLLBACK");
    return status;
  }

 private:
  SqliteDatabase() = default;
  Status connect(SqliteMode mode);
  Result<sqlite3_stmt*> prepare(std::string_view sql);
  Status bind(sqlite3_stmt* statement, int position, std::int64_t value);
  Status bind(sqlite3_stmt* statement, int position, std::int32_t value) {
    return bind(statement, position, std::int64_t{value});
  }
  Status bind(sqlite3_stmt* statement, int position, bool value) {
    return bind(statement, position, std::int64_t{value});
  }
  Status bind(sqlite3_stmt* statement, int position, double value);
  Status bind(sqlite3_stmt* statement, int position, std::string_view value);
  Status bind(sqlite3_stmt* statement, int position, const std::string& value) {
    return bind(statement, position, std::string_view(value));
  }
  Status bind(sqlite3_stmt* statement, int position, const char* value) {
    return bind(statement, position, std::string_view(value));
  }

  std::filesystem::path path_;
  sqlite3* connection_ = nullptr;
  std::unordered_map<std::string_view, sqlite3_stmt*> statements_;
};

}  // namespace fovea
