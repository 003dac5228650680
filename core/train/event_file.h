// Why: TensorBoard and Fovea can show the same run. Reads and writes TensorBoard's event files: TFRecord records (a
// length and the data, each with a masked CRC-32C) that hold one protocol buffer message Event each. Scalars and
// histograms are read; other summaries are counted. Sources: tensorboard's event.proto, summary.proto and tensor.proto for the field
// numbers, TFRecord's description for the framing, RFC 3720 for CRC-32C. Thread-safety: pure functions.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/train/statistics.h"

namespace fovea {

// One point of a curve.
struct ScalarEvent {
  double time = 0;  // seconds since 1970
  std::int64_t step = 0;
  std::string tag;  // "train/loss"
  double value = 0;
};

// A distribution at one step.
struct HistogramEvent {
  double time = 0;  // seconds since 1970
  std::int64_t step = 0;
  std::string tag;  // "weights/conv1"
  Histogram histogram;
};

struct EventLog {
  std::vector<ScalarEvent> scalars;          // in file order
  std::vector<HistogramEvent> histograms{};  // likewise; buckets of other widths are shared out among equal ones
  std::int64_t others = 0;                   // all other summaries: images, texts, sounds
  std::int64_t repeated = 0;                 // scalars and histograms that a later event replaced: see readEvents()
  // The file ends within a record, since its program is still writing or the machine failed; then zeros may follow.
  bool cut = false;
};

// Returns an event file with these scalars and then these histograms, in order; scalars of one step and time share a
// record.
std::string formatEvents(std::span<const ScalarEvent> scalars, std::span<const HistogramEvent> histograms = {});
// Corrupt names the byte and the fault: a wrong checksum, a record that is no Event. Allocates no more than the input's
// size.
Result<EventLog> parseEvents(std::string_view bytes);
// Reads one file, or all event files in a folder (not its subfolders) in order of name. A program that goes on from an
// earlier state writes steps again: of each tag, an event replaces those before it with the same or a later step, as
// TensorBoard's data server does, and a start of a session those of all tags, as its older reader does. NotFound if
// there is no file; InvalidArgument for files of more than 256 MiB.
Result<EventLog> readEvents(const std::filesystem::path& path);

}  // namespace fovea
