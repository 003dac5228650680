#include "core/data/importers/transcript_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/import_source.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTextsJudged = 64;

bool isText(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".txt" || ending == ".lab";
}

// Returns "p225_001" for "p225_001_mic2", and "103_1241" for "103_1241.normalized".
std::string_view plainStem(std::string_view name) {
  std::string_view stem = stemOf(name);
  for (const std::string_view ending : {"_mic1", "_mic2", ".normalized", ".original", ".gt"})
    if (stem.ends_with(ending)) stem.remove_suffix(ending.size());
  return stem;
}

// Returns true for the text of a picture of a line: "0001.gt.txt" (OCRopus, kraken, Tesseract).
bool isTextOfLine(std::string_view name) {
  return lowerCase(name).ends_with(".gt.txt");
}

// The texts indexed by name without ending.
class Texts {
 public:
  explicit Texts(const FileList& files) : files_(files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!isText(files.name(i))) continue;
      const std::string_view stem = stemOf(files.name(i));
      // The names in the file list keep their addresses.
      places_[plainStem(files.name(i))].push_back({static_cast<std::uint32_t>(i), !stem.ends_with(".original")});
    }
  }

  // Returns the path of the text for a recording in `folder`: in the same folder, in one of the same name, or the only
  // one; empty if there is none.
  std::string of(std::string_view sound, const std::string& folder) const {
    const auto found = places_.find(plainStem(sound));
    if (found == places_.end()) return {};
    const Place* best = nullptr;
    int score = 0;
    for (const Place& place : found->second) {
      const std::string& own = files_.folder(files_.folderOf(place.file));
      const int fits = (own == folder ? 8 : lastPartOf(own) == lastPartOf(folder) ? 4 : 0) + (place.preferred ? 1 : 0);
      if (fits > score || !best) best = &place;
      score = std::max(score, fits);
    }
    return score >= 4 || found->second.size() == 1 ? files_.relative(best->file) : std::string();
  }

 private:
  struct Place {
    std::uint32_t file;
    bool preferred;
  };
  const FileList& files_;
  std::unordered_map<std::string_view, std::vector<Place>> places_;
};

// Returns true if two letters are adjacent; other content is numbers and punctuation.
bool hasWords(std::string_view text) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 1; i < text.size(); ++i)
    if (isLetter(text[i - 1]) && isLetter(text[i])) return true;
  return false;
}

bool holdWords(const fs::path& root, const std::vector<SoundText>& pairs) {
  const std::size_t judged = std::min(pairs.size(), kTextsJudged);
  std::size_t worded = 0;
  for (std::size_t i = 0; i < judged; ++i) {
    const auto text = spokenText(root / pairs[i].text);
    worded += text.ok() && hasWords(*text);
  }
  return judged > 0 && worded * 10 >= judged * 9;
}

// Returns the number of leading folders that all recordings share.
std::size_t sharedDepth(const FileList& files) {
  std::vector<std::string> shared;
  bool first = true;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (isText(files.name(i))) continue;
    const auto parts = splitList(files.folder(files.folderOf(i)), '/');
    if (first) shared = parts;
    first = false;
    std::size_t same = 0;
    while (same < std::min(shared.size(), parts.size()) && shared[same] == parts[same]) ++same;
    shared.resize(same);
  }
  return shared.size();
}

// The folders around a recording, from the outermost one that not all recordings share.
struct FoldersAround {
  std::string split;                 // the one that is named like a split; empty if there is none
  std::vector<std::string> folders;  // all others
};

FoldersAround foldersAround(const std::string& place, std::size_t shared) {
  FoldersAround around;
  const auto parts = splitList(place, '/');
  for (std::size_t k = shared; k < parts.size(); ++k)
    if (splitInName(parts[k]))
      around.split += (around.split.empty() ? "" : "/") + parts[k];
    else
      around.folders.push_back(parts[k]);
  return around;
}

// Returns the letters in front of the numbers if all names are the same letters and a number: "DR" for "DR1" and "DR2".
std::optional<std::string> numberedWord(const std::set<std::string>& names) {
  std::optional<std::string> word;
  for (const std::string& name : names) {
    const std::size_t digit = std::min(name.find_first_of("0123456789"), name.size());
    if (digit == name.size() || name.find_first_not_of("0123456789", digit) != std::string::npos) return std::nullopt;
    if (word && *word != name.substr(0, digit)) return std::nullopt;
    word = name.substr(0, digit);
  }
  return word;
}

// Returns true if the outer folders are numbered regions ("DR1") and those inside of them are people ("FCJF0"), each in
// one region alone. In doubt the outer folder is the speaker, so that no person is in two splits.
bool areSpeakersInside(const std::vector<FoldersAround>& all) {
  std::set<std::string> outer, inner;
  std::map<std::string, std::string> outerOf;
  for (const FoldersAround& each : all) {
    if (each.folders.size() < 2) return false;
    outer.insert(each.folders[0]);
    inner.insert(each.folders[1]);
    const std::string person = each.split + "/" + each.folders[1];
    if (outerOf.emplace(person, each.folders[0]).first->second != each.folders[0]) return false;
  }
  return !numberedWord(outer).value_or("").empty() && !numberedWord(inner) && inner.size() > outer.size();
}

// Names the speakers of recordings in these folders. The same name in another split is another group, since the splits
// are decided.
void nameSpeakers(const std::vector<FoldersAround>& around, std::vector<SoundText>& pairs) {
  const std::size_t level = areSpeakersInside(around) ? 1 : 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FoldersAround& folders = around[i];
    if (folders.folders.size() <= level) continue;
    const std::string& name = folders.folders[level];
    pairs[i].speaker = folders.split.empty() ? name : folders.split + "/" + name;
  }
}

// Fails with InvalidArgument if most texts hold when sounds occur instead of what is said.
Status checkNoEvents(const fs::path& root, const std::vector<SoundText>& pairs) {
  const std::size_t judged = std::min(pairs.size(), kTextsJudged);
  std::size_t events = 0;
  for (std::size_t i = 0; i < judged; ++i) {
    events += holdsSoundEvents(root / pairs[i].text);
  }
  if (judged == 0 || events * 10 < judged * 9) return {};
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("The texts beside the sounds, such as {}, hold two times and a class a line, and Fovea has no "
                  "task that finds when sounds occur.",
                  displayName(pairs[0].text)),
      "To tell whole sounds apart, write a table of a sound and its class or classes a row, and import the "
      "folder with it. To take the sounds without them, choose the kind \"audio\".");
}

}  // namespace

bool holdsSoundEvents(const fs::path& file) {
  constexpr std::size_t kStartOfEvents = std::size_t{64} << 10;
  constexpr std::size_t kWordsOfClass = 3;
  std::string text = utf8Of(beginningOfFile(file, kStartOfEvents));
  if (text.size() >= kStartOfEvents) text.resize(std::min(text.rfind('\n'), text.size()));
  TextLines lines(text);
  std::size_t events = 0, fractions = 0;
  while (const auto line = lines.nextFilled()) {
    const auto words = wordsOf(*line, 3 + kWordsOfClass);
    if (words.size() < 3 || words.size() >= 3 + kWordsOfClass) return false;
    const auto begin = realNumber(words[0]), end = realNumber(words[1]);
    if (!begin || !end || *end < *begin || realNumber(words[2])) return false;
    fractions += !wholeNumber(words[0]) || !wholeNumber(words[1]);
    ++events;
  }
  return events > 1 || fractions > 0;
}

Result<SoundTexts> textsOfSounds(const fs::path& folder, Look look) {
  const auto wanted = [](std::string_view name) { return fileKindOf(name) == FileKind::Audio || isText(name); };
  const WalkLimits limits = look == Look::Quick ? kLookLimits : WalkLimits{};
  FOVEA_TRY(FoundFiles found, findFiles(folder, wanted, look.scan, limits));
  bool sounds = false, lines = false;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    sounds = sounds || !isText(found.files.name(i));
    lines = lines || isTextOfLine(found.files.name(i));
  }
  if (!sounds && lines) {
    const auto isPart = [](std::string_view name) { return fileKindOf(name) == FileKind::Image || isTextOfLine(name); };
    FOVEA_TRY(found, findFiles(folder, isPart, look.scan, limits));
  }
  const FileList& files = found.files;
  const Texts texts(files);
  const std::size_t shared = sharedDepth(files);
  SoundTexts result;
  result.complete = found.complete;
  std::vector<FoldersAround> around;
  std::size_t media = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (isText(files.name(i))) continue;
    ++media;
    const std::string& place = files.folder(files.folderOf(i));
    SoundText pair{files.relative(i), texts.of(files.name(i), place), {}};
    if (pair.text.empty()) {
      if (result.problems.size() < kListedProblems)
        result.problems.push_back({pair.sound, 0, "no text of its name says what is said"});
      continue;
    }
    around.push_back(foldersAround(place, shared));
    result.pairs.push_back(std::move(pair));
  }
  nameSpeakers(around, result.pairs);
  if (result.pairs.size() * 2 > media && sounds && look.check().ok()) FOVEA_CHECK(checkNoEvents(folder, result.pairs));
  if (result.pairs.size() * 2 <= media || !holdWords(folder, result.pairs)) return SoundTexts();
  return result;
}

std::vector<ImportDecision> decisionsOn(const SoundTexts& found) {
  if (found.pairs.empty()) return {};
  const bool writing = fileKindOf(found.pairs[0].sound) == FileKind::Image;
  std::vector<ImportDecision> decisions;
  decisions.push_back(
      {"the transcripts",
       writing ? "a text for each image" : "a text for each sound",
       fmt::format("{} has the name of {}", displayName(found.pairs[0].text), displayName(found.pairs[0].sound)),
       {writing ? "kind=folder" : "kind=audio"}});
  const auto spoken = std::ranges::find_if(found.pairs, [](const SoundText& pair) { return !pair.speaker.empty(); });
  if (spoken != found.pairs.end())
    decisions.push_back({"the speakers",
                         "all of one in one split",
                         fmt::format("each has a folder, such as {}", displayName(spoken->speaker)),
                         {}});
  return decisions;
}

Result<std::string> spokenText(const fs::path& file) {
  FOVEA_TRY(const std::string bytes, readSource(file, kMaximumTextFile));
  const std::string content = utf8Of(bytes);
  const auto words = wordsOf(std::string_view(content).substr(0, content.find_first_of("\r\n")), 3);
  if (words.size() < 3 || !wholeNumber(words[0]) || !wholeNumber(words[1])) return content;
  return content.substr(static_cast<std::size_t>(words[2].data() - content.data()));
}

}  // namespace fovea
