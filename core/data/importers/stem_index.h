// Why: an annotation and its image, or an image and its mask, share a name but differ in folder and ending; this finds
// one from the other.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importing/names.h"

namespace fovea {

// An index of files by name without ending. Points into the list from which it was made.
class StemIndex {
 public:
  StemIndex(const FileList& files, FileKind kind);
  // Returns the file called `stem`; among several, the one whose folders have most in common with `folder`.
  std::optional<std::size_t> find(std::string_view stem, const std::string& folder) const;
  // Returns the file with that name and ending, ignoring case; among several, the nearest one as above.
  std::optional<std::size_t> findName(std::string_view name, const std::string& folder) const;

 private:
  std::optional<std::size_t> nearest(const std::vector<std::uint32_t>& places, const std::string& folder) const;
  const FileList& files_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> places_;
};

// Returns the split named by the last such folder of a path: "labels/train/a" is for training.
std::optional<Split> splitOfPath(const std::string& relative);

// Does the same, but also matches longer names: "DIV2K_train_HR/0001" is for training.
std::optional<Split> splitOfFolders(const std::string& relative);

}  // namespace fovea
