#include "core/data/importing/import_options.h"

#include <fmt/format.h>

#include "core/data/files/image_file.h"

namespace fovea {
namespace {

constexpr double kMaximumShare = 0.9;
constexpr double kMaximumSide = 8192;
constexpr double kMaximumCount = 1e9;

TypedSchema<ImportOptions> splitFields() {
  return TypedSchema<ImportOptions>()
      .field(&ImportOptions::name,
             {.name = "name", .title = "Name", .help = "What to call the data set; empty takes it from the source."})
      .field(
          &ImportOptions::validationShare,
          {.name = "validation_share",
           .title = "Validation share",
           .help = "The part that validates, the same for every class, of what the source does not assign itself, and "
                   "of its training samples if it has none for validation.",
           .minimum = 0,
           .maximum = kMaximumShare,
           .group = "Splits"})
      .field(&ImportOptions::testShare,
             {.name = "test_share",
              .title = "Test share",
              .help = "The part that is kept apart for testing, of what the source does not assign itself, and of its "
                      "training samples if it has none for testing.",
              .minimum = 0,
              .maximum = kMaximumShare,
              .group = "Splits"})
      .field(&ImportOptions::seed, {.name = "seed",
                                    .title = "Seed",
                                    .help = "Chooses which samples validate and test.",
                                    .minimum = 0,
                                    .group = "Splits"});
}

TypedSchema<ImportOptions> withImageFields(TypedSchema<ImportOptions> schema) {
  return std::move(schema)
      .field(&ImportOptions::width, {.name = "width",
                                     .title = "Width",
                                     .help = "Of every image in pixels; 0 leaves each as it is.",
                                     .minimum = 0,
                                     .maximum = kMaximumSide,
                                     .group = "Images"})
      .field(&ImportOptions::height, {.name = "height",
                                      .title = "Height",
                                      .help = "Of every image in pixels; 0 leaves each as it is.",
                                      .minimum = 0,
                                      .maximum = kMaximumSide,
                                      .group = "Images"})
      .field(
          &ImportOptions::fit,
          {.name = "fit",
           .title = "Resize",
           .help = "How an image of other proportions becomes that size.",
           .choices = {{"squash", "Squash"}, {"crop", "Crop"}, {"fill", "Fill"}, {"half_crop", "Half crop, half fill"}},
           .relevantWhen = {{.field = "width", .values = {"0"}, .except = true}},
           .group = "Images"})
      .field(&ImportOptions::colour, {.name = "colour",
                                      .title = "Colour",
                                      .help = "Grey has one channel, colour three; a network takes one or the other.",
                                      .choices = {{"keep", "As it is"}, {"grey", "Grey"}, {"colour", "Colour"}},
                                      .group = "Images"})
      .field(
          &ImportOptions::storage,
          {.name = "storage",
           .title = "Store as",
           .help = "Raw pixels load fastest and take the most space. Automatic keeps small images raw and large ones "
                   "as their files are.",
           .choices = {{"automatic", "Automatic"},
                       {"raw", "Raw pixels"},
                       {"png", "PNG"},
                       {"jpeg", "JPEG"},
                       {"files", "As the files are"}},
           .group = "Images"})
      .field(&ImportOptions::quality, {.name = "quality",
                                       .title = "Quality",
                                       .help = "Of JPEG, from 1 to 100.",
                                       .minimum = 1,
                                       .maximum = 100,
                                       .relevantWhen = {{.field = "storage", .values = {"jpeg"}}},
                                       .group = "Images"});
}

TypedSchema<ImportOptions> withChoiceFields(TypedSchema<ImportOptions> schema) {
  return std::move(schema)
      .field(&ImportOptions::minimumPerClass, {.name = "minimum_per_class",
                                               .title = "Fewest of a class",
                                               .help = "Classes with fewer samples are left out.",
                                               .minimum = 0,
                                               .maximum = kMaximumCount,
                                               .group = "Samples"})
      .field(&ImportOptions::maximumPerClass,
             {.name = "maximum_per_class",
              .title = "Most of a class",
              .help = "Of classes with more samples so many are drawn by the seed; 0 takes all.",
              .minimum = 0,
              .maximum = kMaximumCount,
              .group = "Samples"})
      .field(&ImportOptions::duplicates, {.name = "duplicates",
                                          .title = "Duplicates",
                                          .help = "Samples with the same content go to the same split, "
                                                  "unless the source says in which split each is.",
                                          .choices = {{"keep", "Keep"}, {"leave_out", "Leave out"}},
                                          .group = "Samples"});
}

}  // namespace

FitMode ImportOptions::fitMode() const {
  if (fit == "crop") return FitMode::Crop;
  if (fit == "fill") return FitMode::Fill;
  return fit == "half_crop" ? FitMode::HalfCrop : FitMode::Squash;
}

const TypedSchema<ImportOptions>& sharedImportSchema() {
  static const TypedSchema<ImportOptions> schema = withChoiceFields(withImageFields(splitFields()));
  return schema;
}

Status checkImportOptions(const ImportOptions& options) {
  if (options.validationShare + options.testShare > kMaximumShare)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Validation share {} and Test share {} leave too little to train on.",
                            options.validationShare, options.testShare),
                fmt::format("Let them be at most {} together.", kMaximumShare));
  if ((options.width > 0) != (options.height > 0))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A size needs both: Width is {} and Height is {}.", options.width, options.height),
                "Give both, or 0 for both to leave images as they are.");
  if (options.maximumPerClass > 0 && options.minimumPerClass > options.maximumPerClass)
    return fail(ErrorCode::InvalidArgument, fmt::format("Fewest of a class ({}) is more than most of a class ({}).",
                                                        options.minimumPerClass, options.maximumPerClass));
  if ((options.storage == "png" || options.storage == "jpeg") && !canDecodeImages())
    return fail(ErrorCode::Unsupported, "This build of Fovea cannot write PNG or JPEG: it was made without OpenCV.",
                "Store the samples raw, or use a build with OpenCV.");
  return {};
}

}  // namespace fovea
