// Why: some well-known sets of pictures and clips keep classes or splits in lists beside their folders: Tiny-ImageNet,
// ImageNet, Food-101, UCF-101, HMDB51, Oxford Flowers, CUB-200, FGVC Aircraft, DTD, GTSRB, Stanford Cars and Dogs, MIT
// Indoor Scenes. This looks up what the lists say about a file. Sources: the descriptions of these sets (Le and Yang
// 2015; Russakovsky et al. 2015; Bossard et al. 2014; Soomro et al. 2012; Kuehne et al. 2011; Nilsback and Zisserman
// 2008; Wah et al. 2011; Maji et al. 2013; Cimpoi et al. 2014; Stallkamp et al. 2011; Krause et al. 2013; Khosla et al.
// 2011; Quattoni and Torralba 2009).
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
  // Reads the known lists below `root`; it is no error if there are none. Fails with InvalidArgument if lists name
  // classes in an unclear way or have no classes of the requested `depth` ("family"), or with Cancelled.
  static Result<ImageLists> find(const std::filesystem::path& root, Look look, const std::string& depth = {});

  bool empty() const { return classes_.empty() && splits_.empty(); }
  // Returns the class of a file by its path below the root or by its name alone, for files whose folders name no class;
  // null if unknown.
  const std::string* classOf(std::string_view name) const;
  // Returns true if the lists put a file, given by its path below the root, in no split.
  bool leavesOut(const std::string& relative) const;
  // Returns the split of a file, given by its path below the root.
  std::optional<Split> splitOf(const std::string& relative) const;
  bool namesClasses() const { return !classes_.empty(); }
  // Returns true if the folder around the images is not a class although its name looks like one.
  bool namesEveryClass() const { return everyClass_; }
  // Returns true if the classes are those in files beside the samples, one each.
  bool areBesideSamples() const { return beside_; }
  bool namesSplits() const { return !splits_.empty(); }
  // Returns true if file names tell which images show the same object and so must stay in one split.
  bool namesTracks() const { return tracks_; }
  // Returns the object that a file, given by its path below the root, shows; empty if its name does not tell.
  std::string trackOf(const std::string& relative) const;
  // Returns "n01443537 goldfish" for "n01443537" if a list has the title.
  std::string titleOf(const std::string& name) const;
  // Returns the decisions about the splits.
  const std::vector<ImportDecision>& decisions() const { return decisions_; }
  // Returns the decisions about the classes.
  const std::vector<ImportDecision>& classDecisions() const { return classDecisions_; }
  // Returns the lists that were read, relative to the root.
  const std::set<std::string>& read() const { return read_; }

 private:
  void noteRead(const std::filesystem::path& root, const std::filesystem::path& list);
  void readTitles(const std::filesystem::path& root);
  Status readClasses(const std::filesystem::path& root);
  void readFlowers(const std::filesystem::path& root);
  Status readClassesBeside(const std::filesystem::path& root, Look look);
  // Readers for one set each, in image_lists_of_sets.cpp.
  Status readAircraft(const std::filesystem::path& root, Look look, const std::string& depth);
  bool readBirds(const std::filesystem::path& root, Look look);
  void readSigns(const std::filesystem::path& root);
  void findTracks(const std::filesystem::path& root);
  void readCars(const std::filesystem::path& root);
  bool readDogs(const std::filesystem::path& root, Look look);
  bool readTextures(const std::filesystem::path& root, Look look);
  void readSplits(const std::filesystem::path& root, Look look);
  bool readActions(const std::filesystem::path& root, Look look);
  bool readSplitList(const std::filesystem::path& root, const std::filesystem::path& list, Split split);

  std::unordered_map<std::string, std::string> classes_;  // keyed by stem, or by the last folder and the stem
  std::unordered_map<std::string, Split> splits_;         // keyed by the last folder and the stem: "apple_pie/1005649"
  std::set<std::string> leftOut_;                         // keys of files in no split
  std::unordered_map<std::string, std::string> titles_;   // keyed by class
  bool tracks_ = false;
  bool everyClass_ = false;
  bool beside_ = false;
  std::vector<ImportDecision> decisions_, classDecisions_;
  std::set<std::string> read_;
};

}  // namespace fovea
