#include "core/data/importers/box_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kMostBoxCells = 10'000;
constexpr std::size_t kMostBoxColumns = 64;
constexpr std::size_t kLongestBoxClass = 100;
constexpr double kFarthestPixel = 1e6;
constexpr std::int64_t kMostBoxClasses = 10'000;

// Limits of a guess.
constexpr float kPixelsOutside = 2;   // how far a box may reach over the border of its image
constexpr double kSmallestBoxes = 2;  // mean of the widths and heights, in pixels
constexpr double kNearlyAll = 0.9;    // share of the lines that an order must explain
constexpr std::size_t kClearly = 5;   // so many lines, and so many times as many, speak against another order
constexpr std::size_t kEnoughLines = 10;
constexpr std::size_t kFewNumbers = 3;  // so many different numbers may be classes, however few lines there are
constexpr std::size_t kFewTexts = 20;   // so many different words, too

std::string_view withoutBrackets(std::string_view cell) {
  constexpr std::string_view kAround = "()[]{}\"' \t";
  const std::size_t first = cell.find_first_not_of(kAround);
  if (first == std::string_view::npos) return cell.substr(0, 0);
  return cell.substr(first, cell.find_last_not_of(kAround) + 1 - first);
}

}  // namespace

std::vector<std::string_view> cellsOfBoxLine(std::string_view line) {
  std::vector<std::string_view> cells;
  const char separator = line.find(';') != std::string_view::npos ? ';' : ',';
  if (line.find(separator) == std::string_view::npos) {
    cells = wordsOf(line, kMostBoxCells);
    for (std::string_view& cell : cells) cell = withoutBrackets(cell);
    return cells;
  }
  while (cells.size() < kMostBoxCells) {
    const std::size_t end = line.find(separator);
    cells.push_back(withoutBrackets(line.substr(0, end)));
    if (end == std::string_view::npos) break;
    line.remove_prefix(end + 1);
  }
  if (cells.back().empty()) cells.pop_back();
  return cells;
}

bool BoxColumns::isWithoutBox(std::span<const std::string_view> cells) const {
  for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i)
    if (isNumber(columns_[i]) && !cells[i].empty()) return false;
  return true;
}

ImportDecision BoxColumns::leftOut(std::int64_t boxes) const {
  return {"what is marked not to count",
          "left out, " + counted(boxes, "box", "boxes"),
          count(Column::Score) > 0 ? "its score is 0" : "its text is \"###\"",
          {}};
}

std::optional<BoxColumns::Column> BoxColumns::columnOf(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, Column>, 14> kWords = {{{"-", Column::None},
                                                                           {"left", Column::Left},
                                                                           {"right", Column::Right},
                                                                           {"top", Column::Top},
                                                                           {"bottom", Column::Bottom},
                                                                           {"width", Column::Width},
                                                                           {"height", Column::Height},
                                                                           {"centre_x", Column::CentreX},
                                                                           {"centre_y", Column::CentreY},
                                                                           {"x", Column::X},
                                                                           {"y", Column::Y},
                                                                           {"class", Column::Class},
                                                                           {"text", Column::Text},
                                                                           {"score", Column::Score}}};
  for (const auto& [name, column] : kWords)
    if (name == word) return column;
  return std::nullopt;
}

std::int64_t BoxColumns::count(Column column) const {
  return std::count(columns_.begin(), columns_.end(), column);
}

Result<BoxColumns> BoxColumns::parse(std::string_view words) {
  constexpr const char* kKnown =
      "Use the words left, right, top, bottom, width, height, centre_x, centre_y, x, y, class, text and score, and - "
      "for a cell of no use, with blanks between them; for instance: left top right bottom class.";
  BoxColumns columns;
  for (const std::string_view word : wordsOf(words, kMostBoxColumns + 1)) {
    const auto column = columnOf(word);
    if (!column || columns.columns_.size() == kMostBoxColumns)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("\"{}\" is no column of a box.", displayName(word.substr(0, 40))), kKnown);
    if (column == Column::Class) columns.class_ = columns.columns_.size();
    columns.columns_.push_back(*column);
    columns.words_.append(columns.words_.empty() ? "" : " ").append(word);
  }
  FOVEA_CHECK(columns.check());
  return columns;
}

// An axis needs two of its edge, its other edge, its size and its centre, or at least two corners.
Status BoxColumns::check() const {
  const auto axis = [&](Column low, Column high, Column size, Column centre, Column corner) {
    const std::int64_t edges = count(low) + count(high) + count(size) + count(centre);
    const bool each = count(low) <= 1 && count(high) <= 1 && count(size) <= 1 && count(centre) <= 1;
    if (count(corner) > 0) return edges == 0 && count(corner) >= 2;
    // An edge and the centre would do, but nobody writes that; it would be a mistake.
    return each && edges == 2 && !(count(centre) == 1 && count(size) == 0);
  };
  const bool box = axis(Column::Left, Column::Right, Column::Width, Column::CentreX, Column::X) &&
                   axis(Column::Top, Column::Bottom, Column::Height, Column::CentreY, Column::Y);
  if (!box || count(Column::X) != count(Column::Y))
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" does not describe one box.", words_),
                "A box needs, across and down, both edges, or one edge and the size, or the centre and the size, or "
                "two or more corners.");
  if (count(Column::Class) > 1 || count(Column::Text) > 1 || count(Column::Score) > 1)
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" names a column twice.", words_),
                "A box has one class, one text and one score.");
  return {};
}

Result<std::vector<std::string_view>> BoxColumns::fit(std::span<const std::string_view> cells,
                                                      std::string& room) const {
  const auto unfit = [&] {
    return fail(ErrorCode::Corrupt, fmt::format("{} cells were expected and {} found", columns_.size(), cells.size()));
  };
  if (cells.size() < columns_.size()) return unfit();
  std::vector<std::string_view> fitted(cells.begin(), cells.begin() + std::ssize(columns_));
  const std::size_t surplus = cells.size() - columns_.size();
  if (surplus == 0 || columns_.back() == Column::Text || columns_.back() == Column::None) return fitted;
  if (!class_) return unfit();
  const auto isNumber = [](std::string_view cell) { return realNumber(cell).has_value(); };
  const auto name = cells.subspan(*class_, surplus + 1);
  // Numbers would be part of a longer line, which has another order.
  const bool last = *class_ + 1 == columns_.size();
  if (last ? isNumber(name.front()) : std::any_of(name.begin(), name.end(), isNumber)) return unfit();
  for (const std::string_view word : name)
    if (!word.empty()) room.append(room.empty() ? "" : " ").append(word);
  fitted[*class_] = room;
  const auto behind = cells.subspan(*class_ + surplus + 1);
  std::copy(behind.begin(), behind.end(), fitted.begin() + static_cast<std::ptrdiff_t>(*class_) + 1);
  return fitted;
}

Result<BoxOfLine> BoxColumns::read(std::span<const std::string_view> cells) const {
  std::string room;
  FOVEA_TRY(const auto fitted, fit(cells, room));
  constexpr double kUnset = std::numeric_limits<double>::infinity();
  double left = kUnset, top = kUnset, right = -kUnset, bottom = -kUnset;
  double width = 0, height = 0, centreX = kUnset, centreY = kUnset;
  BoxOfLine line;
  line.name = count(Column::Text) > 0 ? "text" : "object";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column column = columns_[i];
    if (column == Column::None) continue;
    if (column == Column::Class) {
      line.name = fitted[i].substr(0, kLongestBoxClass);
      if (line.name.empty()) return fail(ErrorCode::Corrupt, "the class is missing");
      continue;
    }
    if (column == Column::Text) {
      line.counts = line.counts && fitted[i] != "###";
      continue;
    }
    const auto number = realNumber(fitted[i]);
    if (!number || std::abs(*number) > kFarthestPixel)
      return fail(ErrorCode::Corrupt,
                  fmt::format("a number was expected and \"{}\" found", displayName(fitted[i].substr(0, 40))));
    if (column == Column::Score) line.counts = line.counts && *number != 0;
    if (column == Column::Left || column == Column::X) left = std::min(left, *number);
    if (column == Column::Right || column == Column::X) right = std::max(right, *number);
    if (column == Column::Top || column == Column::Y) top = std::min(top, *number);
    if (column == Column::Bottom || column == Column::Y) bottom = std::max(bottom, *number);
    if (column == Column::Width) width = *number;
    if (column == Column::Height) height = *number;
    if (column == Column::CentreX) centreX = *number;
    if (column == Column::CentreY) centreY = *number;
  }
  if (centreX != kUnset) left = centreX - width / 2;
  if (centreY != kUnset) top = centreY - height / 2;
  if (left == kUnset) left = right - width;
  if (top == kUnset) top = bottom - height;
  if (right == -kUnset) right = left + width;
  if (bottom == -kUnset) bottom = top + height;
  line.box = {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right), static_cast<float>(bottom),
              0};
  return line;
}

namespace {

// How well an order explains lines.
class OrderScore {
 public:
  OrderScore(const BoxColumns& columns, std::span<const JudgedLine> lines) : lines_(lines.size()) {
    double sides = 0;
    for (const JudgedLine& each : lines) {
      const auto read = columns.read(each.cells);
      if (!read.ok() || !isInside(read->box, each.size)) continue;
      ++inside_;
      sides += read->box.right - read->box.left + read->box.bottom - read->box.top;
      if (columns.hasClass()) addClass(read->name);
    }
    large_ = inside_ > 0 && sides >= 2 * kSmallestBoxes * static_cast<double>(inside_);
  }

  std::size_t inside() const { return inside_; }
  // The lines that speak against this order.
  std::size_t against() const { return lines_ - inside_; }
  // Returns true if this may be the order of the lines, going by it alone.
  bool explains() const {
    return large_ && few() && static_cast<double>(inside_) >= kNearlyAll * static_cast<double>(lines_);
  }
  // Returns true if the words of the class hardly repeat; there must be enough of them to be certain.
  bool mayTranscribe() const { return numbers_ < inside_ && names_.size() > lines_ / 2; }
  bool transcribes() const { return mayTranscribe() && names_.size() > kFewTexts; }

 private:
  static bool isInside(const Box& box, const ImageSize& size) {
    if (box.right <= box.left || box.bottom <= box.top || box.left < -kPixelsOutside || box.top < -kPixelsOutside)
      return false;
    return size.width == 0 || (box.right <= static_cast<float>(size.width) + kPixelsOutside &&
                               box.bottom <= static_cast<float>(size.height) + kPixelsOutside);
  }
  void addClass(const std::string& name) {
    const auto number = wholeNumber(name);
    numbers_ += realNumber(name).has_value();
    odd_ = odd_ || (realNumber(name) && (!number || *number < 0 || *number >= kMostBoxClasses));
    names_.insert(name);
  }
  // Coordinates have many different values, and numbers of classes have few.
  bool few() const { return numbers_ < inside_ || (!odd_ && names_.size() <= std::max(kFewNumbers, lines_ / 3)); }

  std::size_t lines_;
  std::size_t inside_ = 0;
  bool large_ = false;
  std::size_t numbers_ = 0;  // lines whose class is a number
  bool odd_ = false;         // some class is a number, but not one that numbers classes
  std::set<std::string> names_;
};

constexpr std::array<const char*, 14> kUsualOrders = {
    "left top right bottom class",
    "left top right bottom - class",
    "class left top right bottom",
    "left top right bottom",
    "left top width height class",
    "class left top width height",
    "class left top width height - - - - - - -",  // Dollar's toolbox
    "left top width height",
    "centre_x centre_y width height class",
    "class centre_x centre_y width height",
    "x y x y x y x y class text",
    "x y x y x y x y class",
    "class x y x y x y x y",
    "x y x y x y x y",
};

// Returns the order in which what is written in a box stands where `words` has the class at its end; empty if it has
// none there.
std::string textInsteadOfClass(std::string_view words) {
  constexpr std::string_view kClass = "class";
  return words.ends_with(kClass) ? std::string(words.substr(0, words.size() - kClass.size())) + "text" : std::string();
}

}  // namespace

std::optional<ColumnsGuess> guessBoxColumns(std::span<const JudgedLine> lines) {
  struct Candidate {
    BoxColumns columns;
    OrderScore score;
    std::string text;  // the order with a text instead of the class, if it may be meant
  };
  std::vector<Candidate> candidates;
  for (const char* words : kUsualOrders) {
    auto columns = BoxColumns::parse(words);
    if (!columns.ok()) continue;
    OrderScore score(*columns, lines);
    if (!score.explains()) continue;
    std::string text = score.mayTranscribe() ? textInsteadOfClass(words) : std::string();
    if (score.transcribes()) {
      columns = BoxColumns::parse(std::exchange(text, {}));
      if (!columns.ok()) continue;
    }
    candidates.push_back({std::move(columns).value(), std::move(score), std::move(text)});
  }
  const auto best = std::max_element(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.score.inside() < b.score.inside();
  });
  if (best == candidates.end()) return std::nullopt;
  std::vector<std::string> others;
  for (auto each = candidates.begin(); each != candidates.end(); ++each) {
    if (each->score.against() >= kClearly * std::max<std::size_t>(best->score.against(), 1)) continue;
    if (each != best) others.push_back(each->columns.words());
    if (!each->text.empty()) others.push_back(each->text);
  }
  const std::string because =
      fmt::format("in this order {} of {} are boxes inside of their images",
                  grouped(static_cast<std::int64_t>(best->score.inside())), counted(std::ssize(lines), "line"));
  const bool sure = others.empty() && lines.size() >= kEnoughLines;
  return ColumnsGuess{std::move(best->columns), because, std::move(others), sure};
}

ImportDecision ColumnsGuess::decision(std::string what) const {
  ImportDecision decision{std::move(what), columns.words(), because, {}, sure};
  if (!sure) decision.alternatives.push_back("columns=" + columns.words());
  for (const std::string& each : others) decision.alternatives.push_back("columns=" + each);
  if (!others.empty()) decision.because += ", but it is not the only one";
  return decision;
}

}  // namespace fovea
