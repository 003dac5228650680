// Why: images, sounds, videos and texts all come as one folder per class; this derives the meaning of the folders for
// all of them.
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importing/names.h"

namespace fovea {

struct LabelledFiles {
  FileList files;
  std::vector<std::int32_t> labels;          // per file; kNoLabel if there are no classes at all
  std::vector<std::optional<Split>> splits;  // per file
  std::vector<std::string> groups;           // per file, or empty: files of one group stay in one split
  std::vector<float> numbers;                // per file, the number to predict; or empty
  std::vector<std::string> classes;          // in natural order: "2" before "10"
  std::vector<SkippedSample> problems;
  std::vector<std::string> remarks;  // full sentences
  std::vector<ImportDecision> decisions;
  std::set<std::string> lists;  // lists that were read, relative to the root
  std::size_t annotations = 0;  // files nearby that usually hold annotations: JSON, XML, MATLAB
  std::string annotation;       // the first of them, relative to the root
  bool classesBeside = false;   // a file beside each sample says its class
  bool complete = true;
};

// Ways to recognise text files: by their ending only, or also by their content if the ending is unknown ("49960",
// "0001.7c53336b").
enum class TextNames { WithEnding, Any };

// Finds the files of `kind` below `root` with their classes and splits; see folder_meaning.h and image_lists.h. If
// `root` is a file, the result is that file. Fails with Unsupported if there is no such file, and with Look::Quick also
// if another kind is more frequent. Fails like findFiles() and ImageLists::find().
Result<LabelledFiles> findLabelledFiles(const std::filesystem::path& root, FileKind kind, const FolderRules& rules,
                                        Look look, TextNames texts = TextNames::WithEnding);

// Returns the files without those at `paths` (relative to the root), and without classes that no file has then.
LabelledFiles filesWithout(LabelledFiles found, const std::set<std::string>& paths);

// A source over LabelledFiles; subclasses implement load().
class LabelledSource : public ListedSource {
 public:
  LabelledSource(const std::filesystem::path& root, LabelledFiles found);
  std::int64_t size() const override { return static_cast<std::int64_t>(found_.files.size()); }
  ImportItem item(std::int64_t index) const override;

 protected:
  // Sets the number that is to be predicted for a file's item, if any. Fails with OutOfMemory.
  Status addNumber(std::int64_t index, LoadedItem& item) const;
  std::filesystem::path path(std::int64_t index) const {
    return found_.files.path(root_, static_cast<std::size_t>(index));
  }

 private:
  std::filesystem::path root_;
  std::string rootText_;
  LabelledFiles found_;
};

}  // namespace fovea
