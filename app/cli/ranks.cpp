#include "app/cli/ranks.h"

#include <fmt/format.h>

#include <deque>
#include <nlohmann/json.hpp>

#include "app/cli/run_subject.h"
#include "app/cli/training_loop.h"
#include "core/backends/communicator.h"
#include "core/backends/mpi_link.h"
#include "core/base/file.h"
#include "core/base/guarded.h"
#include "core/layers/stable_hash.h"
#include "core/project/stored_settings.h"

namespace fovea::cli {
namespace {

constexpr std::uint64_t kLargestProgram = std::uint64_t{4} << 30;

// Identifies the program's file, since two builds can have the same version number.
std::string programDigest() {
  const auto program = readFile("/proc/self/exe", kLargestProgram);
  return program.ok() ? fmt::format("{:016x}", stableHash(*program)) : "unknown";
}

// Every rank compares the greetings of all ranks, so all of them fail with the same message.
Status greet(const Context& context) {
  const Json mine = {{"version", FOVEA_VERSION}, {"program", programDigest()}, {"arguments", context.arguments}};
  FOVEA_TRY(const std::vector<std::string> all, context.ranks->gather(formatJsonLine(mine)));
  FOVEA_TRY(const Json first, parseJson(all.front()));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    FOVEA_TRY(const Json other, parseJson(all[rank]));
    for (const char* part : {"version", "program"})
      if (other.value(part, Json()) != first.value(part, Json()))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("Rank {} runs another version of Fovea than rank 0 ({} {} instead of {} {}).", rank,
                                other.value("version", ""), other.value("program", ""), first.value("version", ""),
                                first.value("program", "")),
                    "Install the same fovea-cli on all machines.");
    if (other.value("arguments", Json()) != first.value("arguments", Json()))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Rank {} was started with other arguments than rank 0.", rank),
                  "Start all ranks with one command: mpirun -n K fovea-cli train …");
  }
  return {};
}

Json changesToJson(const std::vector<SettingChange>& changes) {
  Json list = Json::array();
  for (const SettingChange& change : changes)
    list.push_back({{"step", change.step}, {"setting", change.setting}, {"value", fieldValueToJson(change.value)}});
  return list;
}

Result<std::vector<SettingChange>> changesFromJson(const Json& list) {
  std::vector<SettingChange> changes;
  for (const Json& each : list) {
    SettingChange& change = changes.emplace_back();
    change.step = each.at("step").get<std::int64_t>();
    change.setting = each.at("setting").get<std::string>();
    const Field* const field = changeableSettings().find(change.setting);
    if (!field) return fail(ErrorCode::InvalidArgument, "\"" + change.setting + "\" cannot be set.");
    FOVEA_TRY(change.value, fieldValueFromJson(*field, each.at("value")));
  }
  return changes;
}

// Runs the steps of rank 0's TrainingLoop, without what only rank 0 may do.
Status followSteps(Context& context, Trainer& trainer, std::vector<SettingChange> changes) {
  std::deque<SettingChange> due(changes.begin(), changes.end());
  const auto applyDue = [&]() -> Status {
    for (; !due.empty() && due.front().step <= trainer.position().step && !trainer.inValidation(); due.pop_front())
      FOVEA_CHECK(trainer.change(due.front().setting, due.front().value));
    return {};
  };
  for (;;) {
    FOVEA_TRY(const bool stop, anyRankStops(context));
    if (stop) return fail(ErrorCode::Cancelled, "Training was stopped.");
    FOVEA_CHECK(applyDue());
    FOVEA_TRY(const TrainingUpdate update, trainer.advance());
    if (update.trouble) return *update.trouble;
    if (!update.finished) continue;
    FOVEA_CHECK(applyDue());
    if (isOver(trainer)) return {};
  }
}

Status follow(Context& context, const std::string& dataset) {
  FOVEA_TRY(const std::string text, context.ranks->fromFirst({}));
  FOVEA_TRY(const Json run, parseJson(text));
  FOVEA_TRY(const Network network, networkFromJson(run.at("network")));
  FOVEA_TRY(auto changes, changesFromJson(run.at("changes")));
  const TrainingSettings settings = settingsFromJson(run.at("settings"));
  std::filesystem::path folder = run.at("data").get<std::string>();
  // A folder that is named from the current one is each rank's own; a name in the project means the folder of rank 0.
  const bool own = normalFolder(run.at("current_folder").get<std::string>() / std::filesystem::path(dataset)) == folder;
  if (!dataset.empty() && own && std::filesystem::exists(dataset)) folder = normalFolder(dataset);
  FOVEA_TRY(auto data, Dataset::open(folder));
  FOVEA_TRY(const DeviceTeam devices, devicesOfRun(context, settings.device));
  FOVEA_CHECK(devices.leader()->setCommunicator(context.ranks));
  const TrainingPlan plan{network, settings, data, folder.string(), {}, context.cancel};
  const std::string checkpoint = run.at("checkpoint").get<std::string>();
  if (checkpoint.empty()) {
    FOVEA_TRY(const auto trainer, Trainer::create(plan, devices));
    return followSteps(context, *trainer, std::move(changes));
  }
  FOVEA_TRY(const Checkpoint state, readCheckpoint(checkpoint));
  FOVEA_TRY(const auto trainer, Trainer::resume(plan, state, devices));
  return followSteps(context, *trainer, std::move(changes));
}

Status join(Context& context) {
  CommunicatorOptions options;
  options.cancel = context.cancel;
  FOVEA_TRY(context.ranks, Communicator::create(openMpiLink, options));
  if (context.ranks->size() == context.environment.size) return {};
  return fail(ErrorCode::Unsupported,
              fmt::format("mpirun started {} ranks, but the library libmpi.so knows {}.", context.environment.size,
                          context.ranks->size()),
              "Start the ranks with the mpirun of the same Open MPI that is loaded.");
}

}  // namespace

Status runCommand(Context& context) {
  if (context.environment.several() && !context.worksInRanks)
    return fail(ErrorCode::Unsupported, "Only train and resume work in several ranks.",
                "Start this command without mpirun.");
  return guarded(context.work);
}

Status inRanks(Context& context, const std::string& dataset, const std::function<Status()>& lead) {
  if (!context.environment.foreign.empty())
    return fail(ErrorCode::Unsupported, "Several ranks were started, but not by Open MPI's mpirun.",
                "Start them with mpirun -n K fovea-cli train …");
  if (!context.environment.several()) return lead();
  FOVEA_CHECK(join(context));
  Status status = guarded([&] { return greet(context); });
  if (status.ok()) status = guarded([&] { return context.ranks->leads() ? lead() : follow(context, dataset); });
  // If all ranks were stopped together, none has failed.
  if (!status.ok() && !context.stoppedTogether) context.ranks->abort(status.error());
  return status;
}

Result<DeviceTeam> devicesOfRun(const Context& context, const std::string& list) {
  if (!context.ranks) return openDevices(context.backends, list);
  FOVEA_TRY(const std::string name, deviceOfRank(list, context.environment));
  FOVEA_TRY(auto device, context.backends.open(name));
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(list));
  const auto used = static_cast<std::size_t>(context.environment.onThisMachine);
  if (context.prints() && name != "cpu" && used < names.size())
    printWarning(context, fmt::format("Each rank uses one device, so {} of {} stay idle.", names.size() - used, list),
                 fmt::format("Start {} ranks on each machine, or name fewer devices.", names.size()));
  return DeviceTeam(std::move(device));
}

Status shareRun(const Context& context, const SharedRun& run, Device& device) {
  if (!context.ranks) return {};
  const Json json = {{"network", networkToJson(run.network)},
                     {"settings", settingsToJson(run.settings)},
                     {"data", normalFolder(run.data).string()},
                     {"current_folder", std::filesystem::current_path().string()},
                     {"checkpoint", run.checkpoint.empty() ? "" : std::filesystem::absolute(run.checkpoint).string()},
                     {"changes", changesToJson(run.changes)}};
  FOVEA_TRY([[maybe_unused]] const std::string same, context.ranks->fromFirst(formatJsonLine(json)));
  return device.setCommunicator(context.ranks);
}

Result<bool> anyRankStops(Context& context) {
  if (!context.ranks) return context.cancel.cancelled();
  FOVEA_TRY(context.stoppedTogether, context.ranks->any(context.cancel.cancelled()));
  return context.stoppedTogether;
}

Status needOneProcess(const Context& context, bool wanted, const char* what) {
  if (!context.ranks || !wanted) return {};
  return fail(ErrorCode::Unsupported, fmt::format("{} does not work with several ranks.", what),
              "Leave it out, or start fovea-cli without mpirun.");
}

}  // namespace fovea::cli
