#include "core/data/importers/array_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/hdf5_file.h"
#include "core/data/importers/mat_file.h"
#include "core/data/importers/npy_file.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/archives_of_folder.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumArrayList = 1 << 20;
constexpr std::size_t kMostArrayFiles = 10'000;
constexpr std::size_t kArrayStart = 520;
constexpr std::size_t kMostFileClasses = 1000;  // files that each hold a class

// Derives the role from names such as "X_train", "train_images", "train/images", "y", "val_labels", and "fea" and
// "gnd". A list of the classes is no label of samples: "list_classes".
ArrayRole roleOf(const std::string& name) {
  std::string word;
  if (lowerCase(name).starts_with("list_")) return ArrayRole::None;
  for (const char c : lowerCase(name) + "_") {
    if (c != '_' && c != '-' && c != '.' && c != '/') {
      word += c;
      continue;
    }
    for (const char* input :
         {"x", "data", "image", "images", "img", "imgs", "features", "feature", "input", "inputs", "fea"})
      if (word == input) return ArrayRole::Input;
    for (const char* target : {"y", "label", "labels", "target", "targets", "class", "classes", "gnd", "ans"})
      if (word == target) return ArrayRole::Target;
    word.clear();
  }
  return ArrayRole::None;
}

ArrayRole roleOf(const std::string& name, const ArrayNames& asked) {
  const auto is = [&](const std::string& wanted) { return wanted == name || wanted == lastPartOf(name); };
  if (!asked.inputs.empty() && is(asked.inputs)) return ArrayRole::Input;
  if (!asked.targets.empty() && is(asked.targets)) return ArrayRole::Target;
  const ArrayRole role = roleOf(std::string(lastPartOf(name)));
  // The user's choice of names overrides the usual meaning of names.
  if (role == ArrayRole::Input && !asked.inputs.empty()) return ArrayRole::None;
  if (role == ArrayRole::Target && !asked.targets.empty()) return ArrayRole::None;
  return role;
}

bool isContainer(const std::string& ending) {
  return ending == ".h5" || ending == ".hdf5" || ending == ".he5" || ending == ".mat";
}

// Reverses the axes of an array of MATLAB 7.3: HDF5 stores them in C order, with the last axis varying fastest.
void turnToColumns(NamedArray& found) {
  const NumberArray& array = *found.array;
  std::vector<std::int64_t> axes(array.shape().rbegin(), array.shape().rend());
  const std::int64_t bytes = array.rows() * array.rowSize() * static_cast<std::int64_t>(array.type().size);
  if (bytes > kMostMatBytes) {
    found.refused = fmt::format("it takes more than {} GB", kMostMatBytes >> 30);
    found.array = nullptr;
    return;
  }
  std::vector<std::uint8_t> raw(static_cast<std::size_t>(bytes));
  const Status read = array.readRaw(0, raw);
  auto turned = read.ok() ? ColumnArray::make(std::move(axes), array.type(), std::move(raw)) : read.error();
  found.refused = turned.ok() ? "" : turned.error().message;
  found.array = turned.ok() ? std::move(turned).value() : nullptr;
}

// The number of a class for each of many rows.
class ConstantArray : public NumberArray {
 public:
  ConstantArray(std::int64_t rows, std::uint32_t number) : number_(number) {
    type_ = {'u', sizeof number, false};
    setShape({rows});
  }
  Status readRaw(std::int64_t, std::span<std::uint8_t> bytes) const override {
    for (std::size_t i = 0; i + sizeof number_ <= bytes.size(); i += sizeof number_)
      std::memcpy(bytes.data() + i, &number_, sizeof number_);
    return {};
  }

 private:
  const std::uint32_t number_;
};

// Returns how many letters at the beginning of all names are the same, up to the last underscore among them.
std::size_t commonBeginning(const std::vector<std::string>& names) {
  std::size_t same = names[0].size();
  for (const std::string& name : names)
    same = std::min<std::size_t>(
        same, std::mismatch(names[0].begin(), names[0].end(), name.begin(), name.end()).first - names[0].begin());
  const std::size_t mark = names[0].rfind('_', same == 0 ? 0 : same - 1);
  return same == 0 || mark == std::string::npos ? 0 : mark + 1;
}

std::string extentsText(const NumberArray& array) {
  return fmt::format("{}", fmt::join(array.shape(), "×"));
}

class ArrayFinder {
 public:
  ArrayFinder(const ArrayNames& names, Look look) : names_(names), look_(look) {}

  // `split` is the split that a list states for this file.
  Status add(const fs::path& path, bool alone, std::optional<Split> split = {}) {
    FOVEA_CHECK(look_.check());
    const std::string name = path.filename().string();
    if (endingOf(name) == ".npy") return addNumPy(path, name, alone);
    FOVEA_TRY(std::vector<NamedArray> arrays, containerArrays(path));
    std::erase_if(arrays, [](const NamedArray& array) { return array.name.starts_with('#'); });
    const std::string stem(stemOf(name));
    const bool only = arrays.size() == 1 && alone;
    std::vector<FoundArray> found;
    for (NamedArray& array : arrays) {
      FoundArray one;
      one.file = absoluteText(path);
      one.title = displayName(name) + ": " + displayName(array.name);
      one.role = only ? ArrayRole::Input : roleOf(array.name, names_);
      one.split = splitInName(array.name);
      if (!one.split) one.split = split;
      if (!one.split) one.split = splitInName(stem);
      one.together = array.name.substr(0, array.name.size() - lastPartOf(array.name).size());
      one.refused = std::move(array.refused);
      if (array.array) shapes_.push_back(fmt::format("{} ({})", displayName(array.name), extentsText(*array.array)));
      if (one.role != ArrayRole::None && array.array && endingOf(name) == ".mat" &&
          !std::dynamic_pointer_cast<const ColumnArray>(array.array)) {
        turnToColumns(array);
        one.refused = std::move(array.refused);
      }
      one.array = std::move(array.array);
      found.push_back(std::move(one));
    }
    const auto has = [&](ArrayRole role) {
      return std::any_of(found.begin(), found.end(), [&](const FoundArray& array) { return array.role == role; });
    };
    const bool whole = has(ArrayRole::Input) && has(ArrayRole::Target);
    for (FoundArray& array : found) {
      array.together = whole ? array.file + "\n" + array.together : "";
      found_.push_back(std::move(array));
    }
    return {};
  }

  // Adds the arrays of a .npz file that is unpacked to a folder of its name. An array that nobody named ("arr_0") has
  // the name of the file.
  Status addUnpacked(const fs::path& folder) {
    FOVEA_TRY(const FolderEntries entries, listFolder(folder, look_.scan));
    const std::string stem = folder.filename().string();
    const std::size_t before = found_.size();
    for (const std::string& file : entries.files) {
      if (endingOf(file) != ".npy") continue;
      const bool unnamed = stemOf(file).starts_with("arr_");
      FOVEA_CHECK(addNumPy(folder / file, unnamed ? stem + ".npy" : file, false));
      FoundArray& added = found_.back();
      added.title = displayName(stem) + ": " + displayName(std::string(stemOf(file)));
      if (!added.split) added.split = splitInName(stem);
    }
    // Inputs and targets of one file belong together.
    const auto has = [&](ArrayRole role) {
      return std::any_of(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(),
                         [&](const FoundArray& array) { return array.role == role; });
    };
    if (!has(ArrayRole::Input) || !has(ArrayRole::Target)) return {};
    for (std::size_t i = before; i < found_.size(); ++i) found_[i].together = absoluteText(folder) + "\n";
    return {};
  }

  // Takes each of several .npy files for a class, if the names of none tell a role and their rows have one shape.
  Status takeClasses(const fs::path& folder, const std::vector<std::string>& files) {
    if (files.size() < 2 || files.size() > kMostFileClasses || !names_.inputs.empty() || !names_.targets.empty())
      return {};
    std::vector<std::shared_ptr<const NumberArray>> arrays;
    std::vector<std::string> stems;
    for (const std::string& file : files) {
      FOVEA_CHECK(look_.check());
      if (endingOf(file) != ".npy") return {};
      const auto array = NpyFile::open(folder / file);
      if (!array.ok() || (*array)->shape().size() < 2) return {};
      const auto& shape = (*array)->shape();
      const auto& first = arrays.empty() ? shape : arrays[0]->shape();
      if (!std::equal(shape.begin() + 1, shape.end(), first.begin() + 1, first.end())) return {};
      arrays.push_back(*array);
      stems.emplace_back(stemOf(file));
    }
    const std::size_t begin = commonBeginning(stems);
    found_.clear();
    for (std::size_t i = 0; i < files.size(); ++i) {
      FoundArray input;
      input.file = absoluteText(folder / files[i]);
      input.title = displayName(files[i]);
      input.role = ArrayRole::Input;
      input.together = files[i];
      input.array = arrays[i];
      FoundArray target = input;
      target.role = ArrayRole::Target;
      target.className = displayName(stems[i].substr(begin));
      target.array = std::make_shared<ConstantArray>(arrays[i]->rows(), static_cast<std::uint32_t>(i));
      found_.push_back(std::move(input));
      found_.push_back(std::move(target));
    }
    return {};
  }

  bool hasInputs() const {
    return std::any_of(found_.begin(), found_.end(),
                       [](const FoundArray& array) { return array.role == ArrayRole::Input && array.array; });
  }
  void addRefused(const fs::path& path, std::string reason) {
    FoundArray one;
    one.file = absoluteText(path);
    one.title = displayName(path.filename().string());
    one.refused = std::move(reason);
    found_.push_back(std::move(one));
  }
  std::vector<FoundArray> take() { return std::move(found_); }
  // Returns the error for a file whose array names do not tell their roles.
  Error namesSayNothing(const fs::path& path) const {
    std::string refused;
    for (const FoundArray& array : found_)
      if (array.role == ArrayRole::Input && !array.array) refused = fmt::format(" {}: {}.", array.title, array.refused);
    if (shapes_.empty() || !refused.empty())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds no array of inputs that can be read.{}", displayName(path.filename().string()),
                              refused),
                  "Save it as an array of numbers of 8, 16, 32 or 64 bits, not packed or packed by gzip.");
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format(
            "The names of the arrays of {} do not say which holds inputs: {}.", displayName(path.filename().string()),
            fmt::join(shapes_.begin(), shapes_.begin() + std::min<std::ptrdiff_t>(20, std::ssize(shapes_)), ", ")),
        "Name them: inputs=NAME, and targets=NAME where there are any.");
  }

 private:
  Status addNumPy(const fs::path& path, const std::string& name, bool alone) {
    const std::string stem(stemOf(name));
    FoundArray one;
    one.file = absoluteText(path);
    one.title = displayName(name);
    one.role = roleOf(stem, names_);
    if (one.role == ArrayRole::None && alone) one.role = ArrayRole::Input;
    one.split = splitInName(stem);
    if (one.role != ArrayRole::None) {
      FOVEA_TRY(one.array, NpyFile::open(path));
    }
    found_.push_back(std::move(one));
    return {};
  }

  static Result<std::vector<NamedArray>> containerArrays(const fs::path& path) {
    const std::string start = beginningOfFile(path, kArrayStart);
    const bool columns = endingOf(path.filename().string()) == ".mat";
    return columns && !isHdf5File(start) ? readMatFile(path) : readHdf5File(path);
  }

  const ArrayNames& names_;
  Look look_;
  std::vector<FoundArray> found_;
  std::vector<std::string> shapes_;  // display text: names with extents
};

// Returns the files that a text list names one per line, below its folder or beside it; empty if it lists others.
std::vector<fs::path> listedFiles(const fs::path& list) {
  std::vector<fs::path> files;
  const auto text = readTextFile(list, kMaximumArrayList);
  if (!text.ok()) return {};
  TextLines lines(*text);
  std::error_code code;
  while (const auto line = lines.nextFilled()) {
    const fs::path named = std::string(trimmed(*line));
    const std::string ending = endingOf(named.filename().string());
    if ((ending != ".h5" && ending != ".hdf5") || files.size() == kMostArrayFiles) return {};
    const fs::path below = list.parent_path() / named;
    files.push_back(fs::exists(below, code) ? below : list.parent_path() / named.filename());
  }
  return files;
}

}  // namespace

Result<std::vector<FoundArray>> findArrays(const fs::path& path, const ArrayNames& names, Look look) {
  std::error_code code;
  ArrayFinder finder(names, look);
  const std::string name = path.filename().string(), ending = endingOf(name);
  if (fs::is_directory(path, code)) {
    FOVEA_TRY(const FolderEntries entries, listFolder(path, look.scan));
    std::vector<std::string> files;
    for (const std::string& file : entries.files)
      if (endingOf(file) == ".npy" || isContainer(endingOf(file))) files.push_back(file);
    if (files.size() > kMostArrayFiles)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds more than {} files of arrays.", displayName(path.string()), kMostArrayFiles));
    for (const std::string& file : files) {
      const Status added = finder.add(path / file, files.size() == 1);
      if (added.ok()) continue;
      if (added.error().code == ErrorCode::Cancelled || added.error().code == ErrorCode::OutOfMemory)
        return added.error();
      finder.addRefused(path / file, added.error().message);
    }
    // A folder of .npz files is unpacked to one of folders.
    for (std::size_t i = 0; i < entries.folders.size() && files.empty() && i < kMostArrayArchives; ++i)
      FOVEA_CHECK(finder.addUnpacked(path / entries.folders[i]));
    if (!finder.hasInputs()) FOVEA_CHECK(finder.takeClasses(path, files));
    if (!finder.hasInputs()) return nothingFound("array of inputs", path);
    return finder.take();
  }
  if (ending == ".txt") {
    const auto files = listedFiles(path);
    if (files.empty()) return nothingFound("array", path);
    for (const fs::path& file : files) FOVEA_CHECK(finder.add(file, false, splitInName(stemOf(name))));
  } else if (ending == ".npy" || isContainer(ending)) {
    FOVEA_CHECK(finder.add(path, true));
  } else {
    return nothingFound("array", path);
  }
  if (!finder.hasInputs()) return finder.namesSayNothing(path);
  return finder.take();
}

}  // namespace fovea
