#include "core/data/importers/labelled_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/utf8.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

using Parts = std::vector<std::string>;

Parts partsOf(const std::string& folder) {
  Parts parts;
  for (std::size_t begin = 0; begin < folder.size();) {
    const std::size_t end = std::min(folder.find('/', begin), folder.size());
    parts.push_back(folder.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string joined(const Parts& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "/") + displayName(part);
  return text;
}

const std::string& edge(const Parts& parts, bool first) {
  return first ? parts.front() : parts.back();
}

void dropEdge(Parts& parts, bool first) {
  parts.erase(first ? parts.begin() : parts.end() - 1);
}

// Drops the first (or last) folder as long as all paths share it and none would become empty.
void dropShared(std::vector<Parts>& paths, bool first) {
  while (!paths.empty() && std::all_of(paths.begin(), paths.end(), [&](const Parts& parts) {
    return parts.size() > 1 && edge(parts, first) == edge(paths[0], first);
  })) {
    if (splitOfName(edge(paths[0], first))) return;
    for (Parts& parts : paths) dropEdge(parts, first);
  }
}

// Takes the split from the first (or last) folder where every path has one there.
bool takeSplits(std::vector<Parts>& paths, std::vector<std::optional<Split>>& splits, bool first) {
  if (paths.empty() || !std::all_of(paths.begin(), paths.end(), [&](const Parts& parts) {
        return !parts.empty() && splitOfName(edge(parts, first));
      }))
    return false;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    splits[i] = splitOfName(edge(paths[i], first));
    dropEdge(paths[i], first);
  }
  return true;
}

struct FolderMeaning {
  std::vector<std::optional<Split>> splits;
  std::vector<std::int32_t> labels;
  std::vector<std::string> classes;
};

FolderMeaning meaningOf(const FileList& files, ClassFolder classFolder) {
  std::vector<Parts> paths;
  for (std::size_t i = 0; i < files.folders(); ++i)
    paths.push_back(partsOf(files.folder(static_cast<std::uint32_t>(i))));
  FolderMeaning meaning;
  meaning.splits.resize(paths.size());
  dropShared(paths, true);
  if (!takeSplits(paths, meaning.splits, true)) takeSplits(paths, meaning.splits, false);
  dropShared(paths, true);
  dropShared(paths, false);
  std::vector<std::string> names;
  for (Parts& parts : paths) {
    if (classFolder == ClassFolder::First && parts.size() > 1) parts.resize(1);
    names.push_back(joined(parts));
    if (!names.back().empty()) meaning.classes.push_back(names.back());
  }
  std::sort(meaning.classes.begin(), meaning.classes.end(), naturalLess);
  meaning.classes.erase(std::unique(meaning.classes.begin(), meaning.classes.end()), meaning.classes.end());
  std::map<std::string, std::int32_t> numbers;
  for (std::size_t i = 0; i < meaning.classes.size(); ++i) numbers[meaning.classes[i]] = static_cast<std::int32_t>(i);
  for (const std::string& name : names) meaning.labels.push_back(name.empty() ? kNoLabel : numbers[name]);
  return meaning;
}

std::string_view kindWord(FileKind kind) {
  switch (kind) {
    case FileKind::Image:
      return "image";
    case FileKind::Audio:
      return "sound file";
    case FileKind::Video:
      return "video file";
    case FileKind::Volume:
      return "volume";
    default:
      return "text file";
  }
}

// What else a folder holds decides whether it is meant as data of one kind.
struct Census {
  std::size_t wanted = 0;
  std::size_t otherData = 0;  // of another kind than text
  std::size_t rest = 0;
};

void addRemarks(const FoundFiles& found, FileKind kind, LabelledFiles& result) {
  if (!found.barren.empty() && !result.classes.empty())
    result.remarks.push_back(fmt::format("{} no {}, for instance \"{}\".",
                                         found.barren.size() == 1
                                             ? std::string("1 folder holds")
                                             : fmt::format("{} folders hold", grouped(std::ssize(found.barren))),
                                         kindWord(kind), displayName(found.barren[0])));
  std::size_t strange = 0;
  for (std::size_t i = 0; i < found.files.folders(); ++i)
    if (!isUtf8(found.files.folder(static_cast<std::uint32_t>(i)))) ++strange;
  if (strange > 0)
    result.remarks.push_back(fmt::format("The names of {} are not UTF-8; their other bytes are shown as \\xE9.",
                                         counted(static_cast<std::int64_t>(strange), "folder")));
}

LabelledFiles labelled(FoundFiles found, FileKind kind, ClassFolder classFolder) {
  const FolderMeaning meaning = meaningOf(found.files, classFolder);
  LabelledFiles result;
  result.classes = meaning.classes;
  result.complete = found.complete;
  result.problems = std::move(found.problems);
  std::vector<std::uint32_t> folders(found.files.folders());
  for (std::uint32_t i = 0; i < folders.size(); ++i) folders[i] = result.files.addFolder(found.files.folder(i));
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const std::uint32_t folder = found.files.folderOf(i);
    if (fileKindOf(found.files.name(i)) != kind) {
      result.problems.push_back({found.files.relative(i), 0, "Fovea does not read images of this format"});
      continue;
    }
    if (meaning.labels[folder] == kNoLabel && !meaning.classes.empty()) {
      result.problems.push_back({found.files.relative(i), 0, "it lies in no folder of a class"});
      continue;
    }
    result.files.add(folder, found.files.name(i));
    result.labels.push_back(meaning.labels[folder]);
    result.splits.push_back(meaning.splits[folder]);
  }
  addRemarks(found, kind, result);
  return result;
}

}  // namespace

Result<LabelledFiles> findLabelledFiles(const fs::path& root, FileKind kind, ClassFolder classFolder, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) {
    const std::string name = root.filename().string();
    if (fileKindOf(name) != kind) return nothingFound(std::string(kindWord(kind)), root);
    LabelledFiles one;
    one.files.add(one.files.addFolder(""), name);
    one.labels.push_back(kNoLabel);
    one.splits.emplace_back();
    return one;
  }
  Census census;
  const auto wanted = [&](std::string_view name) {
    const FileKind which = fileKindOf(name);
    const bool foreign = kind == FileKind::Image && isForeignImage(name);
    if (which == kind)
      ++census.wanted;
    else if (which != FileKind::Other && which != FileKind::Text)
      ++census.otherData;
    else if (!foreign)
      ++census.rest;
    return which == kind || foreign;
  };
  FOVEA_TRY(FoundFiles found, findFiles(root, wanted, look.scan, look == Look::Quick ? kLookLimits : WalkLimits{}));
  // Texts lie beside any kind of file; only where they are most of all are they the data.
  const std::size_t mostRest = kind == FileKind::Text ? census.wanted : 20 * census.wanted + 20;
  const bool outweighed = census.otherData > census.wanted || census.rest > mostRest;
  if (census.wanted == 0 || (look == Look::Quick && outweighed)) return nothingFound(std::string(kindWord(kind)), root);
  return labelled(std::move(found), kind, classFolder);
}

LabelledSource::LabelledSource(const fs::path& root, LabelledFiles found) : root_(root) {
  std::error_code code;
  if (!fs::is_directory(root, code)) root_ = root.parent_path();
  rootText_ = absoluteText(root_);
  if (!rootText_.ends_with('/')) rootText_ += '/';
  name_ = nameOfSource(root);
  classes_ = std::move(found.classes);
  complete_ = found.complete;
  remarks_ = std::move(found.remarks);
  for (SkippedSample& problem : found.problems) {
    const bool relative = !problem.source.starts_with('/');
    skip((relative ? rootText_ : "") + problem.source, problem.sourceIndex, std::move(problem.reason));
  }
  found.problems.clear();
  task_ = classes_.empty() ? Task::Unlabelled : Task::Classification;
  found_ = std::move(found);
}

ImportItem LabelledSource::item(std::int64_t index) const {
  const auto i = static_cast<std::size_t>(index);
  ImportItem item;
  item.source = rootText_ + found_.files.relative(i);
  item.label = found_.labels[i];
  item.split = found_.splits[i];
  return item;
}

}  // namespace fovea
