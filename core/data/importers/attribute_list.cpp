#include "core/data/importers/attribute_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/data/importers/image_list_lines.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostAttributes = 1000;
constexpr std::size_t kQuickFaces = 20'000;
constexpr std::uint64_t kMaximumAttributes = std::uint64_t{1} << 30;

std::vector<std::string_view> cellsOf(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = line.find_first_not_of(" \t,"); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t,", begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(" \t,", end);
  }
  return cells;
}

class AttributeReader {
 public:
  AttributeReader(const fs::path& root, const TextListChoices& choices, Look look)
      : root_(root), look_(look), persons_(choices.labels == "identity") {}

  Result<TextList> read(const fs::path& file) {
    FOVEA_TRY(const std::string text, readTextFile(file, kMaximumAttributes));
    TextLines lines(text);
    FOVEA_CHECK(readHead(file, lines));
    const fs::path partition = listBeside(root_, "list_eval_partition", look_);
    splits_ = secondWords(partition);
    if (persons_) FOVEA_CHECK(readPersons());
    while (const auto line = lines.nextFilled()) {
      if (look_ == Look::Quick && list_.files.size() >= kQuickFaces) {
        list_.complete = false;
        break;
      }
      FOVEA_CHECK(look_.check());
      if (const Status taken = addLine(*line); !taken.ok()) {
        if (taken.error().code != ErrorCode::Corrupt) return taken.error();
        if (list_.problems.size() < kListedProblems)
          list_.problems.push_back({file.string(), static_cast<std::uint64_t>(lines.number()),
                                    fmt::format("line {}: {}", lines.number(), taken.error().message)});
      }
    }
    if (list_.files.empty())
      return fail(ErrorCode::NotFound,
                  fmt::format("None of the images that {} names is there.", displayName(file.string())),
                  "Put the folder img_align_celeba beside it.");
    if (persons_) sortPersons();
    decide(file, partition);
    return std::move(list_);
  }

 private:
  // Reads the attribute names. A line with the number of lines may precede them; in a table, a column name does.
  Status readHead(const fs::path& file, TextLines& lines) {
    auto line = lines.nextFilled();
    if (line && wholeNumber(trimmed(*line))) line = lines.nextFilled();
    auto cells = line ? cellsOf(*line) : std::vector<std::string_view>();
    if (!cells.empty() && lowerCase(cells[0]) == "image_id") cells.erase(cells.begin());
    if (cells.empty() || cells.size() > kMostAttributes)
      return fail(ErrorCode::Corrupt, displayName(file.string()) + " names no attributes in its first lines.");
    for (const std::string_view cell : cells) attributes_.push_back(displayName(cell.substr(0, 100)));
    if (!persons_) list_.classes = attributes_;
    return {};
  }

  Status readPersons() {
    const fs::path file = listBeside(root_, "identity_CelebA", look_);
    personOf_ = secondWords(file);
    if (!personOf_.empty()) return {};
    return fail(ErrorCode::InvalidArgument, "There is no identity_CelebA.txt that says who is on the images.",
                "Take the attributes: labels=attributes.");
  }

  Status addLine(std::string_view line) {
    const auto cells = cellsOf(line);
    if (cells.size() != attributes_.size() + 1)
      return fail(ErrorCode::Corrupt,
                  fmt::format("a name and {} values were expected", grouped(std::ssize(attributes_))));
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const auto value = wholeNumber(cells[i + 1]);
      if (!value || (*value != 1 && *value != -1 && *value != 0))
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is neither 1, 0 nor -1", displayName(cells[i + 1])));
      if (*value == 1) labels.push_back(static_cast<std::int32_t>(i));
    }
    const std::string name(cells[0]);
    if (name.find('/') != std::string::npos) return fail(ErrorCode::Corrupt, "the name of an image has no folders");
    if (!base_ && !findBase(name)) return fail(ErrorCode::Corrupt, "there is no image " + displayName(name));
    std::error_code code;
    const std::string file = std::string(stemOf(name)) + (ending_.empty() ? endingOf(name) : ending_);
    if (!fs::is_regular_file(root_ / *base_ / file, code))
      return fail(ErrorCode::Corrupt, "there is no image " + displayName(file));
    std::int32_t person = kNoLabel;
    if (persons_) {
      const auto found = personOf_.find(name);
      if (found == personOf_.end()) return fail(ErrorCode::Corrupt, "nothing says who is on it");
      const auto place = static_cast<std::int32_t>(list_.classes.size());
      const auto [known, isNew] = places_.emplace(found->second, place);
      if (isNew) list_.classes.push_back(displayName(found->second));
      person = known->second;
    }
    list_.files.add(folder_, file);
    list_.labels.push_back(person);
    if (!persons_) list_.several.push_back(std::move(labels));
    list_.splits.push_back(splitOfPartition(splits_, name));
    return {};
  }

  // Prefers the aligned and cropped images to those in the wild; converted images may have another ending.
  bool findBase(const std::string& first) {
    std::error_code code;
    for (const char* base :
         {"img_align_celeba", "Img/img_align_celeba", "img_align_celeba/img_align_celeba", "img_align_celeba_png",
          "Img/img_align_celeba_png", "img_celeba", "Img/img_celeba", "images", "."})
      for (const char* ending : {"", ".png", ".jpg"}) {
        const std::string file = *ending ? std::string(stemOf(first)) + ending : first;
        if (!fs::is_regular_file(root_ / base / file, code)) continue;
        base_ = base;
        ending_ = ending;
        list_.base = root_;
        folder_ = list_.files.addFolder(*base_ == "." ? "" : *base_);
        return true;
      }
    return false;
  }

  void sortPersons() {
    std::vector<std::string> sorted = list_.classes;
    std::sort(sorted.begin(), sorted.end(), naturalLess);
    std::unordered_map<std::string, std::int32_t> places;
    for (std::size_t i = 0; i < sorted.size(); ++i) places.emplace(sorted[i], static_cast<std::int32_t>(i));
    for (std::int32_t& label : list_.labels) label = places[list_.classes[static_cast<std::size_t>(label)]];
    list_.classes = std::move(sorted);
  }

  void decide(const fs::path& file, const fs::path& partition) {
    const std::string name = displayName(file.filename().string());
    std::vector<std::string> others{persons_ ? "labels=attributes" : "labels=identity"};
    const bool boxes = !listBeside(root_, "list_bbox_celeba", look_).empty();
    if (boxes) others.emplace_back("kind=list_boxes");
    list_.decisions.push_back({"the labels of an image",
                               persons_ ? "who is on it" : "the attributes that it has, of several at once",
                               fmt::format("{} names {} attributes, as CelebA does{}", name, attributes_.size(),
                                           boxes ? "; the boxes and points are left out" : ""),
                               std::move(others)});
    list_.decisions.push_back(
        {"the folder of the images", displayName(*base_), "the first image of the list lies there", {}});
    if (!splits_.empty())
      list_.decisions.push_back({"the splits",
                                 fmt::format("as {} says", displayName(partition.filename().string())),
                                 "its numbers stand for training (0), validation (1) and test (2)",
                                 {}});
  }

  const fs::path root_;
  const Look look_;
  const bool persons_;
  TextList list_;
  std::vector<std::string> attributes_;
  std::unordered_map<std::string, std::string> splits_, personOf_;
  std::unordered_map<std::string, std::int32_t> places_;  // class index of each person
  std::optional<std::string> base_;
  std::string ending_;
  std::uint32_t folder_ = 0;
};

}  // namespace

Result<std::optional<TextList>> readAttributeList(const fs::path& source, const TextListChoices& choices, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) return std::optional<TextList>();
  const fs::path file = listBeside(source, "list_attr_celeba", look);
  if (file.empty()) return std::optional<TextList>();
  FOVEA_TRY(TextList list, AttributeReader(source, choices, look).read(file));
  return std::optional(std::move(list));
}

}  // namespace fovea
