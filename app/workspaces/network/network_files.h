// Why: all file operations of the Network workspace: import and export of networks, export and printing of the drawing.
// It handles dialogs and messages; the session and core do the work.
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
  // Enables the currently possible actions.
  void refresh();
  // The last import's report while it is shown, else null.
  ImportReportDialog* report() const;
  // The dialog that asks for a file's sample shapes while it is shown, else null.
  SampleShapeDialog* shapeQuestion() const;

 public Q_SLOTS:
  // Adds the file to the project as a network: a drawing at once, a file with weights as a job.
  void open(const QString& file);
  void exportNetwork(const fovea::NetworkExportOptions& options) { exchange_.exportTo(options); }
  // Writes .svg, .png or .pdf.
  void exportDrawing(const QString& file);
  // Starts a run of the drawing with the weights of `checkpoint`.
  void trainFrom(const fovea::CheckpointRecord& checkpoint);

 Q_SIGNALS:
  void failed(const fovea::Error& error);
  // An operation succeeded; `advice` holds remarks.
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
  void askShape(const QString& file, const std::vector<InputChoice>& open);
  void tellExport(const NetworkExport& written);

  Session& session_;
  NetworkCanvas& canvas_;
  QWidget* place_;
  NetworkExchange exchange_;
  std::optional<NetworkImport> last_;
  QPointer<ImportReportDialog> report_;
  QPointer<SampleShapeDialog> shapeQuestion_;
  QList<Action*> actions_;
  QList<Action*> ofDrawing_;  // actions that need layers
  Action* showReport_ = nullptr;
};

}  // namespace fovea
