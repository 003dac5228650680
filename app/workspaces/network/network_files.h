// Why: everything of the Network place that has to do with files: networks of any format come and go, the drawing is
// exported and printed. It asks and tells; the session and core do the work.
#pragma once
#include <QPointer>

#include "app/bridge/network_exchange.h"
#include "widgets/actions/action.h"

namespace fovea {

class ImportReportDialog;
class NetworkCanvas;
class SampleShapeDialog;

class NetworkFiles : public QObject {
  Q_OBJECT
 public:
  // `place` is the parent of dialogs; all outlive this.
  NetworkFiles(Session& session, NetworkCanvas& canvas, QWidget* place);

  const QList<Action*>& actions() const { return actions_; }
  // Enables the actions that can be done now.
  void refresh();
  // The report of the last import, while it is shown.
  ImportReportDialog* report() const;
  // Asks how large the samples of a file are, while it is shown.
  SampleShapeDialog* shapeQuestion() const;

 public Q_SLOTS:
  // As another network of the project: a drawing at once, anything with weights as a job.
  void open(const QString& file);
  void exportNetwork(const fovea::NetworkExportOptions& options) { exchange_.exportTo(options); }
  // As .svg, .png or .pdf.
  void exportDrawing(const QString& file);
  // Begins a run of the drawing with the weights of `checkpoint`.
  void trainFrom(const fovea::CheckpointRecord& checkpoint);

 Q_SIGNALS:
  void failed(const fovea::Error& error);
  // What went well, and what to know of it.
  void done(const QString& title, const QString& advice);
  void trainingBegun();

 private:
  void makeActions();
  void chooseToOpen();
  void chooseExport();
  void saveAs();
  void chooseDrawing();
  void printDrawing();
  void showReport();
  void askShape(const QString& file, const std::vector<std::int64_t>& open);
  void tellExport(const NetworkExport& written);

  Session& session_;
  NetworkCanvas& canvas_;
  QWidget* place_;
  NetworkExchange exchange_;
  std::optional<NetworkImport> last_;
  QPointer<ImportReportDialog> report_;
  QPointer<SampleShapeDialog> shapeQuestion_;
  QList<Action*> actions_;
  QList<Action*> ofDrawing_;  // that need layers
  Action* showReport_ = nullptr;
};

}  // namespace fovea
