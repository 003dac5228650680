// Why: the one place that knows the tables of runs.db and how an older file becomes the present one.
#pragma once
#include "core/project/sqlite.h"

namespace fovea {

inline constexpr int kRunSchemaVersion = 3;

// Makes the tables of an empty file, or migrates an older one, in one transaction; with ReadOnly it only looks.
// Corrupt (not Fovea's, or damaged), NewerVersion (untouched).
Status prepareRunSchema(SqliteDatabase& database, SqliteMode mode);

}  // namespace fovea
