#include <fmt/format.h>
#include <lmdb.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "core/base/file.h"
#include "core/data/store/sample.h"
#include "core/data/store/sample_store.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBlockBytes = 8 << 20;    // bytes written in one transaction
constexpr std::uint64_t kSpareBytes = 4 << 20;  // bytes left free on the disk for the manifest and others
constexpr std::uint64_t kFirstMap = 64 << 20;

constexpr const char* kSamples = "samples";  // unsigned int -> record
constexpr const char* kTables = "tables";    // name -> bytes

// Translates LMDB's or the system's error to a message of Fovea.
Error storeError(int code, const std::string& what) {
  if (code == EFBIG) {
    Error error = systemError(ENOSPC, what);
    error.message = what + ": the file may not grow further (a limit on file sizes).";
    return error;
  }
  if (code > 0) return systemError(code, what);
  return fail(ErrorCode::Io, what + ": " + mdb_strerror(code) + ".");
}

// The offset of a value in the file: every LMDB page begins with its own number, and a value begins in its first page.
std::uint64_t placeInFile(const MDB_val& value, std::size_t pageBytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(value.mv_data);
  const std::uintptr_t inside = address % pageBytes;
  std::size_t page = 0;
  std::memcpy(&page, reinterpret_cast<const void*>(address - inside), sizeof page);
  return std::uint64_t{page} * pageBytes + inside;
}

// The maximum size of LMDB's pages for records of `bytes` in total: a record just over half a page takes a whole one.
std::uint64_t roomFor(std::uint64_t bytes, std::uint64_t records) {
  return 2 * bytes + 64 * records + (1 << 20);
}

// Fails with NoSpace if `file`, now of `size` bytes, cannot grow to `needed`.
Status checkSpace(const fs::path& file, std::uint64_t size, std::uint64_t needed) {
  if (needed <= size) return {};
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && needed > limit.rlim_cur)
    return storeError(EFBIG, "Cannot write " + file.string());
  FOVEA_TRY(const std::uint64_t available, freeSpace(file));
  if (needed - size + kSpareBytes <= available) return {};
  return fail(ErrorCode::NoSpace,
              fmt::format("The disk that holds {} is full: {:.1f} MB more are needed and {:.1f} MB are free.",
                          file.parent_path().string(), static_cast<double>(needed - size + kSpareBytes) / 1e6,
                          static_cast<double>(available) / 1e6),
              "Free some space or choose a folder on another disk; nothing was changed.");
}

}  // namespace

struct StoreWriter::State {
  fs::path file;
  MDB_env* environment = nullptr;
  MDB_dbi samples = 0;
  MDB_dbi tables = 0;
  std::string pending;
  std::vector<std::size_t> ends;  // end of each record in `pending`
  std::uint64_t written = 0;      // number of records on disk
  bool tablesOpen = false;
  std::vector<std::string> tableNames;

  ~State() { close(); }

  void close() {
    if (environment) mdb_env_close(environment);
    environment = nullptr;
  }

  Error error(int code) const {
    // A write cut short by a full disk is reported as EIO.
    if (code == EIO) {
      auto available = freeSpace(file);
      if (available.ok() && *available < kBlockBytes) code = ENOSPC;
    }
    return storeError(code, "Cannot write " + file.string());
  }

  Status open() {
    int code = mdb_env_create(&environment);
    if (code == 0) code = mdb_env_set_maxdbs(environment, 2);
    if (code == 0) code = mdb_env_set_mapsize(environment, kFirstMap);
    // Synchronised only by finish(): nobody reads the file before. Never uses MDB_WRITEMAP: a full disk would raise a
    // signal.
    const unsigned flags = MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC | MDB_NOTLS;
    if (code == 0) code = mdb_env_open(environment, file.c_str(), flags, 0644);
    if (code != 0) return error(code);
    return {};
  }

  std::uint64_t usedBytes() const {
    MDB_envinfo info{};
    mdb_env_info(environment, &info);
    return (static_cast<std::uint64_t>(info.me_last_pgno) + 1) * pageBytes();
  }

  std::size_t pageBytes() const {
    MDB_stat statistics{};
    mdb_env_stat(environment, &statistics);
    return statistics.ms_psize;
  }

  // Runs `get` in one read-only transaction. Returns the error code of LMDB or of `get`.
  template <class Get>
  int read(Get get) {
    MDB_txn* transaction = nullptr;
    if (const int code = mdb_txn_begin(environment, nullptr, MDB_RDONLY, &transaction); code != 0) return code;
    const int code = get(transaction);
    mdb_txn_abort(transaction);
    return code;
  }

  // The table of offsets of all records.
  Result<std::string> recordPlaces();

  // Enlarges the map for `bytes` more. Call it only between transactions.
  Status reserve(std::uint64_t bytes) {
    const std::uint64_t used = usedBytes();
    const std::uint64_t needed = used + bytes;
    FOVEA_CHECK(checkSpace(file, used, needed));
    MDB_envinfo info{};
    mdb_env_info(environment, &info);
    if (needed <= info.me_mapsize) return {};
    const int code = mdb_env_set_mapsize(environment, std::max<std::uint64_t>(needed, 2 * info.me_mapsize));
    if (code != 0) return error(code);
    return {};
  }

  int putPending(MDB_txn* transaction) {
    std::size_t begin = 0;
    auto number = static_cast<unsigned>(written);
    for (const std::size_t end : ends) {
      MDB_val key{sizeof number, &number};
      MDB_val value{end - begin, pending.data() + begin};
      if (const int code = mdb_put(transaction, samples, &key, &value, MDB_APPEND); code != 0) return code;
      begin = end;
      ++number;
    }
    return 0;
  }

  // Runs `put` in one transaction with room for at least `bytes`.
  template <class Put>
  Status write(std::uint64_t bytes, Put put) {
    FOVEA_CHECK(reserve(bytes));
    MDB_txn* transaction = nullptr;
    int code = mdb_txn_begin(environment, nullptr, 0, &transaction);
    if (code != 0) return error(code);
    if (!tablesOpen) code = mdb_dbi_open(transaction, kSamples, MDB_CREATE | MDB_INTEGERKEY, &samples);
    if (!tablesOpen && code == 0) code = mdb_dbi_open(transaction, kTables, MDB_CREATE, &tables);
    if (code == 0) code = put(transaction);
    if (code != 0) {
      mdb_txn_abort(transaction);
      return error(code);
    }
    code = mdb_txn_commit(transaction);
    if (code != 0) return error(code);
    tablesOpen = true;
    return {};
  }
};

StoreWriter::StoreWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
StoreWriter::~StoreWriter() = default;

Result<std::unique_ptr<StoreWriter>> StoreWriter::create(const fs::path& file) {
  auto state = std::make_unique<State>();
  state->file = file;
  FOVEA_CHECK(checkSpace(file, 0, 1 << 20));
  FOVEA_CHECK(state->open());
  return std::unique_ptr<StoreWriter>(new StoreWriter(std::move(state)));
}

std::string& StoreWriter::pending() {
  return state_->pending;
}

Status StoreWriter::added() {
  state_->ends.push_back(state_->pending.size());
  if (state_->pending.size() < kBlockBytes) return {};
  return flush();
}

Status StoreWriter::flush() {
  FOVEA_CHECK(state_->write(roomFor(state_->pending.size(), state_->ends.size()),
                            [&](MDB_txn* transaction) { return state_->putPending(transaction); }));
  state_->written += state_->ends.size();
  state_->pending.clear();
  state_->ends.clear();
  return {};
}

Status StoreWriter::putTable(std::string_view name, std::string_view content) {
  state_->tableNames.emplace_back(name);
  return state_->write(roomFor(content.size(), 1), [&](MDB_txn* transaction) {
    MDB_val key{name.size(), const_cast<char*>(name.data())};
    MDB_val value{content.size(), const_cast<char*>(content.data())};
    return mdb_put(transaction, state_->tables, &key, &value, 0);
  });
}

Result<std::string> StoreWriter::State::recordPlaces() {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> sizes;
  offsets.reserve(written);
  sizes.reserve(written);
  const int failed = read([&](MDB_txn* transaction) {
    MDB_cursor* cursor = nullptr;
    int code = mdb_cursor_open(transaction, samples, &cursor);
    if (code != 0) return code;
    MDB_val key{};
    MDB_val value{};
    while ((code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
      offsets.push_back(placeInFile(value, pageBytes()));
      sizes.push_back(static_cast<std::uint32_t>(value.mv_size));
    }
    mdb_cursor_close(cursor);
    return code == MDB_NOTFOUND ? 0 : code;
  });
  if (failed != 0) return error(failed);
  std::string table(reinterpret_cast<const char*>(offsets.data()), offsets.size() * sizeof(std::uint64_t));
  table.append(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof(std::uint32_t));
  return table;
}

Status StoreWriter::seal(StoreSeal& seal) {
  const int failed = state_->read([&](MDB_txn* transaction) {
    for (const std::string& name : state_->tableNames) {
      MDB_val key{name.size(), const_cast<char*>(name.data())};
      MDB_val value{};
      if (const int code = mdb_get(transaction, state_->tables, &key, &value); code != 0) return code;
      seal.tables[name] = {placeInFile(value, state_->pageBytes()), value.mv_size,
                           contentHash({static_cast<const std::uint8_t*>(value.mv_data), value.mv_size})};
    }
    return 0;
  });
  if (failed != 0) return state_->error(failed);
  std::error_code code;
  seal.bytes = fs::file_size(state_->file, code);
  if (code) return systemError(code.value(), "Cannot write " + state_->file.string());
  return {};
}

Result<StoreSeal> StoreWriter::finish() {
  FOVEA_CHECK(flush());
  FOVEA_TRY(const std::string places, state_->recordPlaces());
  FOVEA_CHECK(putTable(kRecordTable, places));
  if (const int code = mdb_env_sync(state_->environment, 1); code != 0) return state_->error(code);
  StoreSeal result;
  FOVEA_CHECK(seal(result));
  state_->close();
  FOVEA_TRY(const auto reader, StoreReader::open(state_->file, result));
  bool whole = reader->recordCount() == state_->written;
  for (std::uint32_t i = 0; whole && i < reader->recordCount(); ++i) whole = decodeSample(reader->record(i)).ok();
  if (!whole)
    return fail(ErrorCode::Io, "What was written to " + state_->file.string() + " does not come back as it was.");
  return result;
}

}  // namespace fovea
