#include "core/data/store/succession.h"

#include <cstring>
#include <string>

namespace fovea {
namespace {

// The possible number of text bytes for a run of symbols.
struct ByteRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

// The byte range of each symbol of a text, by its name: non-ASCII characters are named by their UTF-8 form, and the
// last symbol stands for several.
std::vector<ByteRange> widthsOf(const std::vector<std::string>& names) {
  std::vector<ByteRange> widths;
  for (const std::string& name : names) {
    const bool wide = !name.empty() && static_cast<unsigned char>(name[0]) >= 0x80;
    const std::uint64_t bytes = wide ? name.size() : 1;
    widths.push_back({bytes, bytes});
  }
  if (!names.empty() && names.back() == "other") widths.back().most = 4;
  return widths;
}

// The properties by which windows are compared.
struct WindowEnds {
  std::int32_t first = 0;
  std::int32_t last = 0;
  ByteRange bytes;  // of all symbols except the last
  std::string_view source;
  std::uint64_t place = 0;
};

Result<WindowEnds> endsOf(const Dataset& dataset, std::uint32_t record, const std::vector<ByteRange>& widths) {
  FOVEA_TRY(const SampleView sample, dataset.record(record, false));
  const Packed<std::int32_t> symbols(sample.input.bytes.data(), sample.input.bytes.size() / sizeof(std::int32_t));
  if (sample.input.encoding != Encoding::Raw || symbols.size() < 2)
    return fail(ErrorCode::Corrupt, "A window of \"" + dataset.info().name + "\" holds no row of symbols.");
  WindowEnds ends{.first = symbols[0],
                  .last = symbols[symbols.size() - 1],
                  .bytes = {},
                  .source = sample.source,
                  .place = sample.sourceIndex};
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
    const auto symbol = static_cast<std::size_t>(symbols[i]);
    const ByteRange width = symbol < widths.size() ? widths[symbol] : ByteRange{1, 1};
    ends.bytes.least += width.least;
    ends.bytes.most += width.most;
  }
  return ends;
}

bool goesOn(const WindowEnds& before, const WindowEnds& after) {
  if (before.last != after.first) return false;
  if (before.source.empty() || after.source.empty()) return true;
  if (before.source != after.source) return after.place < before.bytes.most;
  return after.place >= before.place + before.bytes.least && after.place <= before.place + before.bytes.most;
}

}  // namespace

Result<Succession> Succession::of(const Dataset& dataset, Split split) {
  Succession succession;
  const auto records = dataset.records(split);
  succession.continues_.resize(records.size());
  if (dataset.info().task == Task::NextSymbol) {
    const std::vector<ByteRange> widths = widthsOf(dataset.info().classes);
    WindowEnds before;
    for (std::size_t i = 0; i < records.size(); ++i) {
      FOVEA_TRY(const WindowEnds ends, endsOf(dataset, records[i], widths));
      succession.continues_[i] = i > 0 && goesOn(before, ends);
      before = ends;
    }
  }
  for (std::size_t i = 1; i < records.size(); ++i) succession.gaps_ += succession.continues_[i] ? 0 : 1;
  return succession;
}

}  // namespace fovea
