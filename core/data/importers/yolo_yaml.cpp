#include "core/data/importers/yolo_yaml.h"

#include <fmt/format.h>

#include <stdexcept>

#if defined(FOVEA_HAVE_YAMLCPP)
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <istream>
#include <streambuf>
#endif

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

#if defined(FOVEA_HAVE_YAMLCPP)
namespace {

constexpr std::size_t kMostEvents = 1'000'000;
constexpr std::size_t kMostNames = 10'000;
constexpr std::size_t kLongestYamlText = 4096;
constexpr int kDeepestYaml = 64;

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One entry of the outermost map: strings, keyed by number in a list or by name in a map.
struct Entry {
  std::vector<std::pair<std::string, std::string>> values;
  bool map = false;
  int aliasLine = 0;  // line of an alias among them; 0: none
};

// Collects the entries of the outermost map, one and two levels deep; skips deeper ones. Aliases are not expanded.
class Collector : public YAML::EventHandler {
 public:
  std::map<std::string, Entry> entries;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override { text(""); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { text("", mark.line + 1); }
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string& value) override {
    text(value);
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(false);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(true);
  }
  void OnMapEnd() override { close(); }

 private:
  void count() {
    if (++events_ > kMostEvents) throw Refused("it holds more than a million entries");
  }
  void open(bool map) {
    count();
    if (++depth_ > kDeepestYaml) throw Refused("it is nested too deep");
    if (depth_ == 1) outermostIsMap_ = map;
    if (depth_ == 2 && outermostIsMap_) {
      current_ = outerIsKey_ ? nullptr : &entries[key_];
      if (current_) current_->map = map;
      innerIsKey_ = true;
    }
  }
  void close() {
    if (depth_ == 2) {
      current_ = nullptr;
      outerIsKey_ = !outerIsKey_;
    }
    if (depth_ == 3) innerIsKey_ = !innerIsKey_;
    --depth_;
  }
  // `aliasLine` is the line of an alias, whose text is not known here; 0: none.
  void text(const std::string& value, int aliasLine = 0) {
    count();
    const std::string cut = value.substr(0, kLongestYamlText);
    if (depth_ == 1 && outermostIsMap_) {
      if (outerIsKey_)
        key_ = cut;
      else
        add(entries[key_], "", cut, aliasLine);
      outerIsKey_ = !outerIsKey_;
    } else if (depth_ == 2 && current_) {
      if (!current_->map)
        add(*current_, std::to_string(current_->values.size()), cut, aliasLine);
      else if (innerIsKey_)
        innerKey_ = cut;
      else
        add(*current_, innerKey_, cut, aliasLine);
      if (current_->map) innerIsKey_ = !innerIsKey_;
    }
  }
  static void add(Entry& entry, std::string key, std::string value, int aliasLine) {
    entry.values.emplace_back(std::move(key), std::move(value));
    if (aliasLine > 0) entry.aliasLine = aliasLine;
  }

  int depth_ = 0;
  bool outermostIsMap_ = false;
  bool outerIsKey_ = true;
  bool innerIsKey_ = true;
  std::string key_, innerKey_;
  Entry* current_ = nullptr;
  std::size_t events_ = 0;
};

// Reads from memory without copying it.
class Memory : public std::streambuf {
 public:
  explicit Memory(std::string_view text) {
    char* begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

// The product of the two numbers of "kpt_shape": [17, 3]; 0 for anything else.
std::int64_t keyPointNumbersOf(const std::vector<std::pair<std::string, std::string>>& values) {
  constexpr std::int64_t kMost = 1000;
  if (values.size() != 2) return 0;
  const auto points = wholeNumber(values[0].second), numbers = wholeNumber(values[1].second);
  if (!points || !numbers || *points < 1 || *points > kMost || *numbers < 2 || *numbers > 3) return 0;
  return *points * *numbers;
}

std::vector<std::string> classNamesOf(const Entry& entry) {
  std::map<std::int64_t, std::string> numbered;
  for (const auto& [key, name] : entry.values) {
    const auto number = wholeNumber(key);
    if (!number || *number < 0 || *number >= static_cast<std::int64_t>(kMostNames))
      throw Refused(fmt::format("\"names\" has the key \"{}\" where a number from 0 on is expected", displayName(key)));
    numbered[*number] = displayName(name);
  }
  std::vector<std::string> names;
  for (const auto& [number, name] : numbered) {
    while (std::ssize(names) < number) names.push_back(std::to_string(names.size()));
    names.push_back(name);
  }
  return names;
}

}  // namespace

Result<YoloYaml> readYoloYaml(std::string_view text) try {
  Memory memory(text);
  std::istream stream(&memory);
  YAML::Parser parser(stream);
  Collector collector;
  parser.HandleNextDocument(collector);
  YoloYaml result;
  for (const auto& [key, entry] : collector.entries) {
    const bool wanted = key == "names" || key == "nc" || key == "path" || key == "kpt_shape" || splitOfName(key);
    if (wanted && entry.aliasLine > 0)
      throw Refused(fmt::format("line {}: \"{}\" uses an alias; write the text itself", entry.aliasLine, key));
    if (key == "names" && !entry.values.empty() && !entry.values[0].first.empty()) result.names = classNamesOf(entry);
    if (entry.values.empty()) continue;
    if (key == "nc") result.count = wholeNumber(entry.values[0].second).value_or(-1);
    if (key == "kpt_shape") result.keyPointNumbers = keyPointNumbersOf(entry.values);
    if (key == "path") result.path = entry.values[0].second;
    const auto split = splitOfName(key);
    for (const auto& [ignored, value] : entry.values)
      if (split && !value.empty()) result.folders[*split].push_back(value);
  }
  return result;
} catch (const Refused& refused) {
  return fail(ErrorCode::InvalidArgument, refused.what());
} catch (const YAML::Exception& error) {
  return fail(ErrorCode::Corrupt, fmt::format("line {}: {}", error.mark.line + 1, error.msg));
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "there is not enough memory to read it");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, error.what());
}

#else

Result<YoloYaml> readYoloYaml(std::string_view) {
  return fail(ErrorCode::Unsupported, "this build of Fovea reads no YAML: it was made without yaml-cpp",
              "Put the names of the classes into classes.txt, one a line.");
}

#endif

}  // namespace fovea
