// Why: an annotation can change while its content stays: boxes that were drawn anew, a number corrected in a row of a
// table. The stored sample is then replaced, instead of a second one beside it.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/importing/item_preparation.h"
#include "core/data/store/dataset.h"
#include "core/data/store/stored_samples.h"

namespace fovea {

// Finds the stored samples that items replace. Rows of one file may shift, and rows of equal contents may differ in
// their annotations, so rows are matched with the samples of their content as a group. One thread.
class ReplacedSamples {
 public:
  using Prepare = std::function<PreparedItem(std::int64_t)>;
  // `folder` is the data set; `prepare` prepares an item of `source`, which must outlive the object. Fails as
  // Dataset::open().
  static Result<ReplacedSamples> read(const std::filesystem::path& folder, const ImportSource& source, Prepare prepare,
                                      const CancelToken& cancel);

  // Returns the sample with the item's content and file whose annotation the item changes, or ItemNote::kNoRecord. The
  // item is compared with what was imported, so that a person's correction is no change of the source. Excluded samples
  // are ignored. `item` is the prepared item `index`. Fails with Corrupt, Io or Cancelled.
  Result<std::uint32_t> replacedBy(std::int64_t index, const PreparedItem& item);
  Split splitOf(std::uint32_t record) const { return dataset_->states().splits[record]; }

 private:
  // A row of a file: a stored sample or an item.
  struct Row {
    std::int64_t number = 0;  // of the record or item
    std::uint64_t index = 0;  // its place in the file
    ContentHash annotation;
  };

  ReplacedSamples() = default;
  Result<std::vector<Row>> samplesOf(const std::string& source, const ContentHash& content) const;
  Result<std::vector<Row>> itemsOf(const std::string& source, const ContentHash& content);
  Status readItemsOf(const std::string& source);
  void match(std::vector<Row> items, std::vector<Row> samples);

  const ImportSource* source_ = nullptr;
  Prepare prepare_;
  CancelToken cancel_;
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const StoredSamples> stored_;
  template <class Number>
  using ByContent = std::vector<std::pair<ContentHash, Number>>;  // sorted
  ByContent<std::uint32_t> records_;
  std::vector<std::pair<std::size_t, std::int64_t>> files_;  // hashes of the items' files, sorted
  std::map<std::string, ByContent<std::int64_t>> items_;     // of the files that were asked for
  std::set<std::pair<ContentHash, std::string>> matched_;    // contents and files whose rows were matched
  std::map<std::int64_t, std::uint32_t> replaced_;           // records by item
};

}  // namespace fovea
