// Why: some well-known sets of images and clips keep classes or splits in lists beside their folders: Tiny-ImageNet,
// ImageNet, Food-101, UCF-101, HMDB51, Oxford Flowers. This looks files up in these lists. Sources: the descriptions of
// these sets (Le and Yang 2015; Russakovsky et al. 2015; Bossard et al. 2014; Soomro et al. 2012; Kuehne et al. 2011;
// Nilsback and Zisserman 2008).
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

class ImageLists {
 public:
  // The known lists below `root`; none is no error. Fails with InvalidArgument where lists name classes in an unknown
  // way, or Cancelled.
  static Result<ImageLists> find(const std::filesystem::path& root, Look look);

  bool empty() const { return classes_.empty() && splits_.empty(); }
  // The class of a file by its name, for files whose folders name no class; null if unknown.
  const std::string* classOf(std::string_view name) const;
  // True if the lists put a file, given by its path below the root, in no split.
  bool leavesOut(const std::string& relative) const;
  // The split of a file, given by its path below the root.
  std::optional<Split> splitOf(const std::string& relative) const;
  bool namesClasses() const { return !classes_.empty(); }
  bool namesSplits() const { return !splits_.empty(); }
  // "n01443537" becomes "n01443537 goldfish" where a list has the title.
  std::string titleOf(const std::string& name) const;
  const std::vector<ImportDecision>& decisions() const { return decisions_; }
  // The lists that were read, relative to the root.
  const std::set<std::string>& read() const { return read_; }

 private:
  void noteRead(const std::filesystem::path& root, const std::filesystem::path& list);
  void readTitles(const std::filesystem::path& root);
  Status readClasses(const std::filesystem::path& root);
  void readFlowers(const std::filesystem::path& root);
  void readSplits(const std::filesystem::path& root, Look look);
  bool readActions(const std::filesystem::path& root, Look look);
  bool readSplitList(const std::filesystem::path& root, const std::filesystem::path& list, Split split);

  std::unordered_map<std::string, std::string> classes_;  // keyed by stem
  std::unordered_map<std::string, Split> splits_;         // keyed by the last folder and the stem: "apple_pie/1005649"
  std::set<std::string> leftOut_;                         // same keys as splits_
  std::unordered_map<std::string, std::string> titles_;   // keyed by class
  std::vector<ImportDecision> decisions_;
  std::set<std::string> read_;
};

}  // namespace fovea
