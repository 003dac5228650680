#include "core/data/importers/image_lists.h"

#include <fmt/format.h>

#include "core/data/importers/class_files.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/image_list_lines.h"
#include "core/data/importers/mat_file.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMostMatValues = 10'000'000;

// Returns the first of these files that exists.
fs::path firstOf(const fs::path& root, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (isListFile(root / name)) return root / name;
  return {};
}

// Returns the values of a MATLAB variable in their order; empty if it is missing or not an array of whole numbers.
std::vector<std::int64_t> matValues(const fs::path& file, const std::string& variable) {
  const auto variables = readMatFile(file, {variable});
  if (!variables.ok() || variables->empty() || !variables->front().array) return {};
  const NumberArray& array = *variables->front().array;
  if (array.isReal() || array.rows() * array.rowSize() > kMostMatValues) return {};
  std::vector<double> values(static_cast<std::size_t>(array.rows() * array.rowSize()));
  if (!array.read(0, values).ok()) return {};
  std::vector<std::int64_t> whole;
  for (const double value : values) whole.push_back(static_cast<std::int64_t>(value));
  return whole;
}

// Returns the file name of picture `number` of Oxford Flowers, counted from 1.
std::string flowerName(std::int64_t number) {
  return fmt::format("image_{:05}", number);
}

std::string_view firstWord(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t,"));
}

}  // namespace

Result<ImageLists> ImageLists::find(const fs::path& root, Look look, const std::string& depth) {
  ImageLists lists;
  FOVEA_CHECK(look.check());
  lists.readTitles(root);
  FOVEA_CHECK(lists.readClasses(root));
  lists.readFlowers(root);
  lists.readSigns(root);
  lists.readCars(root);
  FOVEA_CHECK(lists.readAircraft(root, look, depth));
  FOVEA_CHECK(lists.readClassesBeside(root, look));
  FOVEA_CHECK(look.check());
  lists.readSplits(root, look);
  return lists;
}

void ImageLists::noteRead(const fs::path& root, const fs::path& list) {
  read_.insert(list.lexically_relative(root).string());
}

void ImageLists::readTitles(const fs::path& root) {
  const fs::path list = firstOf(root, {"LOC_synset_mapping.txt", "synset_words.txt", "words.txt"});
  if (list.empty()) return;
  eachListLine(list, [&](std::string_view id, std::string_view words) {
    const std::string_view first = trimmed(words.substr(0, words.find(',')));
    if (id.size() == 9 && id.front() == 'n' && !first.empty()) titles_.emplace(id, displayName(first.substr(0, 100)));
  });
}

// Reads classes of pictures. ImageNet lists one number per validation picture; a further list explains the numbers.
Status ImageLists::readClasses(const fs::path& root) {
  const auto take = [&](std::string_view file, std::string_view rest) {
    const std::string_view name = firstWord(rest);
    if (!name.empty() && file != "ImageId") classes_.emplace(stemOf(file), displayName(name.substr(0, 200)));
  };
  if (const fs::path tiny = firstOf(root, {"val/val_annotations.txt", "val_annotations.txt"}); !tiny.empty()) {
    eachListLine(tiny, take);
    noteRead(root, tiny);
  }
  if (const fs::path solution = firstOf(root, {"LOC_val_solution.csv"}); !solution.empty()) {
    eachListLine(solution, take);
    noteRead(root, solution);
  }
  const fs::path truth =
      firstOf(root, {"ILSVRC2012_validation_ground_truth.txt", "data/ILSVRC2012_validation_ground_truth.txt",
                     "ILSVRC2012_devkit_t12/data/ILSVRC2012_validation_ground_truth.txt"});
  if (truth.empty() || !classes_.empty()) return {};
  const fs::path map = firstOf(truth.parent_path(), {"map_clsloc.txt"});
  if (map.empty())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} numbers the classes in an order of its own, and nothing says which number is which.",
                            displayName(truth.string())),
                "Put map_clsloc.txt (\"n02119789 1 kit_fox\" a line) beside it, or sort the validation pictures into a "
                "folder per class.");
  std::unordered_map<std::string, std::string> ids;
  eachListLine(map, [&](std::string_view id, std::string_view rest) { ids.emplace(firstWord(rest), id); });
  std::int64_t picture = 0;
  Status status;
  eachListLine(truth, [&](std::string_view number, std::string_view) {
    ++picture;
    const auto id = ids.find(std::string(number));
    if (id != ids.end())
      classes_.emplace(fmt::format("ILSVRC2012_val_{:08}", picture), id->second);
    else if (status.ok())
      status = fail(ErrorCode::Corrupt, fmt::format("{}, line {}: map_clsloc.txt names no class {}.",
                                                    displayName(truth.string()), picture, displayName(number)));
  });
  return status;
}

// Reads the class of each picture in order, and the numbers of the pictures of each split.
void ImageLists::readFlowers(const fs::path& root) {
  const fs::path labels = root / "imagelabels.mat", sets = root / "setid.mat";
  if (!classes_.empty() || !isListFile(labels)) return;
  std::int64_t number = 0;
  for (const std::int64_t label : matValues(labels, "labels"))
    classes_.emplace(flowerName(++number), fmt::format("{}", label));
  if (classes_.empty() || !isListFile(sets)) return;
  std::string chosen;
  for (const auto& [variable, split] :
       {std::pair("trnid", Split::Train), std::pair("valid", Split::Validation), std::pair("tstid", Split::Test)}) {
    const auto numbers = matValues(sets, variable);
    for (const std::int64_t picture : numbers) splits_.emplace("jpg/" + flowerName(picture), split);
    chosen += fmt::format("{}{} for {} ({})", chosen.empty() ? "" : ", ", grouped(std::ssize(numbers)),
                          splitName(split), variable);
  }
  decisions_.push_back(
      {"the splits", chosen, "setid.mat lies beside imagelabels.mat, as in Oxford Flowers", {"splits=none"}});
}

// Reads the classes of samples that have a file with theirs beside them.
Status ImageLists::readClassesBeside(const fs::path& root, Look look) {
  if (!classes_.empty()) return {};
  FOVEA_TRY(ClassFiles files, readClassFiles(root, look));
  if (files.classes.empty()) return {};
  classes_ = std::move(files.classes);
  everyClass_ = beside_ = true;
  classDecisions_.push_back({"the classes",
                             "those in files beside the samples",
                             fmt::format("{} holds one, as in shards of WebDataset", files.what),
                             {"class_from=path", "class_from=none"}});
  return {};
}

bool ImageLists::readSplitList(const fs::path& root, const fs::path& list, Split split) {
  if (!isListFile(list)) return false;
  noteRead(root, list);
  bool any = false;
  eachListLine(list, [&](std::string_view path, std::string_view) {
    if (path.find('/') == std::string_view::npos) return;
    splits_.emplace(pictureKeyOf(path), split);
    any = true;
  });
  return any;
}

// Reads the lists of HMDB51: one per class and fold, with 1 for training, 2 for test and 0 for neither.
bool ImageLists::readActions(const fs::path& root, Look look) {
  constexpr std::string_view kFirstFold = "_test_split1.txt";
  for (const char* place : {"testTrainMulti_7030_splits", "splits", "."}) {
    std::error_code code;
    if (!fs::is_directory(root / place, code)) continue;
    const auto entries = listFolder(root / place, look.scan);
    if (!entries.ok()) continue;
    for (const std::string& name : entries->files) {
      if (!name.ends_with(kFirstFold)) continue;
      const std::string folder = name.substr(0, name.size() - kFirstFold.size());
      const fs::path list = (root / place / name).lexically_normal();
      noteRead(root, list);
      eachListLine(list, [&](std::string_view file, std::string_view mark) {
        const std::string key = pictureKeyOf(folder + "/" + std::string(file));
        if (mark == "1") splits_.emplace(key, Split::Train);
        if (mark == "2") splits_.emplace(key, Split::Test);
        if (mark == "0") leftOut_.insert(key);
      });
    }
    if (!splits_.empty()) return true;
  }
  return false;
}

void ImageLists::readSplits(const fs::path& root, Look look) {
  if (!splits_.empty() || readBirds(root, look) || readTextures(root, look) || readDogs(root, look)) return;
  const auto both = [&](const fs::path& train, const fs::path& test, const fs::path& validation) {
    if (!isListFile(root / train) || !isListFile(root / test)) return false;
    const bool trained = readSplitList(root, root / train, Split::Train);
    const bool tested = readSplitList(root, root / test, Split::Test);
    readSplitList(root, root / validation, Split::Validation);
    if (!trained || !tested) splits_.clear();
    return trained && tested;
  };
  std::string chosen;
  std::string because = "the lists name files of these folders";
  if (both("meta/train.txt", "meta/test.txt", "meta/val.txt")) {
    chosen = "as meta/train.txt and meta/test.txt say";
  } else if (both("TrainImages.txt", "TestImages.txt", "")) {
    chosen = "as TrainImages.txt and TestImages.txt say";
  } else {
    for (const char* folder : {"", "ucfTrainTestlist/", "testTrainMulti_7030_splits/", "lists/"}) {
      const std::string place = folder;
      if (!both(place + "trainlist01.txt", place + "testlist01.txt", "")) continue;
      chosen = "as trainlist01.txt and testlist01.txt say";
      if (isListFile(root / (place + "trainlist02.txt"))) because = "it is the first of several";
      break;
    }
  }
  if (chosen.empty() && readActions(root, look)) {
    chosen = fmt::format("as the lists of the first fold say{}",
                         leftOut_.empty() ? "" : fmt::format("; {} are in neither and left out", leftOut_.size()));
    because = "their lines name files of these folders, with 1 for training and 2 for testing";
  }
  if (!chosen.empty()) decisions_.push_back({"the splits", chosen, because, {"splits=none"}});
}

const std::string* ImageLists::classOf(std::string_view name) const {
  auto found = classes_.find(pictureKeyOf(name));
  if (found == classes_.end()) found = classes_.find(std::string(stemOf(lastPartOf(name))));
  return found == classes_.end() ? nullptr : &found->second;
}

bool ImageLists::leavesOut(const std::string& relative) const {
  return !leftOut_.empty() && leftOut_.contains(pictureKeyOf(relative));
}

std::optional<Split> ImageLists::splitOf(const std::string& relative) const {
  const auto found = splits_.find(pictureKeyOf(relative));
  return found == splits_.end() ? std::nullopt : std::optional(found->second);
}

std::string ImageLists::titleOf(const std::string& name) const {
  const auto title = titles_.find(name);
  return title == titles_.end() ? name : name + " " + title->second;
}

}  // namespace fovea
