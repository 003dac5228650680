// Why: TensorBoard stores a histogram in two ways, as HistogramProto (limits of buckets with counts) and as a tensor of
// rows (left, right, count). Converts both to Histogram, and Histogram to the first, which every version reads.
// Sources: tensorboard's histogram.proto, summary.proto and plugins/histogram. Internal to core/train.
// Thread-safety: pure functions.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/train/statistics.h"

namespace fovea {

// Tags whose tensors are histograms.
using HistogramTags = std::set<std::string, std::less<>>;

std::string histogramProto(const Histogram& histogram);

// Nothing for a histogram without finite limits and counts; `bad` is set if the message cannot be read.
std::optional<Histogram> histogramOfProto(std::string_view message, bool& bad);
std::optional<Histogram> histogramOfTensor(std::string_view message, bool& bad);
// Whether a value's SummaryMetadata name the plugin "histograms".
bool isHistogramMetadata(std::string_view metadata, bool& bad);

}  // namespace fovea
