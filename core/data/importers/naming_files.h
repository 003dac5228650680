// Why: labels and splits of files are often in other files beside them, in unforeseeable forms. Whatever names the
// samples must not be ignored silently.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/data/importers/labelled_files.h"

namespace fovea {

// Words and answers for the question about files that are not read.
struct UnreadWords {
  FileKind kind;
  std::string_view samples;                  // "images"
  std::initializer_list<const char*> kinds;  // importers that may read such files
};

// Counts tables, lists and JSON that only repeat the classes of the folders as read (`found.lists`), and says so. Fails
// with Cancelled, and like findFiles().
Status takeAgreeingFiles(const std::filesystem::path& root, LabelledFiles& found, const UnreadWords& words, Look look);

// Returns the question about tables, lists and JSON below `root` that name several of the files of `found` and were not
// read (`found.lists`); nothing if there are none. Offers those of the kinds that accept `root`. Fails with Cancelled,
// and like findFiles().
Result<std::optional<ImportDecision>> askAboutNamingFiles(const std::filesystem::path& root, const LabelledFiles& found,
                                                          const UnreadWords& words, Look look);

// Returns the question about files of JSON, XML or MATLAB that lie beside the samples in most of their folders, or of
// which there are more than half as many as samples; nothing if there are none. Fails as above.
Result<std::optional<ImportDecision>> askAboutAnnotations(const std::filesystem::path& root, const LabelledFiles& found,
                                                          const UnreadWords& words, Look look);

}  // namespace fovea
