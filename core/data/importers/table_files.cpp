#include "core/data/importers/table_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/importers/found_files.h"
#include "core/data/importers/names.h"
#include "core/data/importers/table.h"
#include "core/data/importers/table_rows.h"
#include "core/data/importers/uci_table.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

bool isDelimited(const std::string& name) {
  const std::string lower = lowerCase(name);
  const std::string_view plain = std::string_view(lower).substr(0, lower.size() - (lower.ends_with(".gz") ? 3 : 0));
  return plain.ends_with(".csv") || plain.ends_with(".tsv") || plain.ends_with(".tab");
}

std::string stemOfTable(const std::string& name) {
  return name.substr(0, name.find('.'));
}

// Of "adult.test" beside "adult.data", else of the words in the name.
std::optional<Split> splitOfTable(const std::string& name) {
  if (endingOf(name) == ".test") return Split::Test;
  return splitInName(stemOfTable(name));
}

// "iris.data", and "adult.test" beside "adult.data". Where pictures are, such a file is a list of settings.
std::vector<std::string> uciTables(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& name : files) {
    if (fileKindOf(name) == FileKind::Image) return {};
    if (!isUciTable(name)) continue;
    const std::string data = name.substr(0, name.size() - endingOf(name).size()) + ".data";
    if (endingOf(name) == ".data" || std::find(files.begin(), files.end(), data) != files.end()) names.push_back(name);
  }
  return names;
}

// "sample_submission.csv": an example of what a contest wants back.
bool isSubmission(const std::string& name) {
  return lowerCase(name).find("submission") != std::string::npos;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > 10 ? text + ", …" : text;
}

// Where no table validates, some of the training rows do.
void sayRowsValidate(TableFile& file, bool validates, const fs::path& named, TableFiles& found) {
  if (file.split != Split::Train || validates) return;
  file.split = std::nullopt;
  found.decisions.push_back({"the rows of " + displayName(named.string()),
                             "training and validation",
                             "no other table is named after validation",
                             {"validation_share=0"}});
}

class Finder {
 public:
  Finder(const fs::path& folder, const TableChoices& choices) : folder_(folder), choices_(choices) {}

  Result<TableFiles> choose(std::vector<std::string> names) {
    if (!choices_.tables.empty()) {
      FOVEA_CHECK(takeNamed(names));
    } else {
      leaveOut(names, isSubmission, "its name is that of an example of answers");
    }
    if (names.empty()) return nothingFound("table", folder_);
    const auto splitOf = [&](const std::string& name) -> std::optional<Split> {
      const std::string test = name.substr(0, name.size() - endingOf(name).size()) + ".test";
      if (endingOf(name) == ".data" && std::find(names.begin(), names.end(), test) != names.end()) return Split::Train;
      return splitOfTable(name);
    };
    if (std::any_of(names.begin(), names.end(), splitOf))
      leaveOut(
          names, [&](const std::string& name) { return !splitOf(name); }, "other tables are named after a split");
    else if (names.size() > 1 && choices_.tables.empty())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("There are {} tables in {}, and their names do not say which one trains: {}.",
                              names.size(), displayName(folder_.string()), listed(names)),
                  "Choose with tables=NAME, or open one of them.");
    for (const std::string& name : names) found_.files.push_back({folder_ / name, splitOf(name), 0, {}});
    openTraining();
    return std::move(found_);
  }

 private:
  Status takeNamed(std::vector<std::string>& names) {
    std::vector<std::string> chosen = splitList(choices_.tables);
    for (const std::string& name : chosen)
      if (std::find(names.begin(), names.end(), name) == names.end())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("There is no table {} in {}.", name, displayName(folder_.string())),
                    fmt::format("It has: {}.", listed(names)));
    names = std::move(chosen);
    return {};
  }

  template <class Unwanted>
  void leaveOut(std::vector<std::string>& names, Unwanted unwanted, const std::string& because) {
    std::vector<std::string> kept;
    for (std::string& name : names) {
      if (unwanted(name))
        found_.decisions.push_back({"the table " + displayName(name), "left out", because, {"tables=" + name}});
      else
        kept.push_back(std::move(name));
    }
    names = std::move(kept);
  }

  void openTraining() {
    bool validates = false;
    for (std::size_t i = 0; i < found_.files.size(); ++i) {
      validates = validates || found_.files[i].split == Split::Validation;
      if (found_.files[i].split == Split::Train && found_.files[found_.first].split != Split::Train) found_.first = i;
    }
    for (TableFile& file : found_.files) sayRowsValidate(file, validates, file.path.filename(), found_);
  }

  const fs::path& folder_;
  const TableChoices& choices_;
  TableFiles found_;
};

// "train/metadata.csv" and "test/metadata.csv", each beside the pictures of its split.
Result<TableFiles> metadataOfSplits(const fs::path& source, const FolderEntries& entries, Look look) {
  TableFiles found;
  bool trains = false, validates = false;
  for (const std::string& folder : entries.folders) {
    const auto split = splitOfName(folder);
    if (!split) continue;
    FOVEA_TRY(const FolderEntries inside, listFolder(source / folder, look.scan));
    for (const std::string& name : inside.files) {
      if (lowerCase(stemOfTable(name)) != "metadata" || !(isDelimited(name) || isJsonTable(name))) continue;
      if (*split == Split::Train && !trains) found.first = found.files.size();
      trains = trains || *split == Split::Train;
      validates = validates || *split == Split::Validation;
      found.files.push_back({source / folder / name, split, 0, {}});
      break;
    }
  }
  for (TableFile& file : found.files) sayRowsValidate(file, validates, file.path.parent_path().filename(), found);
  return found;
}

}  // namespace

bool isTableName(const std::string& name) {
  return isDelimited(name) || isJsonTable(name) || endingOf(name) == ".data";
}

Result<TableFiles> findTables(const fs::path& source, const TableChoices& choices, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    if (look == Look::Quick && !isTableName(source.filename().string())) return nothingFound("table", source);
    TableFiles one;
    one.files.push_back({source, std::nullopt, 0, {}});
    return one;
  }
  FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan));
  std::vector<std::string> names;
  for (const std::string& name : entries.files)
    if (isDelimited(name)) names.push_back(name);
  // JSON beside folders describes what is in them more often than it holds samples, but for "metadata.jsonl".
  if (names.empty())
    for (const std::string& name : entries.files)
      if (isJsonTable(name) && (entries.folders.empty() || stemOfTable(name) == "metadata")) names.push_back(name);
  if (names.empty()) names = uciTables(entries.files);
  if (names.empty()) {
    FOVEA_TRY(TableFiles joined, metadataOfSplits(source, entries, look));
    if (joined.files.empty()) return nothingFound("table", source);
    return joined;
  }
  return Finder(source, choices).choose(std::move(names));
}

char delimiterOf(const TableChoices& choices) {
  if (choices.delimiter == "comma") return ',';
  if (choices.delimiter == "semicolon") return ';';
  if (choices.delimiter == "tab") return '\t';
  if (choices.delimiter == "bar") return '|';
  return choices.delimiter == "blank" ? ' ' : '\0';
}

MissingWords::MissingWords(const std::string& list) : words_(splitList(list)) {}

void MissingWords::clear(std::vector<std::string_view>& fields) const {
  if (words_.empty()) return;
  for (std::string_view& field : fields)
    if (std::find(words_.begin(), words_.end(), field) != words_.end()) field = {};
}

}  // namespace fovea
