// Why: what can be known of every sample without a person looking at it is measured once and kept as columns, so that a
// million samples are filtered and sorted at once. Columns are by record of the store, so they hold whatever is edited.
// Thread-safety: made once and never changed afterwards.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"

namespace fovea {

// What may be amiss with a sample, as bits.
enum class Quality : std::uint16_t {
  Corrupt = 1,         // the record or its content is not what was written, or does not decode
  Tiny = 2,            // a side of less than kTinySide pixels
  Blank = 4,           // one colour all over
  Dark = 8,            // nothing in it is bright
  Duplicate = 16,      // the same content as another
  NearDuplicate = 32,  // looks nearly like another
  Edited = 64,         // relabelled or moved by a person
  Excluded = 128,      // left out by a person
  Wrong = 256,         // the network takes it for another class
};
inline constexpr std::array<Quality, 9> kQualities = {Quality::Corrupt, Quality::Tiny,      Quality::Blank,
                                                      Quality::Dark,    Quality::Duplicate, Quality::NearDuplicate,
                                                      Quality::Edited,  Quality::Excluded,  Quality::Wrong};
using Qualities = std::uint16_t;  // any of the bits
constexpr Qualities bitOf(Quality quality) {
  return static_cast<Qualities>(quality);
}

// "corrupt", "tiny", "blank", "dark", "duplicate", "near_duplicate", "edited", "excluded", "wrong"
const char* qualityName(Quality quality);
// InvalidArgument names them all.
Result<Quality> qualityFromName(std::string_view name);

// The names of the files that samples came from, each once where neighbours share one, searched without regard to case
// of the Latin letters.
class SourceNames {
 public:
  // Of all records, in order.
  explicit SourceNames(const std::vector<std::string_view>& names);
  SourceNames() = default;

  std::uint32_t of(std::uint32_t record) const { return sourceOf_[record]; }
  // Place of a record's source in the alphabet, the same for the same name.
  std::uint32_t rankOf(std::uint32_t record) const { return ranks_[sourceOf_[record]]; }
  // One entry a source: whether its name has `text` in it.
  std::vector<std::uint8_t> find(std::string_view text) const;

 private:
  std::string_view name(std::uint32_t source) const;

  std::vector<std::uint32_t> sourceOf_;
  std::vector<std::size_t> begins_;  // of each name in lower_, and its end
  std::vector<std::uint32_t> ranks_;
  std::string lower_;
};

struct SampleMeasures {
  bool verified = false;               // all damage is found, not only what was met on the way
  std::vector<std::uint32_t> widths;   // 0 for what is no image
  std::vector<std::uint32_t> heights;  // of images; else the number of numbers
  std::vector<std::uint8_t> brightness;
  std::vector<std::uint8_t> contrast;
  std::vector<std::uint8_t> hasFacts;          // brightness and contrast are known
  std::vector<Qualities> qualities;            // the first six
  std::vector<std::uint32_t> duplicateGroups;  // from 1; 0: there is no other
  std::vector<std::uint32_t> nearDuplicateGroups;
  SourceNames sources;

  std::uint32_t side(std::uint32_t record) const { return std::max(widths[record], heights[record]); }
};

enum class MeasureDepth : std::uint8_t {
  Known,  // what the import measured is believed, and only what it did not is read: the heads of records for the rest
  Verified,  // every byte is read, which alone shows whether it is still what was written
};

// Works on `threads` threads (0: one less than the machine has, at least one). A record that cannot be read is Corrupt
// in its column and no error. Corrupt (a table of the data set), Cancelled, OutOfMemory.
Result<std::shared_ptr<const SampleMeasures>> measureSamples(const Dataset& dataset, MeasureDepth depth, int threads,
                                                             const ProgressFunction& progress,
                                                             const CancelToken& cancel);

}  // namespace fovea
