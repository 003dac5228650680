// Why: many sets of sounds keep their classes in a table beside the files rather than in the names of folders. Which
// column names the file, the class, the split and the fold is found from names and values, and said.
// Sources: the layouts of ESC-50 (Piczak 2015), UrbanSound8K (Salamon et al. 2014) and the metadata.csv and
// metadata.jsonl of Hugging Face's audio folders.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

struct SoundTableChoices {
  std::string labelColumn;       // empty: found; a name
  std::string splitColumn;       // empty: found; "none"
  std::string groupColumn;       // empty: found; "none"
  std::string validationGroups;  // values of the group's column that validate, separated by commas
  std::string testGroups;
};

// A row of a table whose file is there.
struct TabledSound {
  std::string path;   // absolute
  std::string label;  // as the table says it
  std::string group;  // "fold 3"
  std::optional<Split> split;
};

struct SoundTable {
  std::vector<TabledSound> sounds;
  std::vector<SkippedSample> problems;
  std::vector<ImportDecision> decisions;
  bool complete = true;
};

// A table (CSV, TSV or JSON lines, with names of columns) that names files of sound, or a folder with some: in itself,
// in folders around it and in folders of splits. Unsupported where there is none, and where a table holds transcripts.
Result<SoundTable> readSoundTable(const std::filesystem::path& source, const SoundTableChoices& choices, Look look);

}  // namespace fovea
