// Imports arrays: inputs and labels or masks, of one split or several, in files of NumPy, HDF5 or MATLAB.
// Sources: the layouts of Keras' mnist.npz (x_train, y_train, x_test, y_test), of MedMNIST (Yang et al. 2023:
// train_images, train_labels, val_images, …), of Caffe's HDF5Data layer (data, label), of SVHN (Netzer et al. 2011) and
// of EMNIST (Cohen et al. 2017).
#include "core/data/importers/array_source.h"
#include "core/data/importers/emnist.h"
#include "core/data/importers/grey_levels.h"
#include "core/data/importers/library.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const TypedSchema<ArrayOptions>& arraySchema() {
  static const auto schema =
      TypedSchema<ArrayOptions>()
          .field(&ArrayOptions::axes,
                 {.name = "axes",
                  .title = "Axes",
                  .help = "Where the channels of an input of three or four axes stand.",
                  .choices = {{"automatic", "Find out"},
                              {"channels_first", "First"},
                              {"channels_last", "Last"},
                              {"none", "There are none"}}})
          .field(&ArrayOptions::target,
                 {.name = "target",
                  .title = "Target",
                  .help = "Whether the numbers to be learnt are classes, quantities or the pixels of images.",
                  .choices = {{"automatic", "Find out"},
                              {"classes", "Classes"},
                              {"numbers", "Quantities"},
                              {"images", "Images"}}})
          .field(&ArrayOptions::labels, maskValuesField())
          .field(&ArrayOptions::samples, {.name = "samples",
                                          .title = "Samples",
                                          .help = "What of an array is one sample.",
                                          .choices = {{"automatic", "Find out"},
                                                      {"first", "A place along its first axis"},
                                                      {"second", "A place along its second axis"},
                                                      {"last", "A place along its last axis: MATLAB alone"},
                                                      {"file", "All of it: a file is a sample"}}})
          .field(&ArrayOptions::files,
                 {.name = "files",
                  .title = "Files",
                  .help = "Whether each of several files of NumPy is a class, where their names do not tell inputs.",
                  .choices = {{"automatic", "Find out"}, {"classes", "A class each"}}})
          .field(&ArrayOptions::inputs,
                 {.name = "inputs", .title = "Inputs", .help = "The array that holds the inputs; empty: by its name."})
          .field(
              &ArrayOptions::targets,
              {.name = "targets", .title = "Targets", .help = "The array that holds the targets; empty: by its name."})
          .field(&ArrayOptions::featureShape, {.name = "feature_shape",
                                               .title = "Feature shape",
                                               .help = "Shape of a sample, for instance 1, 28, 28; empty is a vector.",
                                               .minimum = 1,
                                               .maximum = 1e6,
                                               .maximumLength = 4})
          .field(&ArrayOptions::orientation, orientationField());
  return schema;
}

class ArrayImporter : public ListImporter {
 public:
  std::string name() const override { return "arrays"; }
  std::string title() const override { return "Arrays (NumPy, HDF5, MATLAB)"; }
  Schema options() const override { return arraySchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const ArrayOptions options = arraySchema().read(values);
    FOVEA_TRY(auto arrays, findArrays(path, {options.inputs, options.targets}, look));
    return openArrays(path, options, std::move(arrays), look);
  }
};

}  // namespace

std::shared_ptr<const Importer> arrayImporter() {
  return std::make_shared<ArrayImporter>();
}

}  // namespace fovea
