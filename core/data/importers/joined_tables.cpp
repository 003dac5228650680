#include "core/data/importers/joined_tables.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <unordered_map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/text_rows.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestNameFile = std::uint64_t{4} << 20;
constexpr std::size_t kMostJoinedNames = 100'000;
constexpr std::size_t kStartOfInputs = 64 << 10;

// Reads the name after the number in each line: "1 WALKING". Returns nothing if a line has another form.
std::map<std::string, std::string> numberedNames(const fs::path& file) {
  std::map<std::string, std::string> names;
  const auto text = file.empty() ? Result<std::string>("") : readTextFile(file, kLargestNameFile);
  if (!text.ok()) return names;
  TextLines lines(*text);
  while (const auto line = lines.nextFilled()) {
    const std::size_t blank = line->find_first_of(" \t");
    if (blank == std::string_view::npos || !wholeNumber(line->substr(0, blank)) || names.size() >= kMostJoinedNames)
      return {};
    names.emplace(line->substr(0, blank), displayName(trimmed(line->substr(blank + 1))));
  }
  return names;
}

// Returns true if most of the first lines begin with a word that is no number.
bool holdsTexts(const fs::path& file) {
  constexpr std::size_t kFirstLines = 50;
  const std::string start = beginningOfFile(file, kStartOfInputs);
  TextLines lines(start);
  std::size_t seen = 0, numbers = 0;
  for (auto line = lines.nextFilled(); line && seen < kFirstLines; line = lines.nextFilled(), ++seen) {
    const std::string_view first = line->substr(0, line->find_first_of(" \t,;"));
    numbers += first.empty() || realNumber(first).has_value();
  }
  return seen > 0 && numbers * 2 < seen;
}

// Opens the rows of inputs: fields without names, or texts below their name.
Result<std::unique_ptr<TableRows>> openInputs(const fs::path& file) {
  if (!holdsTexts(file)) return openDelimitedRows(file, 0);
  FOVEA_TRY(std::unique_ptr<TableRows> texts, TextRows::open(file));
  return texts;
}

class JoinedRows : public TableRows {
 public:
  JoinedRows(const JoinedFiles& files, std::unique_ptr<TableRows> inputs, std::unique_ptr<DelimitedFile> labels,
             std::unique_ptr<DelimitedFile> groups)
      : files_(files),
        inputs_(std::move(inputs)),
        labels_(std::move(labels)),
        groups_(std::move(groups)),
        classes_(numberedNames(files.classes)) {}

  Result<bool> next(std::vector<std::string_view>& fields) override {
    if (!named_) {
      named_ = true;
      FOVEA_TRY(held_, inputs_->next(fields));
      first_.assign(fields.begin(), fields.end());
      nameColumns();
      fields.assign(names_.begin(), names_.end());
      return true;
    }
    bool more = held_;
    if (held_) {
      fields.assign(first_.begin(), first_.end());
      held_ = false;
    } else {
      FOVEA_TRY(more, inputs_->next(fields));
    }
    if (groups_) FOVEA_CHECK(append(*groups_, files_.groups, more, group_, fields));
    FOVEA_CHECK(append(*labels_, files_.labels, more, label_, fields));
    if (const auto known = classes_.find(label_); more && known != classes_.end()) fields.back() = known->second;
    return more;
  }
  std::int64_t line() const override { return inputs_->line(); }
  char delimiter() const override { return inputs_->delimiter(); }
  bool isNamed() const override { return true; }

 private:
  void nameColumns() {
    if (inputs_->isNamed()) {
      names_ = std::move(first_);
      held_ = false;
    } else {
      nameFeatures();
    }
    if (groups_) names_.emplace_back("group");
    names_.emplace_back("label");
  }

  void nameFeatures() {
    const auto features = numberedNames(files_.features);
    std::set<std::string> taken;
    for (std::size_t i = 1; i <= first_.size(); ++i) {
      const auto known = features.find(std::to_string(i));
      std::string name =
          known == features.end() || features.size() != first_.size() ? fmt::format("x{}", i) : known->second;
      // Column names must be unique.
      if (!taken.insert(name).second) taken.insert(name = fmt::format("{} ({})", name, i));
      names_.push_back(std::move(name));
    }
  }

  // Appends the only field of the next line of another file to the row.
  Status append(DelimitedFile& file, const fs::path& path, bool more, std::string& kept,
                std::vector<std::string_view>& fields) {
    std::vector<std::string_view> own;
    FOVEA_TRY(const bool has, file.next(own));
    if (has != more)
      return fail(ErrorCode::Corrupt, fmt::format("{} has {} lines than {}, and each line of one belongs to one of the "
                                                  "other.",
                                                  displayName(path.string()), has ? "more" : "fewer",
                                                  displayName(files_.inputs.filename().string())));
    if (!more) return {};
    kept = own.empty() ? std::string() : std::string(own[0]);
    fields.push_back(kept);
    return {};
  }

  const JoinedFiles files_;
  std::unique_ptr<TableRows> inputs_;
  std::unique_ptr<DelimitedFile> labels_, groups_;
  std::map<std::string, std::string> classes_;
  std::vector<std::string> names_, first_;
  std::string label_, group_;
  bool named_ = false;
  bool held_ = false;  // the first row of the inputs was read but not returned yet
};

}  // namespace

std::optional<JoinedFiles> joinedFilesOf(const fs::path& inputs) {
  const std::string name = inputs.filename().string();
  if (name.size() < 3 || (name[0] != 'X' && name[0] != 'x') || name[1] != '_' || endingOf(name) != ".txt")
    return std::nullopt;
  const std::string rest = name.substr(1);
  const fs::path folder = inputs.parent_path();
  std::error_code code;
  const auto first = [&](std::initializer_list<fs::path> places) {
    for (const fs::path& place : places)
      if (fs::is_regular_file(place, code)) return place;
    return fs::path();
  };
  JoinedFiles files;
  files.inputs = inputs;
  files.labels = first({folder / ("y" + rest), folder / ("Y" + rest)});
  if (files.labels.empty()) return std::nullopt;
  files.groups = first({folder / ("subject" + rest), folder / ("subject_id" + rest), folder / ("group" + rest)});
  files.features = first({folder / "features.txt", folder / ".." / "features.txt"});
  files.classes = first({folder / "activity_labels.txt", folder / ".." / "activity_labels.txt"});
  return files;
}

Result<std::unique_ptr<TableRows>> openJoinedRows(const JoinedFiles& files) {
  FOVEA_TRY(auto inputs, openInputs(files.inputs));
  FOVEA_TRY(auto labels, DelimitedFile::open(files.labels, ' '));
  std::unique_ptr<DelimitedFile> groups;
  if (!files.groups.empty()) {
    FOVEA_TRY(groups, DelimitedFile::open(files.groups, ' '));
  }
  return std::unique_ptr<TableRows>(
      std::make_unique<JoinedRows>(files, std::move(inputs), std::move(labels), std::move(groups)));
}

}  // namespace fovea
