// Imports images from one folder per class, nested or not, with or without train, val and test folders; or images
// without classes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mutex>
#include <optional>

#include "core/data/files/dicom_image.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/files_beside.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/image_item.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/naming_files.h"
#include "core/data/importers/numbered_classes.h"
#include "core/data/importers/paged_image.h"
#include "core/data/importers/pair_doubts.h"
#include "core/data/importers/unlabelled_images.h"
#include "core/data/importers/unread_texts.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kFilesToCount = 64;  // number of files whose pages are counted during recognition

struct ImageFolderOptions : FolderOptions {
  std::string deep = "ask";
  std::string frames = "ask";
  std::string classDepth;
};

const TypedSchema<ImageFolderOptions>& folderSchema() {
  static const auto schema =
      withFolderOptions(TypedSchema<ImageFolderOptions>())
          .field(&ImageFolderOptions::deep, deepField())
          .field(&ImageFolderOptions::frames,
                 {.name = "frames",
                  .title = "Pages and frames",
                  .help = "What becomes of TIFF files of several pages and of GIF, WebP and PNG files that move.",
                  .choices = {{"ask", "Ask where there are any"},
                              {"first", "The first page of each file"},
                              {"each", "Every page is an image of the file's class"},
                              {"volume", "A file is a volume, its pages are the slices"}}})
          .field(&ImageFolderOptions::classDepth,
                 {.name = "class_depth",
                  .title = "Depth of the classes",
                  .help = "Which of several lists names the classes, where a set has several: variant, family, "
                          "manufacturer. Empty takes the finest."});
  return schema;
}

class FolderSource : public LabelledSource {
 public:
  FolderSource(const fs::path& root, LabelledFiles found, const ImageFolderOptions& options)
      : LabelledSource(root, std::move(found)), frames_(options.frames) {
    if (frames_ == "volume") noun_ = "volume";
    deep_ = frames_ == "volume" ? "top" : options.deep;  // volumes store the original numbers
  }

  std::int64_t size() const override {
    return pages_.empty() ? LabelledSource::size() : static_cast<std::int64_t>(pages_.size());
  }
  ImportItem item(std::int64_t index) const override {
    if (pages_.empty()) return LabelledSource::item(index);
    const Page& page = pages_[static_cast<std::size_t>(index)];
    ImportItem item = LabelledSource::item(page.file);
    item.sourceIndex = page.page;
    if (page.several) item.group = item.source;
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    const Page page = pages_.empty() ? Page{index, 0, false} : pages_[static_cast<std::size_t>(index)];
    LoadedItem item;
    if (frames_ == "volume" || page.several || mayHoldPages(path(page.file).filename().string())) {
      FOVEA_TRY(const auto image, paged(page.file));
      if (frames_ == "volume") {
        FOVEA_TRY(item.input, image->volume());
        FOVEA_CHECK(addNumber(page.file, item));
        return item;
      }
      if (frames_ == "ask" && image->size() > 1)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("it holds {} pages; say what becomes of them with frames=first, frames=each or "
                                "frames=volume",
                                image->size()));
      FOVEA_TRY(item, image->page(page.page));
    } else {
      FOVEA_TRY(item, loadFirstPicture(path(page.file)));
    }
    FOVEA_CHECK(addNumber(page.file, item));
    return withDepth(std::move(item), deep_);
  }
  void decide(ImportDecision decision) { decisions_.push_back(std::move(decision)); }

  // Counts the pages of all files, or of some during recognition, and asks or reports how they are used.
  Status judgePages(Look look) {
    Pages found;
    const bool all = look == Look::Whole || frames_ == "each";
    const std::int64_t files = LabelledSource::size();
    const std::int64_t step = all ? 1 : std::max<std::int64_t>(1, files / kFilesToCount);
    for (std::int64_t i = 0; i < files; i += step) {
      FOVEA_CHECK(look.check());
      const std::string name = path(i).filename().string();
      // A file that cannot be read produces an error when it is loaded.
      const bool counted = mayHoldPages(name) || endingOf(name) == ".png";
      const auto count = counted ? countPages(path(i)) : Result<PageCount>(PageCount{});
      found.add(displayName(name), count.ok() ? *count : PageCount{});
      if (frames_ != "each") continue;
      const std::size_t pages = count.ok() ? count->pages : 1;
      if (pages_.size() + pages > kMostPagesOfAll)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("These files hold more than {} pages.", grouped(kMostPagesOfAll)),
                    "Import them in several parts.");
      for (std::size_t page = 0; page < pages; ++page)
        pages_.push_back({i, static_cast<std::uint32_t>(page), pages > 1});
    }
    tell(found);
    return {};
  }

 private:
  static constexpr std::size_t kMostPagesOfAll = 100'000'000;

  struct Page {
    std::int64_t file;
    std::uint32_t page;
    bool several;  // the file holds several pictures
  };
  // Totals over the files that hold several pictures.
  struct Pages {
    std::int64_t files = 0, pages = 0, copies = 0;
    bool alike = true, frames = true;
    std::string first, copied;

    void add(const std::string& name, const PageCount& count) {
      if (count.copies > 0 && copies == 0) copied = name;
      copies += static_cast<std::int64_t>(count.copies);
      if (count.pages < 2) return;
      const auto held = static_cast<std::int64_t>(count.pages);
      if (files++ == 0)
        first = fmt::format("{} holds {}", name, count.frames ? counted(held, "frame") : counted(held, "page"));
      pages += held;
      alike = alike && count.alike;
      frames = frames && count.frames;
    }
  };

  void tell(const Pages& found) {
    if (found.copies > 0)
      decide({"the smaller copies of pages",
              fmt::format("left out, {}", grouped(found.copies)),
              fmt::format("{} says so of its other pages", found.copied),
              {}});
    if (found.files == 0) return;
    const std::string word = found.frames ? "frames" : "pages";
    std::string because = found.first;
    if (found.files > 1)
      because += fmt::format(", and {} of the others that were looked at hold several", grouped(found.files - 1));
    const std::string what = "the " + word + " of an image file";
    if (frames_ == "ask")
      return decide({what,
                     found.alike && !found.frames ? "a volume" : "images of one class",
                     because,
                     {"frames=first", "frames=each", "frames=volume"},
                     false});
    if (frames_ == "first")
      decide({what,
              fmt::format("the first of each; {} others are left out", grouped(found.pages - found.files)),
              because,
              {"frames=each", "frames=volume"}});
  }

  // Pages of one file are requested one after the other, so the last file is cached.
  Result<std::shared_ptr<const PagedImage>> paged(std::int64_t file) const {
    {
      const std::lock_guard lock(mutex_);
      if (kept_ && keptFile_ == file) return kept_;
    }
    FOVEA_TRY(const auto opened, PagedImage::open(path(file), frames_ == "first"));
    if (opened->size() < 2) return opened;
    const std::lock_guard lock(mutex_);
    kept_ = opened;
    keptFile_ = file;
    return opened;
  }

  const std::string frames_;
  std::vector<Page> pages_;  // empty: one sample per file
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const PagedImage> kept_;
  mutable std::int64_t keptFile_ = -1;
};

// Leaves out the masks among images if at least half have one, and adds a decision that says so.
Status leaveOutMasks(const fs::path& root, Look look, LabelledFiles& found) {
  const auto mayBeMask = [](const std::string& path) {
    const std::string lower = "/" + lowerCase(path);
    for (const char* word : {"mask", "label", "segment", "annot", "_gt", "/gt", "ground"})
      if (lower.find(word) != std::string::npos) return true;
    return false;
  };
  bool any = false;
  for (std::size_t i = 0; i < found.files.size() && !any; ++i) any = mayBeMask(found.files.relative(i));
  if (!any) return {};
  const auto pairs = findImagePairs(root, maskPairWords(), look);
  if (!pairs.ok()) return pairs.error().code == ErrorCode::Unsupported ? Status() : pairs.error();
  const std::set<std::string> masks = targetsOfPairs(*pairs);
  const std::size_t before = found.files.size();
  found = filesWithout(std::move(found), masks);
  found.decisions.push_back(
      {"the masks of the images",
       fmt::format("left out, {}", grouped(static_cast<std::int64_t>(before - found.files.size()))),
       "the classes are those of whole images",
       {std::string(kKindOption) + "masks"}});
  return {};
}

// Names classes that are numbers by an object of JSON beside the folders, if there is one.
void nameNumbers(const fs::path& root, LabelledFiles& found) {
  const std::vector<std::int64_t> numbers = classNumbersOf(found.classes);
  if (numbers.empty()) return;
  NumberedClasses named = namesOfClassesIn(root, numbers);
  if (named.names.empty() || !named.file.ends_with(".json")) return;
  found.lists.insert(named.file);
  found.classes = std::move(named.names);
  found.decisions.push_back({"the names of the classes",
                             fmt::format("those of {} ({}, …)", named.file, found.classes[0]),
                             "it has one for each number that a folder is called",
                             {}});
}

// Keeps the images of a patient in one split, if DICOM files name their patients.
Status groupByPatients(const fs::path& source, Look look, LabelledFiles& found) {
  constexpr std::size_t kPatientBytes = 4 << 10;  // the beginning of a file that names the patient
  if (!found.groups.empty()) return {};
  std::error_code code;
  const fs::path root = fs::is_directory(source, code) ? source : source.parent_path();
  const std::size_t most = look == Look::Quick ? kFilesToCount : found.files.size();
  std::vector<std::string> groups(found.files.size());
  std::set<std::string> patients;
  for (std::size_t i = 0; i < std::min(most, groups.size()); ++i) {
    FOVEA_CHECK(look.check());
    if (!isDicomName(found.files.name(i))) continue;
    groups[i] = displayName(patientOfDicom(beginningOfFile(found.files.path(root, i), kPatientBytes)));
    if (!groups[i].empty()) patients.insert(groups[i]);
  }
  if (patients.size() < 2 || patients.size() >= groups.size()) return {};
  found.groups = std::move(groups);
  found.decisions.push_back({"the images of a patient", "in one split", "the DICOM files name their patients", {}});
  return {};
}

// Fails for labels that this importer cannot read, rather than silently ignoring them.
Status checkAnnotations(const LabelledFiles& found, const ImageFolderOptions& options) {
  const auto asks = [](const ImportDecision& decision) { return !decision.sure; };
  if (options.ignoreAnnotations || options.classFrom == "none" || !found.classes.empty() || !found.numbers.empty() ||
      std::ranges::any_of(found.decisions, asks))
    return {};
  if (!found.annotation.ends_with(".mat")) return {};
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("The labels of these images seem to be in {}, which holds none in a form that is known.",
                  displayName(found.annotation)),
      "Write classes to a list of \"image_00001.jpg 77\" a line, or numbers to a table of the names of images and a "
      "column for each (in Python, scipy.io.loadmat reads them), and import that. Or take the images without "
      "classes: class_from=none.");
}

// Returns MATLAB files beside the images that are named after splits, as in Stanford Dogs, and are not in `known`.
Result<std::vector<std::string>> unreadSplits(const fs::path& root, const std::set<std::string>& known, Look look) {
  std::vector<std::string> names;
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan));
  for (const std::string& name : entries.files)
    if (endingOf(name) == ".mat" && splitInName(stemOf(name)) && !known.contains(name))
      names.push_back(displayName(name));
  return names;
}

class FolderImporter : public ListImporter {
 public:
  std::string name() const override { return "folder"; }
  std::string title() const override { return "Images, a folder per class"; }
  Schema options() const override { return folderSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const ImageFolderOptions options = folderSchema().read(values);
    FolderRules rules = rulesOf(options);
    rules.classDepth = options.classDepth;
    FOVEA_TRY(LabelledFiles found, findLabelledFiles(source, FileKind::Image, rules, look));
    FOVEA_CHECK(leaveOutMasks(source, look, found));
    nameNumbers(source, found);
    FOVEA_CHECK(checkAnnotations(found, options));
    FOVEA_CHECK(groupByPatients(source, look, found));
    std::optional<ImportDecision> annotated, naming;
    std::vector<std::string> splits;
    std::error_code code;
    if (!options.ignoreAnnotations && fs::is_directory(source, code)) {
      const UnreadWords words{FileKind::Image, "images", {"csv", "list"}};
      FOVEA_CHECK(takeAgreeingFiles(source, found, words, look));
      FOVEA_TRY(annotated, askAboutAnnotations(source, found, words, look));
      FOVEA_TRY(naming, askAboutNamingFiles(source, found, words, look));
      if (!annotated && !naming) {
        FOVEA_TRY(naming, askAboutUnreadTexts(source, found, look));
      }
      if (!annotated && !naming) {
        FOVEA_TRY(naming, sayFilesBeside(source, found, FileKind::Image, words.samples, look));
        if (naming && options.classFrom == "none") naming->sure = true;
      }
      FOVEA_TRY(splits, unreadSplits(source, found.lists, look));
    }
    std::optional<ImportDecision> unlabelled;
    if (found.classes.empty() && found.numbers.empty() && options.classFrom == "automatic" && !annotated && !naming &&
        fs::is_directory(source, code))
      unlabelled = askAboutUnlabelled(source, found.files);
    auto folder = std::make_unique<FolderSource>(source, std::move(found), options);
    FOVEA_CHECK(folder->judgePages(look));
    if (unlabelled) folder->decide(std::move(*unlabelled));
    if (annotated) folder->decide(std::move(*annotated));
    if (!splits.empty())
      folder->decide({"the splits of the images",
                      "drawn at random",
                      fmt::format("{} may say them, in a form that is not read here", fmt::join(splits, ", ")),
                      {"ignore_annotations=true"},
                      false});
    if (naming) folder->decide(std::move(*naming));
    return std::unique_ptr<ListedSource>(std::move(folder));
  }
};

}  // namespace

std::shared_ptr<const Importer> folderImporter() {
  return std::make_shared<FolderImporter>();
}

}  // namespace fovea
