// Why: publishes the result of an import as a data set, or as an addition to one, as a single atomic step.
#pragma once
#include <filesystem>
#include <string>

#include "core/data/importing/import_base.h"
#include "core/data/importing/import_journal.h"
#include "core/data/store/staging_folder.h"

namespace fovea {

// A finished import; the objects that it refers to must outlive it.
struct FinishedImport {
  const std::filesystem::path& target;
  const std::filesystem::path& source;  // absolute
  const ImportBase& base;
  StagingFolder& staging;  // holds the files that were written
  ImportJournal& journal;  // its counts are completed here
  std::string learned;     // see ImportSource::learned()
};

// Fails with InvalidArgument (no sample), AlreadyExists (the data set was changed meanwhile), NoSpace or Io.
Status publishImport(const FinishedImport& import);

}  // namespace fovea
