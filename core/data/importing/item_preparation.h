// Why: reading, decoding, resizing and encoding an item is nearly all the work of an import and depends only on that
// item, so many threads do it.
#pragma once
#include <optional>

#include "core/data/importing/import_plan.h"
#include "core/data/store/dataset_builder.h"
#include "core/data/store/hash_index.h"

namespace fovea {

// An item ready to be written, or the reason why it is not.
struct PreparedItem {
  bool leftOut = false;        // by the import plan
  bool unchanged = false;      // the data set has it already; it was not read
  std::optional<Error> error;  // OutOfMemory and Cancelled end the import, other errors leave out this item
  ImportItem item;             // `label` is the label in the data set
  std::uint8_t split = 0;      // by the import plan
  TensorType inputType;
  Encoding inputEncoding = Encoding::Raw;
  Tensor input;           // decoded; undefined where only `inputFile` is needed
  std::string inputFile;  // encoded
  TensorType targetType;
  Encoding targetEncoding = Encoding::Raw;
  Tensor target;
  std::string targetFile;
  std::vector<Tensor> parts;
  std::vector<std::int32_t> labels;
  std::vector<Box> boxes;
  std::vector<std::string> notTaken;  // see LoadedItem::notTaken
  float length = 1;
  ContentHash hash;
  SampleFacts facts;

  std::size_t bytes() const;
  // The view points into this item.
  SampleView view(Split which) const;
};

// Identifies an item and the state of its file (size and modification time); zero where its source is no file. An item
// with the same origin as before has the same content.
ContentHash originOf(const ImportItem& item);

// Stateless: several threads may call prepare() at once. The arguments of the constructor must outlive it.
class ItemPreparation {
 public:
  // `known` are the origins of items that need not be read.
  ItemPreparation(const ImportSource& source, const ImportOptions& options, const ImportPlan& plan,
                  const HashIndex& known)
      : source_(source), options_(options), plan_(plan), known_(known) {}

  PreparedItem prepare(std::int64_t index) const;

 private:
  Status read(std::int64_t index, PreparedItem& item) const;
  Status mapLabels(PreparedItem& item) const;
  Status checkBoxes(const PreparedItem& item) const;
  Status checkFractions(const PreparedItem& item) const;
  Result<bool> fit(PreparedItem& item) const;
  Status fitTarget(PreparedItem& item, const ImageFit& fit, const Shape& before) const;
  Status store(PreparedItem& item, std::string file, bool changed) const;
  Status storeTarget(PreparedItem& item) const;

  const ImportSource& source_;
  const ImportOptions& options_;
  const ImportPlan& plan_;
  const HashIndex& known_;
};

}  // namespace fovea
