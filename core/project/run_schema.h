// Why: the only code that knows the tables of runs.db and how to migrate an older file.
#pragma once
#include "core/project/sqlite.h"

namespace fovea {

inline constexpr int kRunSchemaVersion = 8;

// Creates the tables in an empty file, or migrates an older one, in one transaction. With ReadOnly it changes nothing.
// Corrupt (not Fovea's, or damaged), NewerVersion (untouched).
Status prepareRunSchema(SqliteDatabase& database, SqliteMode mode);

}  // namespace fovea
