// Why: several ranks train one network together, each on its share of every batch. Before the first step they compare
// what they train, and later they share values that only one of them has.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/layers/stable_hash.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

// A fact that must be the same on all ranks, with its description in an error.
struct RankFact {
  const char* name;
  const char* words;
};
constexpr RankFact kRankFacts[] = {{"network", "another network"},
                                   {"data", "other data"},
                                   {"settings", "other settings"},
                                   {"position", "another state of the run"}};

// Sums have the same order with any number of ranks only if all counts are powers of two.
Status checkMicroBatches(const TrainingSettings& settings, std::int64_t batch, std::int64_t ranks) {
  const std::int64_t count = settings.microBatches;
  if (count == 1) return {};
  if (!std::has_single_bit(static_cast<std::uint64_t>(count)))
    return fail(ErrorCode::InvalidArgument, fmt::format("A batch cannot be computed in {} micro-batches.", count),
                "Set micro_batches to 1, 2, 4, 8 or another power of two.");
  if (count % ranks != 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} micro-batches cannot be divided among {} ranks.", count, ranks),
                "Use a number of ranks that divides micro_batches, or set micro_batches to 1.");
  if (batch % count != 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A batch of {} cannot be divided into {} micro-batches.", batch, count),
                fmt::format("Set batch to a multiple of {}, such as {}.", count, (batch / count + 1) * count));
  if (settings.normOverRanks && count > ranks)
    return fail(ErrorCode::InvalidArgument,
                "Batch norm over the samples of all ranks needs the whole batch at once, not micro-batches.",
                "Set micro_batches to 1, or switch norm_over_ranks off.");
  return {};
}

double weightOf(const BatchShare& rows, std::int64_t batch) {
  return rows.counts ? static_cast<double>(rows.count) / static_cast<double>(batch) : 0;
}

std::string digest(const std::string& text) {
  return fmt::format("{:016x}{:016x}", stableHash(text), stableHash(text, 1));
}

}  // namespace

StepShare Trainer::State::shareOf(std::int64_t batch, bool dense) const {
  if (!ranks()) return {};
  const BatchShare rows = shareOfBatch(batch, rank(), rankCount());
  return {.whole = batch, .first = rows.first, .weight = weightOf(rows, batch), .ranks = true, .dense = dense};
}

std::int64_t Trainer::State::ownRows(std::int64_t batch) const {
  return shareOfBatch(batch, rank(), rankCount()).count;
}

std::int64_t Trainer::State::ownMicroBatches() const {
  return std::max<std::int64_t>(1, plan.settings.microBatches / rankCount());
}

StepShare Trainer::State::shareOfMicroBatch(std::int64_t batch, std::int64_t index, bool dense) const {
  const std::int64_t count = ownMicroBatches();
  if (count == 1) return shareOf(batch, dense);
  const BatchShare rows = shareOfBatch(batch, rank() * count + index, rankCount() * count);
  return {.whole = batch,
          .first = rows.first,
          .weight = weightOf(rows, batch),
          .ranks = ranks() != nullptr,
          .dense = dense,
          .microBatch = index,
          .microBatches = count};
}

// A batch that has fewer samples than micro-batches leaves some of them a sample that does not count.
BatchShare Trainer::State::rowsOf(std::int64_t batch, std::int64_t index) const {
  const std::int64_t count = ownMicroBatches();
  const BatchShare own = shareOfBatch(batch, rank(), rankCount());
  BatchShare rows = shareOfBatch(batch, rank() * count + index, rankCount() * count);
  rows.first = std::clamp<std::int64_t>(rows.first - own.first, 0, own.count - rows.count);
  return rows;
}

// All ranks compute the same number of samples of a full batch, and so do all micro-batches. Only the last batch of an
// epoch may be uneven.
Status Trainer::State::checkSharing(std::int64_t batch) const {
  FOVEA_CHECK(checkMicroBatches(plan.settings, batch, rankCount()));
  if (ranks() && device->kernels().find("all_reduce").empty())
    return fail(
        ErrorCode::Unsupported,
        fmt::format("Several ranks cannot train together on {}, which sums nothing over ranks.", device->info().id),
        "Train with several ranks on the CPU: --device cpu.");
  if (!ranks() || batch % ranks()->size() == 0) return {};
  const std::int64_t size = ranks()->size(), below = batch / size * size;
  const std::string choice = below > 0 ? fmt::format("{} or {}", below, below + size) : fmt::format("{}", size);
  return fail(ErrorCode::InvalidArgument, fmt::format("A batch of {} cannot be divided among {} ranks.", batch, size),
              fmt::format("Set batch, the number of samples of all ranks together, to {}.", choice));
}

Status Trainer::State::checkRanks(const StepGraph& step) const {
  // A run of an earlier version goes on with parts that are weighted by their samples.
  if (!step.undividedLoss.empty() && !resumed && (ranks() || ownMicroBatches() > 1))
    return fail(ErrorCode::Unsupported,
                fmt::format("The loss of a batch does not follow from those of its parts because of “{}”, so neither "
                            "ranks nor micro-batches can share a batch.",
                            step.undividedLoss),
                "Train with one rank and micro_batches of 1, or with another loss.");
  if (step.carried.empty()) return {};
  const std::string& layer = step.carried.front().layer;
  if (ranks())
    return fail(ErrorCode::Unsupported,
                fmt::format("“{}” carries its state from batch to batch, which several ranks cannot do.", layer),
                "Train with one rank, or set the layer's state to zero.");
  if (ownMicroBatches() > 1)
    return fail(
        ErrorCode::Unsupported,
        fmt::format("“{}” carries its state from batch to batch, so a batch cannot be computed in micro-batches.",
                    layer),
        "Set micro_batches to 1, or the layer's state to zero.");
  return {};
}

// Every rank compares the facts of all ranks, so all find the same difference and fail with the same message.
Status Trainer::State::agree() const {
  FOVEA_CHECK(checkSharing(plan.settings.batch));
  if (!ranks()) return {};
  FieldValues settings = trainingSettingsSchema().write(plan.settings);
  settings.set("device", std::string());
  Json facts;
  facts["network"] = digest(networkToJson(plan.network).dump());
  facts["settings"] = fieldValuesToJson(settings);
  facts["data"] = fingerprint ? fmt::format("{} {} {} {} {}", fingerprint->training, fingerprint->validation,
                                            fingerprint->contents, fingerprint->labels, fingerprint->targets)
                              : plan.source->info().name;
  facts["position"] = fmt::format("step {}, epoch {}, sample {}", position.step, position.epoch, position.sample);
  FOVEA_TRY(const std::vector<std::string> all, ranks()->gather(facts.dump()));
  FOVEA_TRY(const Json first, parseJson(all.front()));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    FOVEA_TRY(const Json other, parseJson(all[rank]));
    for (const RankFact& fact : kRankFacts) {
      const Json was = first.value(fact.name, Json()), is = other.value(fact.name, Json());
      if (was == is) continue;
      std::string more;
      if (fact.name != std::string("network") && was.is_string() && is.is_string())
        more = fmt::format(" ({} instead of {})", is.get<std::string>(), was.get<std::string>());
      if (was.is_object() && is.is_object())
        for (const auto& [name, value] : was.items())
          if (is.value(name, Json()) != value)
            more = fmt::format(" ({} is {} instead of {})", name, is.value(name, Json()).dump(), value.dump());
      return fail(ErrorCode::InvalidArgument, fmt::format("Rank {} has {} than rank 0{}.", rank, fact.words, more),
                  "All ranks of a run need the same program, network, data and settings.");
    }
  }
  return {};
}

// Replaces the values of all ranks by those of rank 0.
Status Trainer::State::takeFromFirst(const std::vector<std::string>& names) {
  if (!ranks() || names.empty()) return {};
  std::vector<Tensor> values;
  SumRequest sum{{}, false, ranks()->leads() ? 1.0 : 0.0};
  for (const std::string& name : names) {
    FOVEA_TRY(values.emplace_back(), store->read(name));
    sum.parts.push_back({values.back().raw(), values.back().bytes() / sizeof(float)});
  }
  FOVEA_CHECK(ranks()->sum(std::move(sum)));
  if (ranks()->leads()) return {};
  for (std::size_t i = 0; i < names.size(); ++i) FOVEA_CHECK(store->write(names[i], values[i]));
  return {};
}

// Each rank computes running statistics from its own samples. Checkpoints and validations use those of rank 0.
Status Trainer::State::shareStatistics() {
  std::vector<std::string> names;
  for (const std::string& name : statistics)
    for (const std::string& each : {name, averageOf(name)})
      if (store->contains(each)) names.push_back(each);
  return takeFromFirst(names);
}

// True if all ranks sum the same numbers in the same order. Their kernels may have chosen different layouts.
Result<bool> Trainer::State::sumsAlike(const Executor& executor) const {
  if (!ranks()) return true;
  const std::string text = executor.describe();
  std::string sums;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.find("all_reduce") != std::string::npos) sums += line + "\n";
    at = end + 1;
  }
  FOVEA_TRY(const std::vector<std::string> all, ranks()->gather(digest(sums)));
  return std::all_of(all.begin(), all.end(), [&](const std::string& each) { return each == all.front(); });
}

Result<bool> Trainer::State::agreeOn(bool wanted) const {
  if (!ranks()) return wanted;
  return ranks()->any(wanted);
}

Trainer::State::~State() {
  if (device && ranks()) (void)device->synchronize();
}

// An error of one rank ends the run on all ranks.
Error Trainer::State::endedForAll(const Error& error) const {
  if (ranks()) ranks()->abort(error);
  return error;
}

}  // namespace fovea
