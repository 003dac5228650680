#include "core/train/sample_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/loading/batch_maker.h"

namespace fovea {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

TensorType sampleOf(const Feed& feed) {
  return {feed.type.dtype, Shape(feed.type.shape.extents().subspan(1))};
}

// Describes parts: "numbers" (f32[4]), "categories" (i32[2])
std::string partWords(std::span<const PartType> parts) {
  std::string words;
  for (const PartType& part : parts)
    words += fmt::format("{}\"{}\" ({})", words.empty() ? "" : ", ", part.name, part.type.toString());
  return words;
}

class Matcher {
 public:
  Matcher(std::span<const Feed> inputs, std::span<const PartType> parts, const std::string& data)
      : inputs_(inputs), parts_(parts), data_(data), reads_(inputs.size(), kNone), named_(parts.size(), false) {}

  Result<std::vector<std::size_t>> match() {
    for (std::size_t i = 0; i < inputs_.size(); ++i) FOVEA_CHECK(takeNamed(i));
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (reads_[i] == kNone) FOVEA_CHECK(takeAlike(i));
    return reads_;
  }

 private:
  Status takeNamed(std::size_t input) {
    const Feed& feed = inputs_[input];
    const auto found = std::find_if(parts_.begin(), parts_.end(),
                                    [&](const PartType& part) { return !part.name.empty() && part.name == feed.name; });
    if (found == parts_.end()) return {};
    if (found->type != sampleOf(feed))
      return refuse(fmt::format("The Input layer \"{}\" expects {}, but the part of that name of \"{}\" is {}.",
                                feed.name, sampleOf(feed).toString(), data_, found->type.toString()),
                    fmt::format("Set the layer's values and shape to those of the part: {}.", found->type.toString()));
    reads_[input] = static_cast<std::size_t>(found - parts_.begin());
    named_[reads_[input]] = true;
    return checkSymbols(feed, *found);
  }

  Status takeAlike(std::size_t input) {
    const Feed& feed = inputs_[input];
    std::vector<std::size_t> alike;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (!named_[i] && parts_[i].type == sampleOf(feed)) alike.push_back(i);
    if (alike.size() != 1)
      return refuse(fmt::format("The Input layer \"{}\" expects {}, and {} of the parts of \"{}\" {}: they are {}.",
                                feed.name, sampleOf(feed).toString(), alike.empty() ? "none" : "several", data_,
                                alike.empty() ? "is like that" : "are like that", partWords(parts_)),
                    alike.empty() ? "Give the layer the values and the shape of the part that it is to read."
                                  : "Name the layer as the part that it is to read.");
    const auto other = std::find(reads_.begin(), reads_.end(), alike.front());
    if (other != reads_.end())
      return refuse(fmt::format("The Input layers \"{}\" and \"{}\" both take {}, and \"{}\" has one part like that.",
                                inputs_[static_cast<std::size_t>(other - reads_.begin())].name, feed.name,
                                sampleOf(feed).toString(), data_),
                    "Draw both edges from one Input layer.");
    reads_[input] = alike.front();
    return checkSymbols(feed, parts_[alike.front()]);
  }

  Status checkSymbols(const Feed& feed, const PartType& part) const {
    if (feed.symbols == 0 || part.symbols <= feed.symbols) return {};
    return refuse(fmt::format("The Input layer \"{}\" knows {} symbols, but the part \"{}\" of \"{}\" has {}.",
                              feed.name, feed.symbols, part.name, data_, part.symbols),
                  fmt::format("Set its symbols, and those of the Embedding after it, to {}.", part.symbols));
  }

  static Status refuse(std::string message, std::string advice) {
    return fail(ErrorCode::InvalidArgument, std::move(message), std::move(advice));
  }

  std::span<const Feed> inputs_;
  std::span<const PartType> parts_;
  const std::string& data_;
  std::vector<std::size_t> reads_;  // part index of each input
  std::vector<bool> named_;         // for each part: whether an input has its name
};

}  // namespace

std::vector<PartType> partsOf(const DatasetInfo& data, const TensorType& input) {
  std::vector<PartType> parts{{data.inputName, input, data.symbols}};
  for (const DataPart& part : data.parts) parts.push_back({part.name, batchPartType(part), part.symbols});
  return parts;
}

Result<std::vector<std::size_t>> matchParts(std::span<const Feed> inputs, std::span<const PartType> parts,
                                            const std::string& data) {
  return Matcher(inputs, parts, data).match();
}

}  // namespace fovea
