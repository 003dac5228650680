// Why: pictures, sounds, videos and texts all come as a folder per class; what the folders mean is found out here for
// all.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importers/names.h"

namespace fovea {

// Which of the folders around a file names its class: all of them ("animals/cat"), or the outermost ("animals").
enum class ClassFolder { Path, First };

struct LabelledFiles {
  FileList files;
  std::vector<std::int32_t> labels;          // of each file; kNoLabel where there are no classes at all
  std::vector<std::optional<Split>> splits;  // of each file
  std::vector<std::string> classes;          // as a person counts: "2" before "10"
  std::vector<SkippedSample> problems;
  std::vector<std::string> remarks;  // full sentences
  bool complete = true;
};

// Files of `kind` below `root` with their classes: folders named train, val or test, outermost or innermost, are
// splits; a folder that all share is not part of a name. A `root` that is a file gives that file. Unsupported when
// there is no such file, and with Look::Quick also when another kind outweighs it. Fails as findFiles().
Result<LabelledFiles> findLabelledFiles(const std::filesystem::path& root, FileKind kind, ClassFolder classFolder,
                                        Look look);

// A source over LabelledFiles; what is left is load().
class LabelledSource : public ListedSource {
 public:
  LabelledSource(const std::filesystem::path& root, LabelledFiles found);
  std::int64_t size() const override { return static_cast<std::int64_t>(found_.files.size()); }
  ImportItem item(std::int64_t index) const override;

 protected:
  std::filesystem::path path(std::int64_t index) const {
    return found_.files.path(root_, static_cast<std::size_t>(index));
  }

 private:
  std::filesystem::path root_;
  std::string rootText_;
  LabelledFiles found_;
};

}  // namespace fovea
