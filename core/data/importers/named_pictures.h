// Why: tables name pictures by their bare names ("ISIC_0027419"), wherever the pictures lie; this finds them.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/data/importers/found_files.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/table_look.h"

namespace fovea {

// The pictures below a folder by their names. Thread-safe.
class NamedPictures {
 public:
  // Null where there is none. `limits` bounds the look. Fails as findFiles().
  static Result<std::shared_ptr<const NamedPictures>> of(const std::filesystem::path& root, const WalkLimits& limits,
                                                         const SourceScan& scan);

  const std::filesystem::path& root() const { return root_; }
  std::size_t size() const { return files_.size(); }
  // The picture called so, with or without its ending and folders, below the root. Of several in folders of different
  // splits the one of `split`. NotFound, InvalidArgument where several fit.
  Result<std::string> find(std::string_view name, std::optional<Split> split) const;
  // Whether most values of a column are such names.
  bool areIn(const ColumnLook& column, std::optional<Split> split) const;

 private:
  NamedPictures() = default;
  std::filesystem::path root_;
  FileList files_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> places_;  // by stem
};

}  // namespace fovea
