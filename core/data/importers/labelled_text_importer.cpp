// Imports texts with a class as bytes of UTF-8: one folder per class, of .txt files or of files without ending.
// Sources: the layouts of the Large Movie Review Dataset (Maas et al. 2011) and of 20 Newsgroups (Lang 1995).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/data/files/random_file.h"
#include "core/data/importers/folder_options.h"
#include "core/data/importers/labelled_choice.h"
#include "core/data/importers/labelled_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/naming_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLookedAt = 64 << 10;  // least number of bytes read to detect the encoding
constexpr std::int64_t kQuickTextFiles = 200;
constexpr std::size_t kTablesSniffed = 16;

struct LabelledTextOptions : FolderOptions {
  std::int64_t length = 512;
  std::string encoding = "automatic";
  std::string setApart = "leave_out";
};

const TypedSchema<LabelledTextOptions>& labelledTextSchema() {
  using O = LabelledTextOptions;
  static const auto schema =
      withFolderOptions(TypedSchema<O>())
          .field(&O::length, {.name = "length",
                              .title = "Length",
                              .help = "How many bytes of a text are taken; shorter ones are filled with zeros.",
                              .minimum = 1,
                              .maximum = 1 << 20})
          .field(&O::encoding, encodingField())
          .field(&O::setApart, setApartField());
  return schema;
}

struct Text {
  std::string utf8;         // the beginning, at least as long as the sample
  std::uint64_t bytes = 0;  // size of the whole file
  TextFacts facts;
};

class LabelledTextSource : public LabelledSource {
 public:
  LabelledTextSource(const fs::path& root, LabelledFiles found, const LabelledTextOptions& options)
      : LabelledSource(root, std::move(found)), options_(options) {
    noun_ = "text";
  }

  // Reports the texts that are cut or converted; examines all of them, or a sample.
  Status judge(Look look) {
    const std::int64_t step = look == Look::Quick ? std::max<std::int64_t>(1, size() / kQuickTextFiles) : 1;
    EncodingReport encodings;
    std::int64_t cut = 0, looked = 0;
    std::uint64_t longest = 0;
    for (std::int64_t i = 0; i < size(); i += step) {
      FOVEA_CHECK(look.check());
      const auto text = read(i);
      if (!text.ok()) continue;
      ++looked;
      cut += text->utf8.size() > static_cast<std::size_t>(options_.length);
      longest = std::max(
          {longest, std::uint64_t{text->utf8.size()}, text->facts.encoding == TextEncoding::Utf8 ? text->bytes : 0});
      encodings.add(path(i).filename().string(), text->facts);
    }
    for (ImportDecision& each : encodings.decisions(options_.encoding)) decisions_.push_back(std::move(each));
    if (cut > 0)
      decisions_.push_back({"the length",
                            fmt::format("texts are cut to their first {} bytes", options_.length),
                            fmt::format("{} of {} are longer; the longest has {} bytes", grouped(cut),
                                        counted(looked, "text"), grouped(static_cast<std::int64_t>(longest))),
                            {fmt::format("length={}", std::min<std::uint64_t>(longest, 1 << 20))}});
    return {};
  }

  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(const Text text, read(index));
    const std::string_view taken = std::string_view(text.utf8).substr(0, static_cast<std::size_t>(options_.length));
    if (taken.find('\0') != std::string_view::npos) return fail(ErrorCode::Corrupt, "it holds zero bytes");
    LoadedItem item;
    item.input = Tensor::zeros({DataType::Int32, Shape{options_.length}});
    std::transform(taken.begin(), taken.end(), item.input.data<std::int32_t>(),
                   [](char c) { return static_cast<unsigned char>(c); });
    FOVEA_CHECK(addNumber(index, item));
    return item;
  }

 private:
  Result<Text> read(std::int64_t index) const {
    FOVEA_TRY(const auto file, RandomFile::open(path(index)));
    if (file->size() == 0) return fail(ErrorCode::Corrupt, "it is empty");
    const std::uint64_t wanted = std::max<std::uint64_t>(4 * static_cast<std::uint64_t>(options_.length), kLookedAt);
    std::string bytes(static_cast<std::size_t>(std::min(file->size(), wanted)), '\0');
    FOVEA_CHECK(file->read(0, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}));
    TextJudge judge;
    judge.add(bytes, bytes.size() == file->size());
    Text text;
    text.bytes = file->size();
    text.facts = judge.facts(options_.encoding);
    text.utf8 = toUtf8(bytes, text.facts);
    if (text.utf8.empty()) return fail(ErrorCode::Corrupt, "it is empty");
    return text;
  }

  const LabelledTextOptions options_;
};

// Refuses sensor recordings, which are text files of numbers in folders, and records (JSON, XML) under other endings.
Status checkNoTables(const fs::path& root, Look look) {
  FOVEA_TRY(const FoundFiles found, findFiles(
                                        root, [](std::string_view name) { return fileKindOf(name) == FileKind::Text; },
                                        look.scan, kLookLimits));
  const FileList& files = found.files;
  const std::size_t step = std::max<std::size_t>(1, files.size() / kTablesSniffed);
  std::size_t looked = 0, tables = 0, records = 0, first = 0;  // `first` is that of the tables
  for (std::size_t i = 0; i < files.size(); i += step) {
    const LineForm form = lineFormOfFile(files.path(root, i));
    ++looked;
    const bool table = form == LineForm::Table || form == LineForm::Column;
    if (table && tables++ == 0) first = i;
    records += form == LineForm::Records || form == LineForm::Document;
  }
  if (files.folders() > 1 && records > 0 && records * 10 >= looked * 9)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The texts in {}, such as {}, hold records as JSON or XML, and a file of records a sample is "
                    "not read.",
                    displayName(root.string()), displayName(files.name(0))),
        "Write a table (CSV) or JSON lines, a sample a row, and import that. To train on their characters, "
        "choose the kind \"labelled_text\".");
  // A key of the activities or a description may be beside them.
  if (files.folders() < 2 || tables * 5 < looked * 4) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The texts in {}, such as {}, hold tables of numbers, and a file of numbers a sample is not "
                          "read.",
                          displayName(root.string()), displayName(files.name(first))),
              "In Python: load them with numpy.loadtxt, numpy.stack them, and numpy.savez(\"a.npz\", x=…, y=…). Then "
              "import a.npz. To train on their characters, choose the kind \"labelled_text\".");
}

// Returns true for folders such as "train-easy" and "length_split", which divide a set.
bool isPartOfSet(const std::string& name) {
  if (const auto named = splitOfFolder(name); named && !named->rest.empty()) return true;
  const auto words = splitList(lowerCase(name), '_');
  return std::any_of(words.begin(), words.end(), [](const std::string& each) { return each == "split"; });
}

// Asks whether folders are classes if they, or all files in them, are named like splits.
void askWhetherParts(LabelledFiles& found) {
  const auto part = std::find_if(found.classes.begin(), found.classes.end(), isPartOfSet);
  bool all = true;
  std::set<Split> splits;
  for (std::size_t i = 0; i < found.files.size() && all; ++i) {
    const auto split = splitInName(stemOf(found.files.name(i)));
    all = split.has_value();
    if (split) splits.insert(*split);
  }
  const bool files = all && splits.size() > 1;
  if (part == found.classes.end() && !files) return;
  const std::string& name = part == found.classes.end() ? found.classes[0] : *part;
  found.decisions.push_back(
      {fmt::format("the folders of texts, such as \"{}\"", displayName(name)),
       "classes",
       files ? fmt::format("the files in them are named like splits ({}), so that they may be parts of a set",
                           displayName(found.files.name(0)))
             : "some of them are named like splits, so that they may be parts of a set",
       {"kind=text", "class_from=path"},
       false});
}

class LabelledTextImporter : public ListImporter {
 public:
  std::string name() const override { return "labelled_text"; }
  std::string title() const override { return "Texts, a folder per class"; }
  Schema options() const override { return labelledTextSchema().schema(); }
  Status mayGuess(const fs::path& source, const SourceScan& scan) const override {
    FOVEA_TRY(const auto archive, scan.unpacked(source));
    const fs::path folder = archive ? archive->folder() : source;
    std::error_code code;
    if (!fs::is_directory(folder, code)) return {};
    FOVEA_CHECK(checkNotParallel(folder, Look{Look::Quick, scan}));
    return checkNoTables(folder, Look{Look::Quick, scan});
  }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const LabelledTextOptions options = labelledTextSchema().read(values);
    auto files = findLabelledFiles(path, FileKind::Text, rulesOf(options), look);
    const bool none = files.ok() ? files->classes.empty() && checkDecided(files->decisions).ok()
                                 : files.error().code == ErrorCode::Unsupported;
    std::error_code code;
    if (none && fs::is_directory(path, code)) {
      auto unnamed = findLabelledFiles(path, FileKind::Text, rulesOf(options), look, TextNames::Any);
      if (unnamed.ok() && !unnamed->classes.empty()) files = std::move(unnamed);
    }
    FOVEA_TRY(LabelledFiles found, std::move(files));
    // If splits or classes are in question, the answer determines whether there are classes.
    if (found.classes.empty()) FOVEA_CHECK(checkDecided(found.decisions));
    // Notes in folders are not classes: a quick look requires enough texts per class.
    if (found.classes.empty() || (look == Look::Quick && found.files.size() < 2 * found.classes.size()))
      return nothingFound("folder of texts per class", path);
    chooseSetApart(found, options.setApart == "class");
    if (!options.ignoreAnnotations) {
      FOVEA_TRY(auto naming, askAboutNamingFiles(path, found, {FileKind::Text, "texts", {"csv"}}, look));
      if (naming) found.decisions.push_back(std::move(*naming));
    }
    if (rulesOf(options).classFrom == ClassFolder::Automatic) askWhetherParts(found);
    auto source = std::make_unique<LabelledTextSource>(path, std::move(found), options);
    FOVEA_CHECK(source->judge(look));
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> labelledTextImporter() {
  return std::make_shared<LabelledTextImporter>();
}

}  // namespace fovea
