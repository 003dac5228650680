// Imports the boxes of tracks in films that are kept as pictures: one list for each film, with a line for each object
// in each frame: MOT Challenge (Milan et al. 2016) and sets in its form (DanceTrack, SportsMOT), the films of VisDrone
// (Zhu et al. 2021), and UAVDT (Du et al. 2018). Frames become images with boxes; the tracks are left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/data/files/stand_in.h"
#include "core/data/importers/box_columns.h"
#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importers/visdrone.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStartOfTracks = 4 << 10;
constexpr std::uint64_t kMostTracks = std::uint64_t{256} << 20;
constexpr std::size_t kMostListsToLook = 2'000;
constexpr std::size_t kQuickFrames = 2'000;
constexpr std::size_t kFewestCells = 7;    // frame, track, left, top, width, height, and one more
constexpr std::size_t kFrameAndTrack = 2;  // cells before the box

const TypedSchema<DetectionOptions>& trackBoxesSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

// The forms differ in what follows the frame, the track and the box.
enum class TrackForm : std::uint8_t {
  Mot,       // 0 for what does not count; the class (MOT16 and later), the visible share
  VisDrone,  // as in VisDrone-DET
  Uavdt,     // how far the object is out of view, occlusion, class
};

constexpr std::array<const char*, 12> kMotClasses = {
    "pedestrian", "person on vehicle",      "car",           "bicycle",
    "motorbike",  "vehicle without motor",  "static person", "distractor",
    "occluder",   "occluder on the ground", "full occluder", "reflection"};
constexpr std::array<const char*, 3> kUavdtClasses = {"car", "truck", "bus"};

// Returns the name of class `number`, which counts from 1.
template <std::size_t N>
std::string nameOfTrackClass(const std::array<const char*, N>& names, std::string_view number) {
  const auto known = wholeNumber(number);
  if (!known || *known < 1 || *known > std::ssize(names)) return std::string(number);
  return names[static_cast<std::size_t>(*known - 1)];
}

// A list of boxes, and the folder of the frames to which it refers.
struct TrackList {
  std::string list;  // relative to the root, as is the folder
  std::string frames;
  std::string film;  // name
  TrackForm form = TrackForm::Mot;
};

std::vector<std::string_view> cellsOfTrackLine(std::string_view line) {
  const auto cells = cellsOfBoxLine(line);
  for (const std::string_view cell : cells)
    if (!realNumber(cell)) return {};
  return cells.size() < kFewestCells ? std::vector<std::string_view>() : cells;
}

// Returns the number of cells in the first line of a list; 0 if it has another form.
std::size_t cellsInTrackList(const fs::path& list) {
  const std::string start = beginningOfFile(list, kStartOfTracks);
  TextLines lines(start);
  const auto line = lines.nextFilled();
  return line ? cellsOfTrackLine(*line).size() : 0;
}

// "MOT17-02" for "MOT17-02-FRCNN": MOT17 has each film three times, with the detections of three detectors.
std::string_view filmOfDetector(std::string_view film) {
  for (const std::string_view detector : {"-DPM", "-FRCNN", "-SDP"})
    if (film.ends_with(detector)) return film.substr(0, film.size() - detector.size());
  return film;
}

// Returns the number at the end of a name: 12 for "img000012".
std::optional<std::int64_t> frameOfName(std::string_view stem) {
  const std::size_t last = stem.find_last_not_of("0123456789");
  return wholeNumber(stem.substr(last == std::string_view::npos ? 0 : last + 1));
}

// Finds the lists below a folder, and the frames of each.
class TrackFinder {
 public:
  static Result<TrackFinder> of(const fs::path& root, Look look) {
    TrackFinder finder(root);
    const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
    const auto isList = [](std::string_view name) { return endingOf(name) == ".txt"; };
    FOVEA_TRY(const FoundFiles texts, findFiles(root, isList, look.scan, limits));
    std::vector<std::string> lists;
    for (std::size_t i = 0; i < texts.files.size() && lists.size() < kMostListsToLook; ++i)
      if (mayBeTracks(texts.files.relative(i))) lists.push_back(texts.files.relative(i));
    if (lists.empty()) return finder;
    const auto isFrame = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
    FOVEA_TRY(finder.images_, findFiles(root, isFrame, look.scan, limits));
    finder.complete_ = texts.complete && finder.images_.complete;
    finder.addImages();
    for (const std::string& list : lists) {
      FOVEA_CHECK(look.check());
      finder.add(list);
    }
    return finder;
  }

  const std::vector<TrackList>& lists() const { return lists_; }
  const std::vector<std::string>& copies() const { return copies_; }
  bool complete() const { return complete_; }
  const FileList& files() const { return images_.files; }
  // The images of the folder of a list, by name.
  const std::vector<std::size_t>& framesOf(const TrackList& list) const { return folders_.at(list.frames); }
  // The folders with images that no list describes.
  std::vector<std::string> unlisted() const {
    std::set<std::string> listed;
    for (const TrackList& each : lists_) listed.insert(each.frames);
    for (const std::string& each : copies_) listed.insert(each);
    std::vector<std::string> others;
    for (const auto& [folder, images] : folders_)
      if (!listed.contains(folder)) others.push_back(folder);
    return others;
  }

 private:
  explicit TrackFinder(fs::path root) : root_(std::move(root)) {}

  // The list of MOT is gt/gt.txt; UAVDT's ends in "_gt_whole"; VisDrone keeps its lists in "annotations".
  static bool mayBeTracks(const std::string& list) {
    const std::string name = lowerCase(lastPartOf(list));
    return name == "gt.txt" || name.ends_with("_gt_whole.txt") ||
           lowerCase(lastPartOf(parentOf(list))) == "annotations";
  }

  void addImages() {
    for (std::size_t i = 0; i < images_.files.size(); ++i) {
      const std::string& folder = images_.files.folder(images_.files.folderOf(i));
      std::vector<std::size_t>& images = folders_[folder];
      if (images.empty()) named_[std::string(lastPartOf(folder))].push_back(folder);
      images.push_back(i);
    }
  }

  // Adds a list if it has the form of one and its frames are there.
  void add(const std::string& list) {
    const std::size_t cells = cellsInTrackList(root_ / list);
    if (cells == 0) return;
    TrackList found{.list = list, .frames = {}, .film = {}};
    const std::string stem(stemOf(lastPartOf(list)));
    if (lowerCase(stem) == "gt") {
      const std::string film(parentOf(parentOf(list)));
      found.film = film.empty() ? root_.filename().string() : std::string(lastPartOf(film));
      found.frames = mostFramesBelow(film);
    } else if (lowerCase(stem).ends_with("_gt_whole")) {
      found.form = TrackForm::Uavdt;
      found.film = stem.substr(0, stem.size() - std::string_view("_gt_whole").size());
      found.frames = folderNamed(found.film, list);
    } else {
      found.form = TrackForm::VisDrone;
      found.film = stem;
      found.frames = folderNamed(stem, list);
      if (cells != kVisDroneTrackCells) return;
    }
    if (found.frames.empty()) return;
    if (!films_.insert(std::string(parentOf(parentOf(found.frames))) + "/" + std::string(filmOfDetector(found.film)))
             .second)
      copies_.push_back(found.frames);
    else
      lists_.push_back(std::move(found));
  }

  // Returns the folder inside of `film` that holds the most images: "img1", not the cut-out objects beside it.
  std::string mostFramesBelow(const std::string& film) const {
    std::string best;
    std::size_t most = 0;
    for (const auto& [folder, images] : folders_) {
      if (parentOf(folder) != film || images.size() <= most) continue;
      best = folder;
      most = images.size();
    }
    return best;
  }

  // Returns the folder with images of this name that has most in common with the path of the list.
  std::string folderNamed(const std::string& name, const std::string& list) const {
    const auto found = named_.find(name);
    if (found == named_.end()) return {};
    const auto common = [&](const std::string& folder) {
      return std::mismatch(folder.begin(), folder.end(), list.begin(), list.end()).first - folder.begin();
    };
    return *std::max_element(found->second.begin(), found->second.end(),
                             [&](const std::string& a, const std::string& b) { return common(a) < common(b); });
  }

  static constexpr std::size_t kVisDroneTrackCells = 10;

  fs::path root_;
  FoundFiles images_;
  bool complete_ = true;
  std::map<std::string, std::vector<std::size_t>> folders_;  // images of each, by its path below the root
  std::map<std::string, std::vector<std::string>> named_;    // such folders by their last part
  std::set<std::string> films_;                              // that have a list
  std::vector<TrackList> lists_;
  std::vector<std::string> copies_;  // folders of the same films
};

// Reads the lists into a source.
class TrackReader {
 public:
  TrackReader(const fs::path& root, const TrackFinder& finder, Look look, DetectionSource& source)
      : root_(root), finder_(finder), look_(look), source_(source) {}

  Status read(const TrackList& list) {
    const std::string place = absoluteText(root_ / list.list);
    const auto text = readTextFile(root_ / list.list, kMostTracks);
    if (!text.ok()) {
      source_.addProblem(place, 0, text.error().message);
      return {};
    }
    std::map<std::int64_t, std::vector<Line>> lines;  // by frame
    TextLines reader(*text);
    while (const auto line = reader.nextFilled()) {
      if (reader.number() % 1024 == 0) FOVEA_CHECK(look_.check());
      const Status added = addLine(list, *line, reader.number(), lines);
      if (!added.ok()) source_.addProblem(place, reader.number(), added.error().message);
    }
    return addFrames(list, place, lines);
  }

  std::int64_t uncounted() const { return uncounted_; }
  bool enough() const { return look_ == Look::Quick && static_cast<std::size_t>(source_.size()) >= kQuickFrames; }

 private:
  struct Line {
    std::int64_t number;
    Box box;
  };

  Status addLine(const TrackList& list, std::string_view text, std::int64_t number,
                 std::map<std::int64_t, std::vector<Line>>& lines) {
    const auto cells = cellsOfTrackLine(text);
    if (cells.empty()) return fail(ErrorCode::Corrupt, "the numbers of a frame, a track, a box and more were expected");
    const auto frame = realNumber(cells[0]);
    if (*frame < 0 || *frame != std::floor(*frame) || *frame > 1e9)
      return fail(ErrorCode::Corrupt,
                  fmt::format("\"{}\" is no number of a frame", displayName(cells[0].substr(0, 40))));
    static const BoxColumns kBox = *BoxColumns::parse("left top width height -");
    FOVEA_TRY(BoxOfLine box, kBox.read(std::span(cells).subspan(kFrameAndTrack)));
    const auto name = classOf(list, std::span(cells).subspan(kFrameAndTrack));
    if (!name) {
      ++uncounted_;
      return {};
    }
    FOVEA_TRY(box.box.label, source_.labelNamed(*name));
    // MOT Challenge counts pixels from 1.
    if (isOfMot(list))
      box.box = {box.box.left - 1, box.box.top - 1, box.box.right - 1, box.box.bottom - 1, box.box.label};
    lines[static_cast<std::int64_t>(*frame)].push_back({number, box.box});
    return {};
  }

  static bool isOfMot(const TrackList& list) { return list.form == TrackForm::Mot && list.film.starts_with("MOT"); }

  // Returns the class of a line, whose cells begin with the box; nothing if it does not count.
  static std::optional<std::string> classOf(const TrackList& list, std::span<const std::string_view> cells) {
    constexpr std::size_t kMark = 4, kClassOfMot = 5, kClassOfOthers = 6;
    if (list.form == TrackForm::Uavdt)
      return cells.size() > kClassOfOthers ? nameOfTrackClass(kUavdtClasses, cells[kClassOfOthers]) : "object";
    if (realNumber(cells[kMark]) == 0) return std::nullopt;
    if (list.form == TrackForm::VisDrone) return visDroneClass(cells[kClassOfMot]);
    const bool classed = cells.size() == 7 && realNumber(cells[kClassOfMot]).value_or(-1) > 0;
    if (!classed) return "object";
    // Other sets in this form number their own classes.
    return isOfMot(list) ? nameOfTrackClass(kMotClasses, cells[kClassOfMot]) : std::string(cells[kClassOfMot]);
  }

  Status addFrames(const TrackList& list, const std::string& place, std::map<std::int64_t, std::vector<Line>>& lines) {
    const auto split = splitOfFolders(list.frames);
    for (const std::size_t image : finder_.framesOf(list)) {
      if (enough()) {
        source_.setIncomplete();
        return {};
      }
      FOVEA_CHECK(look_.check());
      const auto frame = frameOfName(stemOf(finder_.files().name(image)));
      source_.addImage(finder_.files().relative(image), split);
      source_.groupLast(std::string(filmOfDetector(list.film)));
      const auto found = frame ? lines.find(*frame) : lines.end();
      if (found == lines.end()) continue;
      for (const Line& each : found->second) source_.addBox(each.box, place, each.number);
      lines.erase(found);
    }
    for (const auto& [frame, rest] : lines)
      source_.addProblem(place, rest.front().number, fmt::format("there is no image of frame {}", frame));
    source_.finish();
    return {};
  }

  const fs::path& root_;
  const TrackFinder& finder_;
  const Look look_;
  DetectionSource& source_;
  std::int64_t uncounted_ = 0;
};

class TrackBoxesImporter : public ListImporter {
 public:
  std::string name() const override { return "track_boxes"; }
  std::string title() const override { return "Boxes by frame (MOT Challenge, VisDrone, UAVDT)"; }
  Schema options() const override { return trackBoxesSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    std::error_code code;
    if (!fs::is_directory(root, code)) return nothingFound("list of boxes by frame", root);
    FOVEA_TRY(const TrackFinder finder, TrackFinder::of(root, look));
    if (finder.lists().empty()) return nothingFound("list of boxes by frame", root);
    auto source =
        std::make_unique<DetectionSource>(root, root, DetectionSource::Unit::Pixels, trackBoxesSchema().read(values));
    if (!finder.complete()) source->setIncomplete();
    if (look == Look::Whole) source->measureImages();
    TrackReader reader(root, finder, look, *source);
    for (const TrackList& each : finder.lists()) {
      if (reader.enough()) {
        source->setIncomplete();
        break;
      }
      FOVEA_CHECK(reader.read(each));
    }
    source->sortClasses();
    tell(finder, reader, *source);
    return std::unique_ptr<ListedSource>(std::move(source));
  }

 private:
  static void tell(const TrackFinder& finder, const TrackReader& reader, DetectionSource& source) {
    source.addDecision({"the boxes",
                        fmt::format("those of {}", counted(std::ssize(finder.lists()), "list")),
                        fmt::format("{} has boxes by the number of a frame; all frames of a film stay in one split",
                                    displayName(finder.lists().front().list)),
                        {"kind=folder"}});
    if (reader.uncounted() > 0)
      source.addDecision({"what is marked not to count",
                          "left out, " + counted(reader.uncounted(), "box", "boxes"),
                          "a 0 follows the box",
                          {}});
    if (!finder.copies().empty())
      source.addDecision({"the films that are there again",
                          "left out, " + counted(std::ssize(finder.copies()), "folder"),
                          fmt::format("{} has the frames of another folder, with other detections beside them",
                                      displayName(finder.copies().front())),
                          {}});
    if (const auto others = finder.unlisted(); !others.empty())
      source.addDecision({"the images that no list describes",
                          "left out, " + counted(std::ssize(others), "folder"),
                          fmt::format("no list of boxes belongs to {}", displayName(others.front())),
                          {}});
  }
};

}  // namespace

std::shared_ptr<const Importer> trackBoxesImporter() {
  return std::make_shared<TrackBoxesImporter>();
}

}  // namespace fovea
