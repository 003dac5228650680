// Why: YOLO and KITTI both keep a text file beside every image. This pairs the files and reads their lines for both.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/detection_source.h"

namespace fovea {

struct BoxTextOptions : DetectionOptions {
  std::string unlabelledFolders = "leave_out";
};

// Appends the fields that all importers of such texts share. P derives from BoxTextOptions.
template <class P>
TypedSchema<P> withBoxTextOptions(TypedSchema<P> schema) {
  return withDetectionOptions(std::move(schema))
      .field(static_cast<std::string P::*>(&P::unlabelledFolders),
             {.name = "unlabelled_folders",
              .title = "Folders without labels",
              .help = "What becomes of folders in which no image has a file of labels.",
              .choices = {{"leave_out", "Leave out"}, {"keep", "Keep, as images without boxes"}}});
}

// A text file and the image to which it belongs, relative to the root.
struct BoxTextOfImage {
  std::string image;
  std::string text;
};

struct BoxTextFormat {
  // Returns true if a line has this format.
  std::function<bool(const std::vector<std::string_view>& words)> isLine;
  // Adds the boxes of a line, or returns the error in it.
  std::function<Status(const std::vector<std::string_view>& words, DetectionSource& source, const std::string& file,
                       std::int64_t line)>
      addLine;
  std::string what;  // display text: "annotation of YOLO"
  // Splits a line into its words, if not at blanks; may be empty.
  std::function<std::vector<std::string_view>(std::string_view line)> split{};
  // Called with each image before its lines, instead of DetectionSource::addImage(); may be empty.
  std::function<void(const std::string& relative, std::optional<Split> split)> addImage{};
  // Returns the split of an image from its path below the root, if known; may be empty.
  std::function<std::optional<Split>(const std::string& relative)> splitOf;
  bool keepUnlabelled = false;              // keep the images of folders in which none has a text file
  std::vector<std::string> ignoredFolders;  // names of folders whose images these texts do not describe
};

// Returns true if most text files that belong to an image begin with a line of the format.
bool looksLikeBoxTexts(const std::filesystem::path& root, const BoxTextFormat& format, Look look);

// Returns the first of the text files below `root` that belong to an image, at most `limit`. Fails with Unsupported if
// there are no text files, and like findFiles().
Result<std::vector<BoxTextOfImage>> firstBoxTexts(const std::filesystem::path& root, const std::string& what,
                                                  std::size_t limit, Look look);

// Fills `source` with the images below `root` and the boxes of the text files with the same names, before which some
// data sets write "gt_". Images without a text file have no boxes; a folder in which no image has one is left out with
// a remark. Fails with Unsupported when no text file has an image, or most first lines have another format.
Status readBoxTexts(const std::filesystem::path& root, const BoxTextFormat& format, Look look, DetectionSource& source);

}  // namespace fovea
