// Why: Create ML and the Keras form of YOLO keep the boxes of all images of a folder in one file that names them; this
// finds such files and the images, and counts what is missing on either side.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/data/importers/detection_source.h"
#include "core/data/importers/named_pictures.h"

namespace fovea {

struct FilesNearRoot {
  std::filesystem::path root;
  std::vector<std::string> files;  // relative to the root
};

// Returns the files in a folder and in the folders inside it that `wanted` accepts, by name and then by content.
// Ignores the inner folders if there are more than 64, and a folder with more than 64 such names, as these files belong
// to one image each. If `source` is a file, it is the only one, and its folder is the root.
FilesNearRoot filesNearRoot(const std::filesystem::path& source, std::string_view ending,
                            const std::function<bool(const std::filesystem::path& file)>& wanted, Look look);

// Fills a source from files that name images. Call open() for each file, then begin() for each image, and add the
// boxes of the image to the source; call finish() at the end.
class ListedBoxes {
 public:
  // Indexes the images below `root`. Fails like findFiles().
  static Result<ListedBoxes> of(const std::filesystem::path& root, Look look, DetectionSource& source);

  // `list` is the path of an annotation file below the root. Its folder or its name may tell the split.
  void open(const std::string& list);
  // Starts an image, by its path as the file has it. Returns false if it is not there or was named before; the problem
  // is then listed under `line` (0: none).
  bool begin(std::string_view image, std::int64_t line);
  // The file that is open, as problems name it.
  const std::string& place() const { return place_; }
  // Returns true if a quick look has seen enough; the source is then incomplete.
  bool enough() const;
  // Completes the source and says how many images no file names. Fails with NotFound if none of the images is there.
  Status finish();

 private:
  ListedBoxes(const std::filesystem::path& root, Look look, DetectionSource& source)
      : root_(root), look_(look), source_(source) {}
  // Returns the path of an image below the root.
  Result<std::string> find(const std::string& image) const;

  std::filesystem::path root_;
  Look look_;
  DetectionSource& source_;
  std::shared_ptr<const NamedPictures> pictures_;  // null if there are none
  std::string list_, folder_, place_;              // of the open file
  std::optional<Split> split_;
  std::unordered_set<std::string> named_;  // images that a file named and that are there, relative to the root
};

}  // namespace fovea
