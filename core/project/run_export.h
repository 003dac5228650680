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
// "train/loss", "validation/accuracy", "learning_rate", "epoch", … in order of step. Points store no time; it is
// interpolated between the surrounding epochs.
std::vector<ScalarEvent> historyAsEvents(const RunHistory& run);

// Writes the run's files into `folder`, which is created: run-3.json; run-3-points.csv and run-3-epochs.csv; or
// run-3/events.out.tfevents.…. Returns the paths. AlreadyExists if one exists and `replace` is false.
Result<std::vector<std::filesystem::path>> exportRun(const RunHistory& run, CurveFormat format,
                                                     const std::filesystem::path& folder, bool replace = false);

// Converts event files of any program to the curves of a run. Common tag names are recognised: "loss", "Loss/train",
// "train/loss", "val_accuracy", "validation/loss", "lr"; every other tag becomes a metric of its name. A step with
// validation values counts as an epoch.
RunHistory historyFromEvents(const EventLog& log);
// Creates a run from the log, with its curves and no network. InvalidArgument if the log has no scalar.
Result<RunId> importRun(RunStore& store, const EventLog& log, const std::string& name, std::int32_t lowestId = 1);

}  // namespace fovea
