// fovea-cli: everything Fovea does, without a screen.
#include <csignal>

#include "app/cli/command_line.h"
#include "app/cli/ranks.h"
#include "core/base/spin_policy.h"

namespace {

fovea::CancelToken* interrupted = nullptr;

void onInterrupt(int) {
  // The second Ctrl+C ends the program the hard way.
  std::signal(SIGINT, SIG_DFL);
  interrupted->cancel();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace fovea;
  preferShortSpins(argv);
  cli::Context context;
  context.environment = rankEnvironment();
  context.arguments.assign(argv + 1, argv + argc);
  registerCpuBackend(context.backends);
  registerCudaBackend(context.backends);
  registerReferenceBackend(context.backends);
  interrupted = &context.cancel;
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);
  // A closed terminal also stops a run properly, unless nohup is used.
  if (std::signal(SIGHUP, SIG_IGN) != SIG_IGN) std::signal(SIGHUP, onInterrupt);
  // A file size limit becomes an error message like a full disk, instead of ending the program.
  std::signal(SIGXFSZ, SIG_IGN);

  CLI::App app("Fovea: build, train and understand neural networks.", "fovea-cli");
  app.set_version_flag("--version", "fovea-cli " FOVEA_VERSION);
  app.require_subcommand(1);
  for (const auto add : {cli::addDoctorCommand, cli::addImportCommand, cli::addDatasetCommand, cli::addNetworkCommand,
                         cli::addTrainCommand, cli::addResumeCommand, cli::addRunsCommand, cli::addQueueCommand,
                         cli::addSweepCommand, cli::addPresetsCommand, cli::addEvalCommand, cli::addInferCommand,
                         cli::addInspectCommand, cli::addDiagnoseCommand, cli::addProjectCommand, cli::addBenchCommand,
                         cli::addPlanScalingCommand, cli::addSlurmCommand})
    add(app, context);
  if (const auto code = cli::parseCommandLine(app, context, argc, argv)) return *code;

  const Status status = cli::runCommand(context);
  if (status.ok()) return 0;
  if (!context.toldError) cli::printError(context, status.error());
  return status.error().code == ErrorCode::Cancelled ? 130 : 1;
}
