#include "core/data/importers/pickle_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/data/files/stand_in.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMaximumPickle = std::uint64_t{1} << 30;
constexpr std::size_t kMostValues = 20'000'000;

enum class Kind { None, Number, Text, List, Tuple, Dictionary, Global, Type, Array };

struct Value {
  Kind kind = Kind::None;
  std::int64_t number = 0;
  std::string_view text{};             // a string, or the name of a global, in place in the file
  std::vector<std::uint32_t> items{};  // for a dictionary: keys and values alternately; for an array: its state
};

class Machine {
 public:
  explicit Machine(std::string_view file) : file_(file) {}

  // Executes the instructions; returns the index of the resulting object.
  Result<std::uint32_t> run() {
    for (;;) {
      if (at_ >= file_.size()) return damaged("it ends too early");
      const auto code = static_cast<unsigned char>(file_[at_++]);
      if (code == '.') {
        if (stack_.empty()) return damaged("it holds nothing");
        return stack_.back();
      }
      FOVEA_CHECK(step(code));
      if (!fault_.empty()) return damaged(fault_);
      if (values_.size() > kMostValues) return damaged("it holds too many values");
    }
  }
  const Value& value(std::uint32_t place) const { return values_[place]; }

 private:
  Error damaged(const std::string& why) const {
    return fail(ErrorCode::Corrupt, fmt::format("It is no pickle that can be read: {}, at byte {}.", why, at_));
  }

  std::string_view take(std::uint64_t bytes) {
    if (bytes > file_.size() - at_) {
      fault_ = "it is cut off";
      return {};
    }
    const std::string_view part = file_.substr(at_, static_cast<std::size_t>(bytes));
    at_ += static_cast<std::size_t>(bytes);
    return part;
  }
  std::uint64_t little(int bytes) {
    const std::string_view part = take(static_cast<std::uint64_t>(bytes));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < part.size(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(part[i])} << (8 * i);
    return value;
  }
  std::string_view line() {
    const std::size_t end = file_.find('\n', at_);
    if (end == std::string_view::npos) {
      fault_ = "it is cut off";
      return {};
    }
    const std::string_view text = file_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }

  void push(Value value) {
    stack_.push_back(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(std::move(value));
  }
  void number(std::int64_t value) { push({Kind::Number, value}); }
  void text(std::uint64_t bytes) { push({Kind::Text, 0, take(bytes)}); }
  std::uint32_t pop() {
    if (stack_.empty() || (!marks_.empty() && stack_.size() <= marks_.back())) {
      fault_ = "it reads from an empty stack";
      return 0;
    }
    const std::uint32_t place = stack_.back();
    stack_.pop_back();
    return place;
  }
  std::vector<std::uint32_t> popToMark() {
    if (marks_.empty() || marks_.back() > stack_.size()) {
      fault_ = "it reads from an empty stack";
      return {};
    }
    const std::vector<std::uint32_t> items(stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back()), stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
  }
  void tuple(std::size_t count) {
    std::vector<std::uint32_t> items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    push({Kind::Tuple, 0, {}, std::move(items)});
  }
  void extend(Kind kind, const std::vector<std::uint32_t>& items) {
    if (!fault_.empty()) return;
    if (stack_.empty() || values_[stack_.back()].kind != kind || (kind == Kind::Dictionary && items.size() % 2 != 0)) {
      fault_ = "it adds to what holds nothing";
      return;
    }
    auto& all = values_[stack_.back()].items;
    all.insert(all.end(), items.begin(), items.end());
  }
  void remember(std::uint64_t place) {
    if (stack_.empty())
      fault_ = "it remembers what is not there";
    else
      memo_[place] = stack_.back();
  }
  void recall(std::uint64_t place) {
    const auto found = memo_.find(place);
    if (found == memo_.end())
      fault_ = "it reads a value that was never stored";
    else
      stack_.push_back(found->second);
  }

  // Handles the two NumPy objects that make up an array; nothing is called.
  Status reduce() {
    const std::uint32_t arguments = pop(), callable = pop();
    if (!fault_.empty()) return {};
    const Value& global = values_[callable];
    const std::string_view name = global.text;
    if (global.kind == Kind::Global &&
        (name == "numpy.core.multiarray\n_reconstruct" || name == "numpy._core.multiarray\n_reconstruct")) {
      push({Kind::Array});
      return {};
    }
    const auto& items = values_[arguments].items;
    if (global.kind == Kind::Global && name == "numpy\ndtype" && !items.empty()) {
      push({Kind::Type, 0, values_[items[0]].text});
      return {};
    }
    std::string shown = displayName(name);
    std::replace(shown.begin(), shown.end(), '\n', '.');
    return fail(ErrorCode::Unsupported,
                fmt::format("It is a program that asks for \"{}\" to be run, which Fovea does not.", shown),
                "Save its contents as .npz instead.");
  }
  void build() {
    const std::uint32_t state = pop();
    if (!fault_.empty() || stack_.empty()) return;
    Value& value = values_[stack_.back()];
    if (value.kind == Kind::Array) value.items = values_[state].items;
  }

  Status step(unsigned char code) {
    switch (code) {
      case 0x80:  // PROTO
        take(1);
        return {};
      case 0x95:  // FRAME
        take(8);
        return {};
      case '(':
        marks_.push_back(stack_.size());
        return {};
      case '0':
        pop();
        return {};
      case 'N':
        push({});
        return {};
      case 0x88:
      case 0x89:
        number(code == 0x88);
        return {};
      case 'K':
        number(static_cast<std::int64_t>(little(1)));
        return {};
      case 'M':
        number(static_cast<std::int64_t>(little(2)));
        return {};
      case 'J':
        number(static_cast<std::int32_t>(static_cast<std::uint32_t>(little(4))));
        return {};
      case 'I':
      case 'L': {
        std::string_view digits = line();
        if (digits.ends_with('L')) digits.remove_suffix(1);
        const auto value = wholeNumber(digits);
        if (!value) fault_ = "a number is invalid";
        number(value.value_or(0));
        return {};
      }
      case 0x8a: {  // LONG1
        const auto bytes = little(1);
        if (bytes > 8) fault_ = "a number is too large";
        std::uint64_t value = bytes > 8 ? 0 : little(static_cast<int>(bytes));
        if (bytes > 0 && bytes < 8 && (value >> (8 * bytes - 1) & 1)) value |= ~std::uint64_t{0} << (8 * bytes);
        number(static_cast<std::int64_t>(value));
        return {};
      }
      case 'G':
        take(8);
        push({});
        return {};
      case 'U':
      case 'C':
      case 0x8c:
        text(little(1));
        return {};
      case 'T':
      case 'B':
      case 'X':
        text(little(4));
        return {};
      case 0x8d:
      case 0x8e:
        text(little(8));
        return {};
      default:
        return stepOfContainers(code);
    }
  }

  Status stepOfContainers(unsigned char code) {
    switch (code) {
      case ']':
        push({Kind::List});
        return {};
      case '}':
        push({Kind::Dictionary});
        return {};
      case ')':
        push({Kind::Tuple});
        return {};
      case 'l':
      case 't':
      case 'd':
        push({code == 'l' ? Kind::List : code == 't' ? Kind::Tuple : Kind::Dictionary, 0, {}, popToMark()});
        return {};
      case 0x85:
      case 0x86:
      case 0x87:
        tuple(code - 0x84u);
        return {};
      case 'a':
        extend(Kind::List, {pop()});
        return {};
      case 'e':
        extend(Kind::List, popToMark());
        return {};
      case 's': {
        const std::uint32_t value = pop(), key = pop();
        extend(Kind::Dictionary, {key, value});
        return {};
      }
      case 'u':
        extend(Kind::Dictionary, popToMark());
        return {};
      case 'q':
        remember(little(1));
        return {};
      case 'r':
        remember(little(4));
        return {};
      case 0x94:  // MEMOIZE
        remember(memo_.size());
        return {};
      case 'h':
        recall(little(1));
        return {};
      case 'j':
        recall(little(4));
        return {};
      case 'c': {
        const std::size_t begin = at_;
        line();
        line();
        if (fault_.empty()) push({Kind::Global, 0, file_.substr(begin, at_ - 1 - begin)});
        return {};
      }
      case 0x93: {  // STACK_GLOBAL
        const std::uint32_t name = pop(), module = pop();
        if (!fault_.empty()) return {};
        names_.push_back(std::string(values_[module].text) + "\n" + std::string(values_[name].text));
        push({Kind::Global, 0, names_.back()});
        return {};
      }
      case 'R':
        return reduce();
      case 'b':
        build();
        return {};
      default:
        return fail(ErrorCode::Unsupported,
                    fmt::format("It holds the instruction 0x{:02X}, which no table of numbers needs.", code),
                    "Save its contents as .npz instead.");
    }
  }

  std::string_view file_;
  std::size_t at_ = 0;
  std::string fault_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<std::uint64_t, std::uint32_t> memo_;
  std::deque<std::string> names_;  // composed names of globals
};

// Converts the state of an array: (version, shape, type, Fortran order, bytes).
std::optional<PickledTable::Array> arrayOf(const Machine& machine, const Value& value, std::string_view file) {
  if (value.kind != Kind::Array || value.items.size() != 5) return std::nullopt;
  const auto& shape = machine.value(value.items[1]).items;
  const Value& type = machine.value(value.items[2]);
  const Value& bytes = machine.value(value.items[4]);
  if (shape.size() != 2 || type.kind != Kind::Type || type.text != "u1" || bytes.kind != Kind::Text)
    return std::nullopt;
  PickledTable::Array array;
  array.rows = machine.value(shape[0]).number;
  array.columns = machine.value(shape[1]).number;
  array.fortranOrder = machine.value(value.items[3]).number != 0;
  array.begin = static_cast<std::uint64_t>(bytes.text.data() - file.data());
  const auto size = static_cast<std::int64_t>(bytes.text.size());
  if (array.rows < 0 || array.columns < 1 || array.rows != size / array.columns || size % array.columns != 0)
    return std::nullopt;
  return array;
}

}  // namespace

Result<PickledTable> readPickledTable(const std::filesystem::path& path) {
  const std::string name = displayName(path.filename().string());
  FOVEA_TRY(const std::string file, readSource(path, kMaximumPickle));
  Machine machine(file);
  const auto root = machine.run();
  if (!root.ok()) return root.error().within(name);
  const Value& object = machine.value(*root);
  if (object.kind != Kind::Dictionary) return fail(ErrorCode::Unsupported, name + ": It holds no dictionary.");
  PickledTable table;
  for (std::size_t i = 0; i + 1 < object.items.size(); i += 2) {
    const std::string key(machine.value(object.items[i]).text);
    const Value& value = machine.value(object.items[i + 1]);
    if (const auto array = arrayOf(machine, value, file)) table.arrays[key] = *array;
    if (value.kind != Kind::List) continue;
    const bool texts = !value.items.empty() && machine.value(value.items[0]).kind == Kind::Text;
    for (const std::uint32_t item : value.items) {
      const Value& each = machine.value(item);
      if (each.kind != (texts ? Kind::Text : Kind::Number))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: The list \"{}\" mixes kinds of values.", name, displayName(key)));
      if (texts)
        table.texts[key].push_back(displayName(each.text));
      else
        table.numbers[key].push_back(each.number);
    }
  }
  return table;
}

}  // namespace fovea
