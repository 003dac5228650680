#include "app/bridge/import_again.h"

#include "app/bridge/project_thread.h"
#include "core/data/importing/import_again.h"

namespace fovea {

Job* importAgain(Session& session, const Dataset& dataset) {
  Job* job = session.jobs()->start(QObject::tr("Importing %1 again").arg(QString::fromStdString(dataset.info().name)),
                                   [info = dataset.info(), folder = dataset.folder(), readOnly = session.readOnly()](
                                       const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                     if (readOnly) return projectIsReadOnly();
                                     const auto summary = importSkippedAgain(folder, info, progress, cancel);
                                     return summary.ok() ? Status() : Status(summary.error());
                                   });
  QObject::connect(job, &Job::finished, &session, [&session, folder = dataset.folder()](const Status& status) {
    if (status.ok()) session.datasets()->reopen(folder);
  });
  return job;
}

}  // namespace fovea
