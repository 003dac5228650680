#include "app/bridge/network_exchange.h"

#include <QFileInfo>

#include "app/bridge/weight_run.h"
#include "widgets/canvas/canvas_export.h"
#include "widgets/canvas/scene/arrange.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr double kTypicalNodeHeight = 72;

// Layers from other programs have no positions: they are arranged before they are shown.
void arrangeAnew(Network& network) {
  const QSizeF card(size::kNodeWidth, kTypicalNodeHeight);
  LayoutGraph graph;
  for (const Layer& layer : network.layers()) graph.nodes.push_back({layer.id, card, card.width() / 2});
  graph.edges = network.edges();
  // Positions are always valid, so this cannot fail.
  (void)applyEdit(network, arrangeEdit(network, bestLayout(graph), [card](LayerId) { return card; }));
}

Result<Checkpoint> readModelFile(const QString& file, const ExchangeOptions& options, const BackendRegistry& backends,
                                 ExchangeReport& report) {
  if (isPictureFile(file)) {
    Checkpoint drawing;
    report.freshWeights = true;
    FOVEA_TRY(drawing.network, readDrawing(file));
    return drawing;
  }
  if (isBareDrawing(file)) {
    Checkpoint drawing;
    report.freshWeights = true;
    FOVEA_TRY(drawing.network, readNetwork(file.toStdString()));
    return drawing;
  }
  FOVEA_TRY(const auto device, backends.open("cpu"));
  FOVEA_TRY(Checkpoint read, readExchanged(file.toStdString(), options, device, report));
  if (!report.arranged) arrangeAnew(read.network);
  return read;
}

Result<Checkpoint> checkpointToWrite(const Network& drawing, const std::optional<std::filesystem::path>& file) {
  if (file) return readCheckpoint(*file);
  Checkpoint checkpoint;
  checkpoint.network = drawing;
  FOVEA_TRY(checkpoint.tensors, firstWeights(drawing, 0));
  return checkpoint;
}

}  // namespace

bool isBareDrawing(const QString& file) {
  const QFileInfo info(file);
  return info.suffix().toLower() == "json" &&
         !QFileInfo::exists(info.path() + "/" + info.completeBaseName() + ".safetensors");
}

bool isPictureFile(const QString& file) {
  const QString suffix = QFileInfo(file).suffix().toLower();
  return suffix == "svg" || suffix == "png" || suffix == "pdf";
}

bool canImportNetwork(const QString& file) {
  if (isPictureFile(file)) return true;
  for (const ExchangeFormat& format : exchangeFormats())
    for (const std::string& ending : format.endings)
      if (format.reads && file.endsWith(QString::fromStdString(ending), Qt::CaseInsensitive)) return true;
  return false;
}

QString importFilters() {
  QStringList all, single;
  for (const ExchangeFormat& format : exchangeFormats()) {
    if (!format.reads) continue;
    QStringList endings;
    for (const std::string& ending : format.endings) endings << "*" + QString::fromStdString(ending);
    all << endings;
    single << QString("%1 (%2)").arg(coreMessage(format.title), endings.join(' '));
  }
  const QString drawings = "*.svg *.png *.pdf";
  all << drawings;
  single << QObject::tr("Drawings that hold their network (%1)").arg(drawings);
  single.prepend(QObject::tr("All networks (%1)").arg(all.join(' ')));
  return single.join(";;");
}

Result<Network> readNetworkOf(const QString& file, const BackendRegistry& backends, const CancelToken& cancel) {
  ExchangeOptions options;
  options.cancel = cancel;
  ExchangeReport report;
  FOVEA_TRY(Checkpoint read, readModelFile(file, options, backends, report));
  return std::move(read.network);
}

NetworkExchange::NetworkExchange(Session& session, QObject* parent) : QObject(parent), session_(session) {}

void NetworkExchange::importFile(const QString& file, const std::vector<InputChoice>& inputs) {
  struct Outcome {
    Checkpoint checkpoint;
    ExchangeReport report;
  };
  auto outcome = std::make_shared<Outcome>();
  Job* job =
      session_.jobs()->start(tr("Importing %1").arg(QFileInfo(file).fileName()),
                             [file, inputs, outcome, backends = session_.backends()](
                                 const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                               ExchangeOptions options;
                               options.progress = progress;
                               options.cancel = cancel;
                               options.inputs = inputs;
                               options.guessShape = false;
                               FOVEA_TRY(outcome->checkpoint, readModelFile(file, options, *backends, outcome->report));
                               if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Cancelled.");
                               return {};
                             });
  connect(job, &Job::finished, this, [this, job, file, inputs, outcome](const Status& status) {
    // Also if the job noticed the cancellation too late: a user who cancels wants to keep the present network.
    if (job->cancelled()) return;
    if (!status.ok()) {
      if (!outcome->report.openInputs.empty() && inputs.empty())
        Q_EMIT shapeWanted(file, outcome->report.openInputs);
      else if (status.error().code != ErrorCode::Cancelled)
        Q_EMIT failed(status.error());
      return;
    }
    NetworkImport import;
    import.file = file;
    import.report = std::move(outcome->report);
    adopt(std::move(import), std::move(outcome->checkpoint));
  });
}

void NetworkExchange::adopt(NetworkImport import, Checkpoint checkpoint) {
  const QString title = tr("Import %1").arg(QFileInfo(import.file).fileName());
  auto brought = std::make_shared<std::pair<NetworkImport, Checkpoint>>(std::move(import), std::move(checkpoint));
  session_.networks()->add(brought->second.network, title, [exchange = QPointer(this), brought](const Status& added) {
    if (!exchange) return;
    if (added.ok())
      exchange->finishImport(std::move(brought->first), std::move(brought->second));
    else
      Q_EMIT exchange->failed(added.error());
  });
}

void NetworkExchange::finishImport(NetworkImport import, Checkpoint checkpoint) {
  import.network = session_.network().name();
  import.layers = layerCount(checkpoint.network);
  import.parameters = session_.report().parameters;
  if (import.report.freshWeights) {
    Q_EMIT imported(import);
    return;
  }
  const QString name = tr("imported %1").arg(QFileInfo(import.file).completeBaseName());
  keepAsRun(session_, name, std::move(checkpoint), this,
            [this, import = std::move(import)](const Result<CheckpointRecord>& kept) mutable {
              kept.ok() ? void(import.weights = *kept) : void(import.unkept = kept.error());
              Q_EMIT imported(import);
            });
}

void NetworkExchange::exportTo(const NetworkExportOptions& wanted) {
  std::optional<std::filesystem::path> checkpoint;
  if (wanted.checkpoint) checkpoint = session_.project()->checkpointPath(*wanted.checkpoint);
  auto report = std::make_shared<ExchangeReport>();
  Job* job = session_.jobs()->start(tr("Exporting %1").arg(QFileInfo(wanted.file).fileName()),
                                    [wanted, report, checkpoint, drawing = session_.network()](
                                        const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                      ExchangeOptions options;
                                      options.opset = wanted.opset;
                                      options.progress = progress;
                                      options.cancel = cancel;
                                      FOVEA_TRY(const Checkpoint source, checkpointToWrite(drawing, checkpoint));
                                      return writeExchanged(wanted.file.toStdString(), source, options, *report);
                                    });
  connect(job, &Job::finished, this, [this, file = wanted.file, report](const Status& status) {
    if (status.ok())
      Q_EMIT exported({file, std::move(*report)});
    else if (status.error().code != ErrorCode::Cancelled)
      Q_EMIT failed(status.error());
  });
}

}  // namespace fovea
