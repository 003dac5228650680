// Why: properties of every sample that can be computed are measured once and kept as columns, so that a million samples
// are filtered and sorted at once. Columns are indexed by record of the store, so they stay valid after edits.
// Thread-safety: never changes after it is made.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"

namespace fovea {

// Possible problems of a sample, as bits.
enum class Quality : std::uint16_t {
  Corrupt = 1,         // the record or its content differs from what was written, or does not decode
  Tiny = 2,            // a side of less than kTinySide pixels
  Blank = 4,           // one colour everywhere
  Dark = 8,            // nothing in it is bright
  Duplicate = 16,      // the same content as another sample
  NearDuplicate = 32,  // nearly identical to another sample
  Edited = 64,         // relabelled or moved by a person
  Excluded = 128,      // excluded by a person
  Wrong = 256,         // the network predicts another class
};
inline constexpr std::array<Quality, 9> kQualities = {Quality::Corrupt, Quality::Tiny,      Quality::Blank,
                                                      Quality::Dark,    Quality::Duplicate, Quality::NearDuplicate,
                                                      Quality::Edited,  Quality::Excluded,  Quality::Wrong};
using Qualities = std::uint16_t;  // a combination of these bits
constexpr Qualities bitOf(Quality quality) {
  return static_cast<Qualities>(quality);
}

// "corrupt", "tiny", "blank", "dark", "duplicate", "near_duplicate", "edited", "excluded", "wrong"
const char* qualityName(Quality quality);
// Fails with InvalidArgument, which lists them all.
Result<Quality> qualityFromName(std::string_view name);

// The names of the source files of the samples. Neighbours with the same name share one entry. Searches ignore the case
// of Latin letters.
class SourceNames {
 public:
  // `names` has one entry per record, in order.
  explicit SourceNames(const std::vector<std::string_view>& names);
  SourceNames() = default;

  std::uint32_t of(std::uint32_t record) const { return sourceOf_[record]; }
  // The alphabetical rank of a record's source, equal for equal names.
  std::uint32_t rankOf(std::uint32_t record) const { return ranks_[sourceOf_[record]]; }
  // One entry per source: 1 if its name contains `text`, 0 otherwise.
  std::vector<std::uint8_t> find(std::string_view text) const;

 private:
  std::string_view name(std::uint32_t source) const;

  std::vector<std::uint32_t> sourceOf_;
  std::vector<std::size_t> begins_;  // start of each name in lower_, and the end of the last
  std::vector<std::uint32_t> ranks_;
  std::string lower_;
};

struct SampleMeasures {
  bool verified = false;               // all damage is found, not only damage that was met by chance
  std::vector<std::uint32_t> widths;   // 0 for samples that are no images
  std::vector<std::uint32_t> heights;  // height of images; the count of numbers for other samples
  std::vector<std::uint8_t> brightness;
  std::vector<std::uint8_t> contrast;
  std::vector<std::uint8_t> hasFacts;          // brightness and contrast are known
  std::vector<Qualities> qualities;            // the first six bits
  std::vector<std::uint32_t> duplicateGroups;  // from 1; 0: no duplicates
  std::vector<std::uint32_t> nearDuplicateGroups;
  SourceNames sources;

  std::uint32_t side(std::uint32_t record) const { return std::max(widths[record], heights[record]); }
};

enum class MeasureDepth : std::uint8_t {
  Known,     // trusts the measurements of the import, and reads only the heads of other records
  Verified,  // reads every byte, the only way to detect whether the disk still holds what was written
};

// Uses `threads` threads (0: one less than the machine has, at least one). A record that cannot be read is marked
// Corrupt in its column and is no error. Fails with Corrupt (a table of the data set), Cancelled or OutOfMemory.
Result<std::shared_ptr<const SampleMeasures>> measureSamples(const Dataset& dataset, MeasureDepth depth, int threads,
                                                             const ProgressFunction& progress,
                                                             const CancelToken& cancel);

}  // namespace fovea
