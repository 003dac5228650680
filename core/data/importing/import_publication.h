// Why: what an import wrote becomes a data set, or a part of one, at once or not at all.
#pragma once
#include <filesystem>
#include <string>

#include "core/data/importing/import_base.h"
#include "core/data/importing/import_journal.h"
#include "core/data/store/staging_folder.h"

namespace fovea {

// A finished import; what it points to must outlive it.
struct FinishedImport {
  const std::filesystem::path& target;
  const std::filesystem::path& source;  // absolute
  const ImportBase& base;
  StagingFolder& staging;  // holds what was written
  ImportJournal& journal;  // its counts are completed
  std::string learned;     // see ImportSource::learned()
};

// InvalidArgument where there is no sample; AlreadyExists where the data set was changed meanwhile; NoSpace, Io.
Status publishImport(const FinishedImport& import);

}  // namespace fovea
