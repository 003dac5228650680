#include "app/bridge/weight_run.h"

#include <QCoreApplication>

#include "core/inspect/matched_checkpoint.h"
#include "core/project/run_recorder.h"

namespace fovea {
namespace {

using Recorder = std::shared_ptr<RunRecorder>;
using Kept = std::function<void(const Result<CheckpointRecord>&)>;

void writeWeights(Session& session, const QString& name, std::shared_ptr<const Checkpoint> weights, Recorder recorder,
                  QObject* receiver, const Kept& done) {
  auto kept = std::make_shared<CheckpointRecord>();
  const RunId run = recorder->run();
  const auto work = [recorder = std::move(recorder), kept, weights = std::move(weights)](const ProgressFunction&,
                                                                                         const CancelToken&) -> Status {
    auto written = recorder->saveCheckpoint(*weights);
    if (!written.ok()) {
      FOVEA_CHECK(recorder->withdraw());
      return written.error();
    }
    *kept = std::move(*written);
    return recorder->setStatus(RunStatus::Finished);
  };
  Job* job = session.jobs()->start(QCoreApplication::translate("WeightRun", "Storing %1").arg(name), work);
  QObject::connect(job, &Job::finished, receiver, [&session, run, kept, receiver, done](const Status& status) {
    if (!status.ok()) return done(status.error());
    // The run is in the table before anyone is told of it.
    session.projectThread()->ask([run](Project& project) { return readRunEntry(project.runs(), run); }, receiver,
                                 [&session, kept, done](Result<RunEntry>& entry) {
                                   if (!entry.ok()) return done(entry.error());
                                   session.runs()->put(std::move(*entry));
                                   done(*kept);
                                 });
  });
}

}  // namespace

void keepAsRun(Session& session, const QString& name, Checkpoint weights, QObject* receiver, Kept done) {
  Project* project = session.project();
  if (!project)
    return done(fail(ErrorCode::InvalidArgument, "No project is open, so the weights were not kept.",
                     "Create a project in Home and import the file again."));
  RunDescription description{name.toStdString(), weights.network, weights.settings,
                             project->manifest().trainingDataset};
  description.givenWeights = true;
  // The new run begins at step 0, whatever the position of the weights in another run was.
  weights.position = {};
  session.projectThread()->ask(
      [description](Project& opened) -> Result<Recorder> {
        FOVEA_TRY(auto begun, RunRecorder::begin(opened, description));
        return Recorder(std::move(begun));
      },
      receiver,
      [&session, name, receiver, done = std::move(done),
       kept = std::make_shared<const Checkpoint>(std::move(weights))](Result<Recorder>& begun) mutable {
        if (!begun.ok()) return done(begun.error());
        writeWeights(session, name, std::move(kept), std::move(*begun), receiver, done);
      });
}

void keepDrawnNetwork(Session& session, const CheckpointRecord& from, QObject* receiver,
                      std::function<void(const Result<DrawnRun>&)> done) {
  if (const Status ready = session.networkReady(); !ready.ok()) return done(ready.error());
  auto matched = std::make_shared<MatchedCheckpoint>();
  const auto work = [matched, drawn = session.network(), file = session.project()->checkpointPath(from)](
                        const ProgressFunction&, const CancelToken&) -> Status {
    FOVEA_TRY(const Checkpoint trained, readCheckpoint(file));
    FOVEA_TRY(*matched, matchCheckpoint(trained, drawn));
    return {};
  };
  const QString network = QString::fromStdString(session.network().name());
  // Runs of one network are told apart by their names.
  const QString name =
      QCoreApplication::translate("WeightRun", "%1 with weights of run %2").arg(network).arg(from.run.index);
  Job* job =
      session.jobs()->start(QCoreApplication::translate("WeightRun", "Fitting weights to %1").arg(network), work);
  QObject::connect(job, &Job::finished, receiver,
                   [&session, job, matched, name, receiver, done = std::move(done)](const Status& status) {
                     if (job->cancelled()) return;  // a user who cancels wants no run
                     if (!status.ok()) return done(status.error());
                     keepAsRun(session, name, std::move(matched->checkpoint), receiver,
                               [matched, done](const Result<CheckpointRecord>& kept) {
                                 done(kept.ok() ? Result<DrawnRun>(DrawnRun{*kept, matched->report}) : kept.error());
                               });
                   });
}

}  // namespace fovea
