// Why: many sets bring a table or list that repeats the classes of the folders; a question about it would be needless.
#pragma once
#include <filesystem>
#include <unordered_map>

#include "core/data/importers/labelled_files.h"

namespace fovea {

// The samples by their names, with the classes of their folders. `found` must outlive it.
class KnownClasses {
 public:
  explicit KnownClasses(const LabelledFiles& found);

  // Returns true if a file names samples, with nearly each of them its class ("cups/0012.png", or "0012,cups"), and
  // says little else. Returns false for files called after a split while the splits of the samples are not known.
  bool agreeWith(const std::filesystem::path& file) const;
  // Returns true if the lines of a file name the folders of samples with the number of files in each: "cups,12".
  bool areCountedIn(const std::filesystem::path& file) const;

 private:
  struct Token;
  bool agrees(std::string_view text, const Token& token, std::size_t end) const;
  bool namesNearlyAll(const std::filesystem::path& file) const;

  const LabelledFiles& found_;
  bool splits_ = false;                                        // the splits of some samples are known
  std::unordered_map<std::string_view, std::int32_t> labels_;  // by name and by name without ending; -2: of several
  std::unordered_map<std::string_view, std::size_t> counts_;   // files by the names of folders
};

}  // namespace fovea
