// Why: a run's measurements can be exported as CSV for a spreadsheet, as JSON for a script and as event files for
// TensorBoard. Event files of other programs can be imported as runs for comparison.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/project/run_store.h"
#include "core/train/event_file.h"

namespace fovea {

// Everything that the store knows of a run.
struct RunHistory {
  RunRecord record;
  std::vector<MetricPoint> points;
  std::vector<EpochRecord> epochs;
  std::vector<std::string> epochTimes;  // when each epoch was recorded: UTC, ISO 8601, or empty
  std::vector<RunMark> marks;
  std::vector<SettingChange> changes;
  std::vector<CheckpointRecord> checkpoints;
  std::vector<LayerFrame> layers{};  // see TrainingSettings::histogramEvery
};
Result<RunHistory> readHistory(const RunStore& store, RunId run);

enum class CurveFormat { JsonText, CsvTables, TensorBoard };
// "json", "csv", "tensorboard". InvalidArgument lists the names.
Result<CurveFormat> curveFormatFromName(std::string_view name);

// Numbers that are not finite become null, or an empty cell.
Json historyToJson(const RunHistory& run);
// A table with one row per point: step, epoch, loss, accuracy, learning_rate and every further metric.
std::string pointsAsCsv(const RunHistory& run);
// A table with one row per epoch.
std::string epochsAsCsv(const RunHistory& run);
// A table with one row per layer, step and kind ("weights", "gradients", "activations"): the range, the norm of the
// gradient, the update-to-weight ratio, and the counts of the bins.
std::string layersAsCsv(const RunHistory& run);
// "train/loss", "validation/accuracy", "learning_rate", "epoch", "update_ratio/conv1", "gradient_norm/conv1", … in order
// of step. Points store no time; it is interpolated between the surrounding epochs.
std::vector<ScalarEvent> historyAsEvents(const RunHistory& run);
// "weights/conv1", "gradients/conv1", "activations/conv1", … in order of step.
std::vector<HistogramEvent> layersAsEvents(const RunHistory& run);

// Writes the run's files into `folder`, which is created: run-3.json; run-3-points.csv, run-3-epochs.csv and, if
// histograms were recorded, run-3-layers.csv; or run-3/events.out.tfevents.…. Returns the paths. AlreadyExists if one exists and `replace` is false.
Result<std::vector<std::filesystem::path>> exportRun(const RunHistory& run, CurveFormat format,
                                                     const std::filesystem::path& folder, bool replace = false);

// Converts event files of any program to the curves of a run. Common tag names are recognised: "loss", "Loss/train",
// "train/loss", "val_accuracy", "validation/loss", "lr"; every other tag becomes a metric of its name. A step with
// validation values counts as an epoch. A test split stands for the validation only in a log without one, and an
// accuracy whose values reach beyond 1, up to 100, is in percent. Histograms become records of layers: Fovea's own come
// back as they went; of other tags ("conv1.weight.grad") the words say whether they are weights, gradients or
// activations, and the tag is the layer's name.
RunHistory historyFromEvents(const EventLog& log);
// InvalidArgument if the log has neither scalars nor histograms.
Status needCurves(const EventLog& log);
// Creates a run from the log, with its curves and no network. InvalidArgument as of needCurves().
Result<RunId> importRun(RunStore& store, const EventLog& log, const std::string& name, std::int32_t lowestId = 1);

}  // namespace fovea
