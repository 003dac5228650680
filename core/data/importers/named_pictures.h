// Why: tables refer to images by their bare names ("ISIC_0027419"), wherever the files are; this finds them.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/data/importers/found_files.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/table_look.h"

namespace fovea {

// The images below a folder, indexed by name. Thread-safe.
class NamedPictures {
 public:
  // Indexes the images below `root`; null if there are none. `limits` bounds the search. Fails like findFiles().
  static Result<std::shared_ptr<const NamedPictures>> of(const std::filesystem::path& root, const WalkLimits& limits,
                                                         const SourceScan& scan);

  const std::filesystem::path& root() const { return root_; }
  std::size_t size() const { return files_.size(); }
  // Returns the path below the root of the image with that name, with or without its ending and folders. Of several,
  // takes those whose path has the longest end in common with `name`, then those in a folder of `split`. Fails with
  // NotFound, or InvalidArgument if several match.
  Result<std::string> find(std::string_view name, std::optional<Split> split) const;
  // Returns true if most values of a column are names of these images.
  bool areIn(const ColumnLook& column, std::optional<Split> split) const;

 private:
  NamedPictures() = default;
  std::filesystem::path root_;
  FileList files_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> places_;  // indices of files, keyed by stem
};

}  // namespace fovea
