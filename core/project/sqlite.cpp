#include "core/project/sqlite.h"

#include <sqlite3.h>

#include <cerrno>
#include <limits>
#include <system_error>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kBusyMilliseconds = 5000;

std::string nameOf(sqlite3* connection) {
  const char* name = sqlite3_db_filename(connection, "main");
  return name && *name ? name : "the run store";
}

Error inputOutputError(sqlite3* connection, const std::string& file) {
  const int number = sqlite3_system_errno(connection);
  if (number != 0) return systemError(number, "Cannot use " + file);
  return fail(ErrorCode::Io, "Cannot use " + file + ": " + sqlite3_errmsg(connection) + ".");
}

// Translates SQLite's last error on `connection` to a message for the user.
Error errorOf(sqlite3* connection, int code, const std::string& file) {
  const std::string words = sqlite3_errmsg(connection);
  switch (code & 0xff) {
    case SQLITE_FULL:
      return fail(ErrorCode::NoSpace, "Cannot write " + file + ": the disk is full.",
                  "Free some space on the disk and try again; nothing was lost.");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return fail(ErrorCode::Corrupt, file + " is damaged: " + words + ".");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return fail(ErrorCode::PermissionDenied, "Cannot write " + file + ".",
                  "Choose another folder, or change its permissions.");
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
      return inputOutputError(connection, file);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail(ErrorCode::Io, file + " is in use by another program.",
                  "Close the other program, or try again later.");
    case SQLITE_NOMEM:
      return fail(ErrorCode::OutOfMemory, "There is not enough memory to use " + file + ".");
    default:
      return fail(ErrorCode::Internal, "Cannot use " + file + ": " + words + ".");
  }
}

Error errorOf(sqlite3* connection) {
  return errorOf(connection, sqlite3_extended_errcode(connection), nameOf(connection));
}

std::string uriOf(const fs::path& path) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const unsigned char c : fs::absolute(path).string()) {
    const bool plain = std::isalnum(c) || c == '/' || c == '-' || c == '_' || c == '.';
    if (plain)
      uri += static_cast<char>(c);
    else
      uri += {'%', kDigits[c >> 4], kDigits[c & 15]};
  }
  return uri;
}

}  // namespace

SqliteRows::~SqliteRows() {
  if (statement_) sqlite3_reset(statement_);
}

Result<bool> SqliteRows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return errorOf(sqlite3_db_handle(statement_));
}

std::int64_t SqliteRows::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double SqliteRows::real(int column) const {
  const double value = sqlite3_column_double(statement_, column);  // NULL is 0
  return value == 0 && isNull(column) ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::string SqliteRows::text(int column) const {
  const auto* characters = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return characters ? std::string(characters, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                    : std::string();
}

bool SqliteRows::isNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const fs::path& path, SqliteMode mode) {
  auto database = std::unique_ptr<SqliteDatabase>(new SqliteDatabase);
  database->path_ = path;
  FOVEA_CHECK(database->connect(mode));
  return database;
}

Status SqliteDatabase::connect(SqliteMode mode) {
  const bool writes = mode == SqliteMode::ReadWrite;
  const auto attempt = [&](const std::string& name, int flags) -> Status {
    sqlite3_close(std::exchange(connection_, nullptr));
    const int code =
        sqlite3_open_v2(name.c_str(), &connection_, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (!connection_) return fail(ErrorCode::OutOfMemory, "There is not enough memory to open " + path_.string() + ".");
    if (code != SQLITE_OK) return errorOf(connection_, code, path_.string());
    sqlite3_busy_timeout(connection_, kBusyMilliseconds);
    // Opening does not access the file yet; the first statement reads it. The cache of pages (in KiB) is small, so that
    // it is soon full and memory does not grow during a long training; the system caches the file, too.
    return script(writes ? "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
                           "PRAGMA journal_size_limit=8388608; PRAGMA cache_size=-256;"
                         : "PRAGMA schema_version;");
  };
  if (writes) return attempt(path_.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  Status status = attempt(path_.string(), SQLITE_OPEN_READONLY);
  // Even a reader needs a file beside a WAL database. If it cannot create one, nobody can be writing either.
  std::error_code code;
  if (!status.ok() && status.error().code != ErrorCode::Corrupt && fs::exists(path_, code) &&
      !fs::exists(path_.string() + "-wal", code))
    status = attempt(uriOf(path_) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  return status;
}

SqliteDatabase::~SqliteDatabase() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(connection_);
}

Result<sqlite3_stmt*> SqliteDatabase::prepare(std::string_view sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second;
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement, nullptr);
  if (code != SQLITE_OK) return errorOf(connection_);
  statements_.emplace(sql, statement);
  return statement;
}

Status SqliteDatabase::bind(sqlite3_stmt* statement, int position, std::int64_t value) {
  return sqlite3_bind_int64(statement, position, value) == SQLITE_OK ? Status() : Status(errorOf(connection_));
}

Status SqliteDatabase::bind(sqlite3_stmt* statement, int position, double value) {
  return sqlite3_bind_double(statement, position, value) == SQLITE_OK ? Status() : Status(errorOf(connection_));
}

Status SqliteDatabase::bind(sqlite3_stmt* statement, int position, std::string_view value) {
  const int code = sqlite3_bind_text64(statement, position, value.data() ? value.data() : "", value.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  return code == SQLITE_OK ? Status() : Status(errorOf(connection_));
}

Status SqliteDatabase::script(const char* sql) {
  return sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK ? Status()
                                                                                : Status(errorOf(connection_));
}

std::int64_t SqliteDatabase::lastInsertId() const {
  return sqlite3_last_insert_rowid(connection_);
}

std::int64_t SqliteDatabase::changes() const {
  return sqlite3_changes64(connection_);
}

}  // namespace fovea
