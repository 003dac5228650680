#include "core/data/importers/text_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/data/importers/named_pictures.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMaximumListLabel = 100'000;
constexpr std::size_t kQuickLines = 50'000;
constexpr std::size_t kListLinesToJudge = 20;

struct ListFile {
  fs::path path;
  std::optional<Split> split;
};

struct Line {
  std::string_view path;
  std::string_view label;  // empty: none
};

Line lineOf(std::string_view text) {
  if (text.size() > 2 && text.front() == '"' && text.find('"', 1) != std::string_view::npos) {
    const std::size_t end = text.find('"', 1);
    return {text.substr(1, end - 1), trimmed(text.substr(end + 1))};
  }
  if (fileKindOf(text) == FileKind::Image) return {text, {}};
  const std::size_t blank = text.find_last_of(" \t,;");
  if (blank == std::string_view::npos) return {text, {}};
  // In "a b.jpg 1,2", the commas belong to the label.
  std::size_t begin = text.find_last_of(" \t");
  if (begin == std::string_view::npos || fileKindOf(trimmed(text.substr(0, begin))) != FileKind::Image) begin = blank;
  return {trimmed(text.substr(0, begin)), trimmed(text.substr(begin + 1))};
}

Result<std::vector<ListFile>> listFiles(const fs::path& source, const SourceScan& scan) {
  std::error_code code;
  const auto isList = [](const std::string& name) {
    const std::string ending = endingOf(name);
    return ending == ".txt" || ending == ".lst" || ending == ".list";
  };
  std::vector<ListFile> lists;
  if (!fs::is_directory(source, code)) {
    if (isList(source.filename().string())) lists.push_back({source, std::nullopt});
  } else {
    FOVEA_TRY(const FolderEntries entries, listFolder(source, scan));
    for (const std::string& name : entries.files)
      if (const auto split = splitInName(stemOf(name)); split && isList(name)) lists.push_back({source / name, split});
  }
  if (lists.empty()) return nothingFound("list of images", source);
  return lists;
}

class ListReader {
 public:
  ListReader(const TextListChoices& choices, Look look) : choices_(choices), look_(look) {}

  Result<TextList> read(const std::vector<ListFile>& lists) {
    FOVEA_CHECK(readLabelNames(lists[0].path.parent_path()));
    for (const ListFile& list : lists) FOVEA_CHECK(readList(list));
    if (list_.files.empty() && list_.problems.empty()) return nothingFound("list of images", lists[0].path);
    finish();
    return std::move(list_);
  }

 private:
  Status readLabelNames(const fs::path& folder) {
    std::error_code code;
    fs::path file = choices_.labelsFile;
    if (!file.empty() && file.is_relative() && !fs::exists(file, code)) file = folder / file;
    for (const char* name :
         {"labels.txt", "classes.txt", "class_names.txt", "names.txt", "synset_words.txt", "categories_places365.txt"})
      if (file.empty() && fs::is_regular_file(folder / name, code)) file = folder / name;
    if (file.empty()) return {};
    FOVEA_TRY(list_.classes, readNames(file));
    dropNumbers(list_.classes);
    named_ = !list_.classes.empty();
    for (std::size_t i = 0; i < list_.classes.size(); ++i)
      numbers_.emplace(list_.classes[i], static_cast<std::int32_t>(i));
    return {};
  }

  // Drops the numbers behind names that count from 0, and the letter that Places365 puts before them: "/a/airfield 0".
  static void dropNumbers(std::vector<std::string>& names) {
    const auto bare = [](std::string_view name, std::int64_t number) -> std::string_view {
      const std::size_t blank = name.find_last_of(" \t");
      if (blank == std::string_view::npos || wholeNumber(name.substr(blank + 1)) != number) return {};
      name = trimmed(name.substr(0, blank));
      return name.size() > 3 && name[0] == '/' && name[2] == '/' ? name.substr(3) : name;
    };
    for (std::size_t i = 0; i < names.size(); ++i)
      if (bare(names[i], static_cast<std::int64_t>(i)).empty()) return;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::string(bare(names[i], static_cast<std::int64_t>(i)));
  }

  // Returns the base folder of the first files of a list. Fails with NotFound if they are nowhere.
  Result<fs::path> findBase(const fs::path& list, std::string_view text) const {
    if (!choices_.baseFolder.empty()) return fs::path(choices_.baseFolder);
    std::error_code code;
    const fs::path folder = fs::absolute(list, code).parent_path();
    std::string missing;
    for (const fs::path& base : {folder, folder.parent_path(), folder / "images", folder.parent_path() / "images"}) {
      TextLines lines(text);
      for (std::size_t i = 0; i < kListLinesToJudge; ++i) {
        const auto line = lines.nextFilled();
        if (!line) break;
        const std::string path(lineOf(*line).path);
        if (fs::is_regular_file(base / path, code)) return base;
        if (missing.empty()) missing = path;
      }
    }
    return fail(ErrorCode::NotFound,
                fmt::format("{} lists images, but there is no {} in its folder, the one above, or \"images\".",
                            list.string(), displayName(missing)),
                "Set the base folder.");
  }

  // Finds the base folder of a list's paths; if there is none, finds the pictures by name, anywhere below the list.
  Status findFolders(const fs::path& list, std::string_view text) {
    if (!list_.base.empty()) return {};
    auto base = findBase(list, text);
    if (base.ok()) {
      list_.base = std::move(base).value();
    } else {
      std::error_code code;
      const fs::path folder = fs::absolute(list, code).parent_path();
      const auto pictures = NamedPictures::of(folder, look_ == Look::Quick ? kLookLimits : WalkLimits{}, look_.scan);
      TextLines lines(text);
      const auto line = lines.nextFilled();
      const auto split = splitInName(stemOf(list.filename().string()));
      if (!pictures.ok() || !*pictures || !line || !(*pictures)->find(lineOf(*line).path, split).ok())
        return base.error();
      pictures_ = *pictures;
      list_.base = folder;
    }
    folder_ = list_.files.addFolder("");
    return {};
  }

  static bool looksLikeList(std::string_view text) {
    TextLines lines(text);
    std::size_t seen = 0;
    std::size_t images = 0;
    for (; seen < kListLinesToJudge; ++seen) {
      const auto line = lines.nextFilled();
      if (!line) break;
      // "7 2 1 chair/a.jpg" has numbers in front, whose meaning is not known.
      const std::string_view path = lineOf(*line).path;
      const std::size_t blank = path.find_first_of(" \t");
      const bool numbered = blank != std::string_view::npos && wholeNumber(path.substr(0, blank));
      images += !numbered && fileKindOf(path) == FileKind::Image;
    }
    return seen > 0 && images * 2 > seen;
  }

  Status readList(const ListFile& file) {
    FOVEA_TRY(const std::string text, readTextFile(file.path, kMaximumTextFile));
    if (!looksLikeList(text)) return skippedList(file);
    if (file.split) list_.lists.insert(file.path.filename().string());
    FOVEA_CHECK(findFolders(file.path, text));
    TextLines lines(text);
    while (const auto line = lines.nextFilled()) {
      if (look_ == Look::Quick && list_.files.size() >= kQuickLines) {
        list_.complete = false;
        break;
      }
      if (line->front() == '#') continue;
      addLine(file, lineOf(*line), lines.number());
    }
    return {};
  }

  Status skippedList(const ListFile& file) {
    // One of several files may be of another kind; a file that the user opened may not.
    if (!file.split) return nothingFound("list of images", file.path);
    return {};
  }

  void addLine(const ListFile& file, const Line& line, std::int64_t number) {
    const auto problem = [&](const std::string& reason) {
      if (list_.problems.size() < 100'000)
        list_.problems.push_back(
            {file.path.string(), static_cast<std::uint64_t>(number), fmt::format("line {}: {}", number, reason)});
    };
    std::vector<std::int32_t> labels;
    for (const std::string& label : splitList(line.label)) {
      const auto index = labelOf(label);
      if (!index.ok()) return problem(index.error().message);
      labels.push_back(*index);
    }
    if (line.path.empty()) return problem("it names no file");
    std::string path(line.path);
    if (pictures_) {
      const auto found = pictures_->find(path, file.split);
      if (!found.ok()) return problem(found.error().message);
      path = *found;
    }
    list_.files.add(folder_, path);
    list_.splits.push_back(file.split);
    list_.labels.push_back(labels.empty() ? kNoLabel : labels[0]);
    if (labels.size() > 1 && list_.several.empty()) startSeveral();
    if (list_.several.empty() && labels.size() <= 1) return;
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    list_.several.push_back(std::move(labels));
  }

  void startSeveral() {
    for (std::size_t i = 0; i + 1 < list_.labels.size(); ++i)
      list_.several.push_back(list_.labels[i] == kNoLabel ? std::vector<std::int32_t>{}
                                                          : std::vector<std::int32_t>{list_.labels[i]});
  }

  // Returns the index among the names that a file lists, or else among the labels seen so far; see finish().
  Result<std::int32_t> labelOf(const std::string& text) {
    const auto number = wholeNumber(text);
    if (number && (*number < 0 || *number >= (named_ ? std::ssize(list_.classes) : kMaximumListLabel)))
      return fail(ErrorCode::InvalidArgument,
                  named_ ? fmt::format("the label {} is beyond the {} classes", *number, list_.classes.size())
                         : fmt::format("the label {} is out of range", *number));
    if (number && named_) return static_cast<std::int32_t>(*number);
    const std::string name = displayName(text);
    if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
    if (named_) return fail(ErrorCode::InvalidArgument, fmt::format("there is no class named \"{}\"", name));
    if (std::ssize(list_.classes) >= kMaximumListLabel)
      return fail(ErrorCode::InvalidArgument, "there are too many classes");
    highest_ = number ? std::max(highest_, *number) : highest_;
    words_ = words_ || !number;
    const auto place = static_cast<std::int32_t>(list_.classes.size());
    numbers_.emplace(name, place);
    list_.classes.push_back(name);
    return place;
  }

  // Uses labels that are all numbers directly, and puts names in natural order.
  void finish() {
    if (named_) return;
    std::vector<std::string> names;
    if (words_) {
      names = list_.classes;
      std::sort(names.begin(), names.end(), naturalLess);
    } else {
      for (std::int64_t i = 0; i <= highest_; ++i) names.push_back(std::to_string(i));
    }
    std::map<std::string, std::int32_t> places;
    for (std::size_t i = 0; i < names.size(); ++i) places[names[i]] = static_cast<std::int32_t>(i);
    std::vector<std::int32_t> moved;
    for (const std::string& name : list_.classes)
      moved.push_back(words_ ? places[name] : static_cast<std::int32_t>(*wholeNumber(name)));
    for (std::int32_t& label : list_.labels)
      if (label != kNoLabel) label = moved[static_cast<std::size_t>(label)];
    for (auto& labels : list_.several) {
      for (std::int32_t& label : labels) label = moved[static_cast<std::size_t>(label)];
      std::sort(labels.begin(), labels.end());
    }
    list_.classes = std::move(names);
  }

  const TextListChoices& choices_;
  const Look look_;
  TextList list_;
  std::shared_ptr<const NamedPictures> pictures_;  // used if paths lead to no files
  std::uint32_t folder_ = 0;
  std::map<std::string, std::int32_t> numbers_;
  std::int64_t highest_ = -1;
  bool named_ = false;  // a file names the classes
  bool words_ = false;  // the labels in the lines are names
};

}  // namespace

Result<TextList> readTextLists(const fs::path& source, const TextListChoices& choices, Look look) {
  FOVEA_TRY(const auto lists, listFiles(source, look.scan));
  return ListReader(choices, look).read(lists);
}

}  // namespace fovea
