// Why: commands that list, edit or export samples share the options for choosing them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/data/measures/catalogue.h"

namespace fovea::cli {

// The sample options of a command line.
struct SampleChoice {
  std::string folder;
  std::string records;  // "0,5-9"
  std::string text;
  std::string split;
  std::string label;  // a class by name, or "none"
  std::string sides;  // "16-64"
  std::string brightness;
  std::vector<std::string> qualities;
  std::vector<std::string> tags;
  std::string sort;
  bool descending = false;
  std::string checkpoint;
  std::string device = "cpu";

  // Adds the folder and all options to a command; `this` must outlive it.
  void addTo(CLI::App& command);
  bool narrows() const;
};

struct ChosenSamples {
  std::shared_ptr<Dataset> dataset;
  Catalogue catalogue;
  Qualities qualities = 0;  // that they were chosen for, any of these
  std::vector<std::uint32_t> records{};
};

// Opens the data set, and measures it or evaluates the checkpoint if the choice needs that. Fails with InvalidArgument
// if the choice needs a checkpoint and names none.
Result<ChosenSamples> chooseSamples(Context& context, const SampleChoice& choice);
Result<Catalogue> measuredCatalogue(Context& context, std::shared_ptr<const Dataset> dataset, MeasureDepth depth);

}  // namespace fovea::cli
