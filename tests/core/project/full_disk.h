// Why: tests a full disk without filling one. During the lifetime of a FullDisk, SQLite's writes fail as on a full disk
// after the given bytes; it replaces the system layer below SQLite, so all code of SQLite and Fovea runs.
#pragma once
#include <sqlite3.h>

#include <cstring>

namespace fovea::test {

class FullDisk {
 public:
  explicit FullDisk(std::int64_t bytesLeft) : real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
    bytesLeft_ = bytesLeft;
    vfs_.zName = "full-disk";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    vfs_.pAppData = real_;
    vfs_.xOpen = open;
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~FullDisk() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(real_, 1);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

  void setBytesLeft(std::int64_t bytes) { bytesLeft_ = bytes; }

 private:
  // SQLite provides memory for this object and, directly after it, for the real file.
  struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };
  static File* of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }
  static sqlite3_file* realOf(sqlite3_file* file) { return of(file)->real(); }

  static int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 offset) {
    if (bytesLeft_ < bytes) return SQLITE_FULL;
    bytesLeft_ -= bytes;
    return realOf(file)->pMethods->xWrite(realOf(file), data, bytes, offset);
  }

  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* outFlags) {
    static const sqlite3_io_methods methods = {
        3,
        [](sqlite3_file* f) { return realOf(f)->pMethods->xClose(realOf(f)); },
        [](sqlite3_file* f, void* data, int bytes, sqlite3_int64 offset) {
          return realOf(f)->pMethods->xRead(realOf(f), data, bytes, offset);
        },
        write,
        [](sqlite3_file* f, sqlite3_int64 size) { return realOf(f)->pMethods->xTruncate(realOf(f), size); },
        [](sqlite3_file* f, int how) { return realOf(f)->pMethods->xSync(realOf(f), how); },
        [](sqlite3_file* f, sqlite3_int64* size) { return realOf(f)->pMethods->xFileSize(realOf(f), size); },
        [](sqlite3_file* f, int lock) { return realOf(f)->pMethods->xLock(realOf(f), lock); },
        [](sqlite3_file* f, int lock) { return realOf(f)->pMethods->xUnlock(realOf(f), lock); },
        [](sqlite3_file* f, int* out) { return realOf(f)->pMethods->xCheckReservedLock(realOf(f), out); },
        [](sqlite3_file* f, int op, void* argument) {
          return realOf(f)->pMethods->xFileControl(realOf(f), op, argument);
        },
        [](sqlite3_file* f) { return realOf(f)->pMethods->xSectorSize(realOf(f)); },
        [](sqlite3_file* f) { return realOf(f)->pMethods->xDeviceCharacteristics(realOf(f)); },
        [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
          return realOf(f)->pMethods->xShmMap(realOf(f), page, size, extend, out);
        },
        [](sqlite3_file* f, int offset, int n, int how) {
          return realOf(f)->pMethods->xShmLock(realOf(f), offset, n, how);
        },
        [](sqlite3_file* f) { realOf(f)->pMethods->xShmBarrier(realOf(f)); },
        [](sqlite3_file* f, int remove) { return realOf(f)->pMethods->xShmUnmap(realOf(f), remove); },
        [](sqlite3_file*, sqlite3_int64, int, void** out) {
          *out = nullptr;
          return SQLITE_OK;
        },
        [](sqlite3_file*, sqlite3_int64, void*) { return SQLITE_OK; },
    };
    auto* real = static_cast<sqlite3_vfs*>(vfs->pAppData);
    std::memset(realOf(file), 0, static_cast<std::size_t>(real->szOsFile));
    const int code = real->xOpen(real, name, realOf(file), flags, outFlags);
    file->pMethods = realOf(file)->pMethods ? &methods : nullptr;
    return code;
  }

  static inline std::int64_t bytesLeft_ = 0;
  sqlite3_vfs* real_;
  sqlite3_vfs vfs_;
};

}  // namespace fovea::test
