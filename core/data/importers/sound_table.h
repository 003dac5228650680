// Why: many sets of sounds keep their classes in a table beside the files rather than in the names of folders. Names
// and values tell which column holds the file, the class, the split and the fold; the choice is reported. Sources: the
// layouts of ESC-50 (Piczak 2015), UrbanSound8K (Salamon et al. 2014) and the metadata.csv and metadata.jsonl of
// Hugging Face's audio folders.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

struct SoundTableChoices {
  std::string labelColumn;       // a name; empty: detected
  std::string labelSeparator;    // separates several labels of a sound; empty: detected; "none": there are none
  std::string splitColumn;       // a name; empty: detected; "none": no split
  std::string groupColumn;       // a name; empty: detected; "none": no groups
  std::string validationGroups;  // values of the group column that validate, separated by commas
  std::string testGroups;
  std::string repeated = "ask";  // sounds that further rows name with other classes: asked about, or "first"
};

// A table row whose file exists.
struct TabledSound {
  std::string path;   // absolute path
  std::string label;  // as spelled in the table
  std::string group;  // "fold 3"
  std::optional<Split> split;
};

struct SoundTable {
  std::vector<TabledSound> sounds;
  std::string separator;  // set if labels hold several, with this between them
  std::vector<SkippedSample> problems;
  std::vector<ImportDecision> decisions;
  bool complete = true;
};

// Reads a table (CSV, TSV or JSON lines, with column names) that names sound files, or a folder with such tables in
// itself, in the folders around it and in folders of splits. Fails with Unsupported if there is none, and if a table
// holds transcripts.
Result<SoundTable> readSoundTable(const std::filesystem::path& source, const SoundTableChoices& choices, Look look);

}  // namespace fovea
