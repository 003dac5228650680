// Imports text for next-symbol prediction: a file or a tree of files, cut into windows of characters or bytes. A window
// has one symbol more than its length, so that each symbol but the last has a next one.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/library.h"
#include "core/data/importers/line_form.h"
#include "core/data/importers/text_doubts.h"
#include "core/data/importers/text_stream.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kWindowsInRow = 256;
constexpr std::uint64_t kParts = 64;    // minimum number of parts, so that the size of a split is about as requested
constexpr std::size_t kNamedFiles = 6;  // limit for messages
// For windows that overlap, of which those at the end of a part are left out: a part is so many times as long as what
// is left out, at most and at least, and a text has so many parts if the length allows it.
constexpr std::uint64_t kMostLengths = 16, kFewestLengths = 2, kFewestParts = 10;
constexpr std::uint64_t kQuickTextBytes = std::uint64_t{2} << 20;

struct TextOptions {
  std::string symbols = "characters";
  std::int64_t length = 128;
  std::int64_t step = 0;
  std::int64_t most = 512;
  std::string encoding = "automatic";
  std::string splits = "automatic";
  std::string records = "ask";
};

const TypedSchema<TextOptions>& textSchema() {
  static const auto schema =
      TypedSchema<TextOptions>()
          .field(&TextOptions::symbols, {.name = "symbols",
                                         .title = "Symbols",
                                         .help = "What is one symbol of the text.",
                                         .choices = {{"characters", "A character"}, {"bytes", "A byte"}}})
          .field(&TextOptions::length, {.name = "length",
                                        .title = "Length",
                                        .help = "How many symbols of a sample are followed by one that is to be told.",
                                        .minimum = 1,
                                        .maximum = 65536})
          .field(&TextOptions::step, {.name = "step",
                                      .title = "Step",
                                      .help = "From the start of a sample to the next; 0 is the length.",
                                      .minimum = 0,
                                      .maximum = 1e6})
          .field(&TextOptions::most, {.name = "most_symbols",
                                      .title = "Most symbols",
                                      .help = "Rarer characters than that many are all the same symbol.",
                                      .minimum = 2,
                                      .maximum = 100000,
                                      .relevantWhen = {{"symbols", {"characters"}}}})
          .field(&TextOptions::encoding, encodingField())
          .field(&TextOptions::splits, {.name = "splits",
                                        .title = "Splits",
                                        .help = "Whether files such as \"wiki.train.tokens\" and "
                                                "\"wiki.test.tokens\" are splits.",
                                        .choices = {{"automatic", "As names and surroundings suggest"},
                                                    {"none", "None: all files are one text"}}})
          .field(&TextOptions::records, {.name = "records",
                                         .title = "Tables beside the texts",
                                         .help = "Whether tables and records beside the texts, which are no text to "
                                                 "continue, are asked about.",
                                         .choices = {{"ask", "Ask"}, {"leave_out", "Leave them out"}}});
  return schema;
}

class TextSource : public ListedSource {
 public:
  TextSource(const fs::path& source, TextStream stream, const TextOptions& options)
      : stream_(std::move(stream)),
        options_(options),
        step_(static_cast<std::uint64_t>(options.step > 0 ? options.step : options.length)) {
    name_ = nameOfSource(source);
    task_ = Task::NextSymbol;
    noun_ = "window";
    problems_ = stream_.problems();
    decisions_ = stream_.encodings().decisions(options.encoding);
    complete_ = stream_.complete();
    if (options_.splits == "automatic") takeSplitsOfNames();
    if (options_.records == "ask") askAboutRecords();
  }

  Status cut(Look look) {
    std::uint64_t symbols = stream_.size();
    if (options_.symbols == "bytes") {
      symbols_ = Symbols::bytes();
    } else {
      FOVEA_TRY(symbols_, Symbols::characters(stream_, look, static_cast<std::size_t>(options_.most)));
      FOVEA_TRY(CharacterPlaces found, findCharacters(stream_, look, step_));
      symbols = found.characters;
      places_ = std::move(found.places);
    }
    const auto window = static_cast<std::uint64_t>(options_.length) + 1;
    if (symbols < window)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The text has {}, and a sample needs {}.",
                              counted(static_cast<std::int64_t>(symbols), "symbol"), window),
                  "Choose a smaller length.");
    windows_ = (symbols - window) / step_ + 1;
    classes_ = symbols_.names();
    findParts();
    leaveOutSharedText();
    return {};
  }

  std::int64_t size() const override { return static_cast<std::int64_t>(kept_.empty() ? windows_ : kept_.back()); }
  ImportItem item(std::int64_t item) const override { return itemOfWindow(windowOf(item)); }
  Result<LoadedItem> load(std::int64_t item) const override { return loadWindow(windowOf(item)); }

 private:
  ImportItem itemOfWindow(std::int64_t index) const {
    const TextStream::Place place = stream_.placeOf(begin(index));
    ImportItem item;
    item.source = place.path;
    item.sourceIndex = place.offset;
    if (!splits_.empty()) item.split = splits_[stream_.fileAt(begin(index))];
    if (item.split.value_or(Split::Train) != Split::Train || parts_.empty()) return item;
    const auto after = std::upper_bound(parts_.begin(), parts_.end(), static_cast<std::uint64_t>(index));
    item.group = partsAreFiles_ ? stream_.placeOf(begin(static_cast<std::int64_t>(*(after - 1)))).relative
                                : fmt::format("part {}", after - parts_.begin() - 1);
    return item;
  }
  Result<LoadedItem> loadWindow(std::int64_t index) const {
    const auto count = static_cast<std::size_t>(options_.length) + 1;
    FOVEA_TRY(const std::string text, stream_.read(begin(index), symbols_.areBytes() ? count : 4 * count));
    LoadedItem item;
    FOVEA_TRY(item.input, Tensor::tryMake({DataType::Int32, Shape{static_cast<std::int64_t>(count)}}));
    std::size_t at = 0;
    for (std::int32_t& symbol : item.input.values<std::int32_t>()) {
      if (at >= text.size()) return fail(ErrorCode::Corrupt, "the text has become shorter");
      std::size_t length = 0;
      symbol = symbols_.first(std::string_view(text).substr(at), length);
      at += length;
    }
    const std::uint64_t first = begin(index);
    if (!splits_.empty() && splits_[stream_.fileAt(first)] != splits_[stream_.fileAt(first + at - 1)])
      return fail(ErrorCode::InvalidArgument, "it goes on in a text of another split");
    return item;
  }

  // The split that a path names, and the part of the path that names it.
  struct NamedSplit {
    std::optional<Split> split;
    std::string by;
  };
  static NamedSplit splitOfPath(const fs::path& path) {
    const std::string name = path.filename().string();
    if (const auto split = splitInName(name)) return {split, name};
    for (const fs::path& folder : path.parent_path())
      if (const auto named = splitOfFolder(folder.string())) return {named->split, folder.string()};
    return {};
  }

  // Reads splits from names of files and folders: "wiki.train.tokens" beside "wiki.test.tokens".
  void takeSplitsOfNames() {
    std::vector<std::string> named;
    bool trains = false, others = false, folders = false;
    for (std::size_t i = 0; i < stream_.files(); ++i) {
      const NamedSplit found = splitOfPath(stream_.nameOf(i));
      splits_.push_back(found.split);
      if (!found.split) continue;
      trains = trains || found.split == Split::Train;
      others = others || found.split != Split::Train;
      folders = folders || fs::path(stream_.nameOf(i)).filename() != found.by;
      std::string text = splitSaid(found.by, *found.split);
      if (named.size() < kNamedFiles && std::find(named.begin(), named.end(), text) == named.end())
        named.push_back(std::move(text));
    }
    if (!trains || !others) return splits_.clear();
    decisions_.push_back({"the splits",
                          fmt::format("{}", fmt::join(named, ", ")),
                          folders ? "files and folders are named so" : "files are named so",
                          {"splits=none"}});
  }

  // Tables beside texts may be what is to be learned from.
  void askAboutRecords() {
    if (stream_.records() == 0) return;
    decisions_.push_back({"the tables beside the texts",
                          "left out",
                          fmt::format("{}, such as {}: to learn from one of them, open that file",
                                      counted(static_cast<std::int64_t>(stream_.records()),
                                              "file holds rows or records", "files hold rows or records"),
                                      displayName(stream_.firstRecords())),
                          {"records=leave_out"},
                          false});
  }

  // Keeps overlapping and consecutive windows in one split: many windows in a row, and whole files if there are
  // several whose windows are to be divided among splits.
  void findParts() {
    const auto length = static_cast<std::uint64_t>(options_.length);
    std::size_t divided = stream_.files();
    if (!splits_.empty())
      divided = static_cast<std::size_t>(std::ranges::count_if(
          splits_, [](const auto& split) { return split.value_or(Split::Train) == Split::Train; }));
    partsAreFiles_ = divided > 1;
    if (!partsAreFiles_ && step_ > length) return;
    const bool overlap = step_ < length;
    std::uint64_t enough =
        overlap && !partsAreFiles_ ? kWindowsInRow : std::clamp<std::uint64_t>(windows_ / kParts, 1, kWindowsInRow);
    if (const std::uint64_t shared = sharedWindows(); overlap)
      enough = std::max({enough, kFewestLengths * shared, std::min(kMostLengths * shared, windows_ / kFewestParts)});
    std::size_t file = 0;
    for (std::uint64_t i = 0; i < windows_; ++i) {
      const std::size_t now = partsAreFiles_ ? stream_.fileAt(begin(static_cast<std::int64_t>(i))) : i;
      if (i == 0 || (now != file && i - parts_.back() >= enough)) parts_.push_back(i);
      file = now;
    }
  }

  // How many windows before the beginning of another one reach into it.
  std::uint64_t sharedWindows() const { return static_cast<std::uint64_t>(options_.length) / step_; }

  bool mayBeDivided(std::uint64_t window) const {
    return splits_.empty() ||
           splits_[stream_.fileAt(begin(static_cast<std::int64_t>(window)))].value_or(Split::Train) == Split::Train;
  }

  // Leaves out overlapping windows that begin in one part and end in the next, if these may fall into different
  // splits: what validates must not have been trained with.
  void leaveOutSharedText() {
    const auto names = [this](std::optional<Split> split) { return std::ranges::count(splits_, split) > 0; };
    const bool allNamed = names(Split::Validation) && names(Split::Test) && !names(std::nullopt);
    if (parts_.size() < 2 || step_ >= static_cast<std::uint64_t>(options_.length) || allNamed) return;
    std::uint64_t kept = 0;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const bool last = part + 1 == parts_.size();
      const std::uint64_t end = last ? windows_ : parts_[part + 1];
      const std::uint64_t windows = end - parts_[part];
      kept += windows - (last || !mayBeDivided(end - 1) ? 0 : std::min(windows, sharedWindows()));
      kept_.push_back(kept);
    }
    decisions_.push_back({"the windows of the text",
                          fmt::format("{} are left out", grouped(static_cast<std::int64_t>(windows_ - kept))),
                          "windows overlap, and these begin in one part of the text and end in the next, which may be "
                          "in another split",
                          {fmt::format("step={}", options_.length)}});
  }

  // The index of an item's window among all, also those that are left out.
  std::int64_t windowOf(std::int64_t item) const {
    if (kept_.empty()) return item;
    const auto index = static_cast<std::uint64_t>(item);
    const auto part = static_cast<std::size_t>(std::upper_bound(kept_.begin(), kept_.end(), index) - kept_.begin());
    return static_cast<std::int64_t>(parts_[part] + index - (part > 0 ? kept_[part - 1] : 0));
  }

  std::uint64_t begin(std::int64_t index) const {
    const auto i = static_cast<std::uint64_t>(index);
    return symbols_.areBytes() ? i * step_ : places_[i];
  }
  TextStream stream_;
  std::vector<std::optional<Split>> splits_;  // split of each file; empty if the names state none
  const TextOptions options_;
  const std::uint64_t step_;
  Symbols symbols_;
  std::vector<std::uint64_t> places_;  // offsets of characters
  std::uint64_t windows_ = 0;
  std::vector<std::uint64_t> parts_;  // the first window of each part; empty: windows are independent
  bool partsAreFiles_ = false;
  std::vector<std::uint64_t> kept_;  // by part, the windows up to its end that are not left out; empty: all are kept
};

class TextImporter : public ListImporter {
 public:
  std::string name() const override { return "text"; }
  std::string title() const override { return "Text to continue"; }
  Schema options() const override { return textSchema().schema(); }
  // Tables, records and sentences with tags count as text only if the user chooses so.
  Status mayGuess(const fs::path& source, const SourceScan& scan) const override {
    FOVEA_TRY(const auto archive, scan.unpacked(source));
    const Look look{Look::Quick, scan};
    FOVEA_CHECK(checkLines(archive ? archive->folder() : source, look));
    FOVEA_TRY(const bool records, holdsRecordsOnly(archive ? archive->folder() : source, look));
    if (!records) return checkIsOneText(archive ? archive->folder() : source, look);
    Error error = nothingFound("text", source);
    error.advice =
        "It holds records or tables. Where they are rows of samples, open one of the files; to train on their "
        "characters, choose the kind \"text\".";
    return error;
  }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const TextOptions options = textSchema().read(values);
    FOVEA_TRY(TextStream stream, TextStream::open(path, look, look == Look::Quick ? kQuickTextBytes : ~std::uint64_t{0},
                                                  options.encoding));
    // A description beside data of another kind is not what is to be learned.
    if (look == Look::Quick && stream.otherBytes() > stream.size()) {
      std::string advice = adviceForForeign(path);
      if (advice.empty())
        advice =
            "Arrays of numbers are read from .npy, .npz and .h5: in Python, numpy.fromfile reads raw ones. To train on "
            "the texts beside it all the same, choose the kind \"text\".";
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Most of what is in {}, such as {}, holds no text and is of no form that is read.",
                              displayName(path.string()), displayName(stream.firstOther())),
                  std::move(advice));
    }
    auto source = std::make_unique<TextSource>(path, std::move(stream), options);
    const Status cut = source->cut(look);
    // A text that is too short for the defaults is not recognised as text.
    if (!cut.ok() && look == Look::Quick && cut.error().code == ErrorCode::InvalidArgument)
      return nothingFound("text", path);
    FOVEA_CHECK(cut);
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> textImporter() {
  return std::make_shared<TextImporter>();
}

}  // namespace fovea
