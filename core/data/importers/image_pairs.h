// Why: the two images of a pair (such as image and mask) are in two folders beside each other, or in one folder, and
// share a name except for an ending; this finds the pairs.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"
#include "core/data/importing/names.h"

namespace fovea {

// Words in lower case that tell which half of a pair a file is.
struct PairWords {
  std::vector<std::string> inputFolders;
  std::vector<std::string> targetFolders;
  std::vector<std::string> targetWords;       // words beside others in names of such folders: "train_lab"
  std::vector<std::string> inputEndings;      // endings of names: "_leftimg8bit"
  std::vector<std::string> targetEndings;     // endings of names: "_mask"
  std::vector<std::string> inputBeginnings;   // beginnings of names, or whole names: "volume-", "imaging"
  std::vector<std::string> targetBeginnings;  // the same for targets: "segmentation"
  // Words inside of names, between marks: "0001_GT_SRGB_010" is the target of "0001_NOISY_SRGB_010".
  std::vector<std::string> inputInside;
  std::vector<std::string> targetInside;
  // Folder names that may also be classes: they count only if no other images are beside them.
  std::vector<std::string> weakFolders;
  std::vector<std::string> ignoredFolders;
  std::vector<std::string> ignoredEndings;
  std::vector<std::string> ignoredParts;  // parts of names
  // Beginnings and endings of names that are always targets, regardless of their folder.
  std::vector<std::pair<std::string, std::string>> sureTargets;
  bool wordsInNames = false;  // "train_labels" and "trainannot" count as folders "labels" and "annot"
  bool endingsTell = true;    // false: endings of names are cut, but only folders tell which half a file is
  // True if inputs may have no target. They are then no problems, and targets outside of the folders of splits are
  // looked for, too: "test/broken/000.png" and "ground_truth/broken/000_mask.png".
  bool aloneAllowed = false;
};

struct ImagePair {
  std::size_t input = 0;  // indices into the list of files
  std::size_t target = 0;
  // Further targets, if a folder of targets belongs to one input: a mask for each object.
  std::vector<std::size_t> others;
};

// An input without a target: its file, and its key as in ImagePairs.
struct AloneInput {
  std::size_t file = 0;
  std::string key;
};

struct ImagePairs {
  FileList files;
  std::vector<ImagePair> pairs;
  std::vector<std::optional<Split>> splits;  // split of each pair
  // Path of each pair in lower case, without the parts that tell its half and without ending: "480p/bear/00000".
  std::vector<std::string> keys;
  std::vector<std::string> groups;  // per pair, or empty: pairs of one group stay in one split
  std::vector<ImportDecision> decisions;
  std::vector<AloneInput> alone;        // inputs without a target
  std::vector<SkippedSample> problems;  // these, unless they are allowed, and others; paths relative to the root
  // Names of the two folders, if only weak words distinguish the halves of all pairs.
  std::string weakInput, weakTarget;
  bool doubtful = false;  // the pairs have weak words, and names that differ in more than those
  bool complete = true;
};

// Finds the pairs: by equal names in folders that differ in the words of halves alone; or an input and all targets of
// the folder beside its own, if it is alone in its folder ("id/images/id.png", "id/masks/*.png"); or by equal names in
// the same split ("images/train/a.jpg", "labels/fine/train/a.png"); or by the first number in the names, if that
// differs within each folder ("images/21_training.tif", "1st_manual/21_manual1.gif"). Folders with weak words are also
// paired by numbers, or several inputs with a target ("hazy/01_1.png", "hazy/01_2.png", "clear/01.png"), which is
// doubtful. Fails with Unsupported if there are none, if more than half of the inputs and more than half of the targets
// have no partner, or if only weak words distinguish the halves and other images are beside them.
Result<ImagePairs> findImagePairs(const std::filesystem::path& root, const PairWords& words, Look look,
                                  FileKind kind = FileKind::Image);

// Returns the words of images and their masks. A folder's name that is not empty replaces the known names.
PairWords maskPairWords(const std::string& imageFolder = {}, const std::string& maskFolder = {});

}  // namespace fovea
