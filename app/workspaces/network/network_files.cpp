#include "app/workspaces/network/network_files.h"

#include <QFileDialog>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>

#include "app/unless_gone.h"
#include "app/workspaces/network/export_dialog.h"
#include "app/workspaces/network/import_report.h"
#include "app/workspaces/network/replace_question.h"
#include "app/workspaces/network/sample_shape_dialog.h"
#include "widgets/canvas/canvas_export.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/save_file.h"

namespace fovea {
namespace {

constexpr double kPrintedPixel = 1.0 / 96;  // maximum size in inches

}  // namespace

NetworkFiles::NetworkFiles(Session& session, NetworkCanvas& canvas, QWidget* place)
    : QObject(place), session_(session), canvas_(canvas), place_(place), exchange_(session) {
  makeActions();
  connect(&exchange_, &NetworkExchange::failed, this, &NetworkFiles::failed);
  connect(&exchange_, &NetworkExchange::exported, this, &NetworkFiles::tellExport);
  connect(&exchange_, &NetworkExchange::shapeWanted, this, &NetworkFiles::askShape);
  connect(&exchange_, &NetworkExchange::imported, this, [this](const NetworkImport& import) {
    last_ = import;
    showReport_->setEnabled(true);
    showReport();
  });
}

ImportReportDialog* NetworkFiles::report() const {
  return report_;
}

SampleShapeDialog* NetworkFiles::shapeQuestion() const {
  return shapeQuestion_;
}

void NetworkFiles::makeActions() {
  const auto add = [this](const char* id, int group, const char* iconName, const QString& text, const QString& help,
                          const QList<QKeySequence>& keys, std::function<void()> work) {
    const ActionSpec spec{.id = id, .text = text, .icon = iconName, .keys = keys, .help = help, .group = group};
    actions_ << makeAction(this, spec, std::move(work));
    return actions_.back();
  };
  add("network.open", 1, "import", tr("Open or import a network…"),
      tr("From a file of Fovea or of another program, with its weights"), {QKeySequence(tr("Ctrl+Shift+O"))},
      [this] { chooseToOpen(); });
  ofDrawing_ << add("network.export", 1, "export", tr("Export the network…"), tr("With weights, for another program"),
                    {QKeySequence(tr("Ctrl+Shift+E"))}, [this] { chooseExport(); });
  showReport_ = add("network.report", 1, "info", tr("Report of the last import"), tr("What became of it"), {},
                    [this] { showReport(); });
  showReport_->setEnabled(false);
  ofDrawing_ << add("network.saveAs", 1, "save", tr("Save the network as…"), tr("Only the drawing, without weights"),
                    {}, [this] { saveAs(); });
  ofDrawing_ << add("network.exportDrawing", 2, "image", tr("Export the drawing…"),
                    tr("As vectors, a picture or a page"), {}, [this] { chooseDrawing(); });
  ofDrawing_ << add("network.print", 2, "print", tr("Print the drawing…"), tr("On one page"), {},
                    [this] { printDrawing(); });
}

void NetworkFiles::refresh() {
  for (Action* action : ofDrawing_) action->setEnabled(!session_.network().layers().empty());
}

void NetworkFiles::chooseToOpen() {
  const QString file = QFileDialog::getOpenFileName(place_, tr("Open or import a network"), {}, importFilters());
  if (!file.isEmpty()) open(file);
}

void NetworkFiles::open(const QString& file) {
  if (!isBareDrawing(file)) {
    exchange_.importFile(file);
    return;
  }
  session_.networks()->open(file.toStdString(), tr("Open network"), unlessGone(this, [this](const Status& status) {
                              if (!status.ok()) Q_EMIT failed(status.error());
                            }));
}

void NetworkFiles::chooseExport() {
  ExportDialog dialog(session_, place_);
  if (dialog.exec() == QDialog::Accepted) exchange_.exportTo(dialog.options());
}

void NetworkFiles::tellExport(const NetworkExport& written) {
  const ExchangeReport& report = written.report;
  QStringList remarks;
  for (const auto* list : {&report.approximated, &report.dropped, &report.notes})
    for (const std::string& line : *list) remarks << coreMessage(line);
  Q_EMIT done(tr("Exported to %1.").arg(written.file), remarks.join(' '));
}

void NetworkFiles::showReport() {
  delete report_;
  report_ = new ImportReportDialog(*last_, place_);
  report_->setAttribute(Qt::WA_DeleteOnClose);
  connect(report_, &ImportReportDialog::trainingWanted, this, [this] { trainFrom(*last_->weights); });
  connect(report_, &ImportReportDialog::foldingWanted, this, [this] { report_->showFolded(canvas_.foldRepeated()); });
  report_->open();
}

void NetworkFiles::askShape(const QString& file, const std::vector<InputChoice>& open) {
  delete shapeQuestion_;
  shapeQuestion_ = new SampleShapeDialog(file, open, session_.trainingDataset().get(), place_);
  shapeQuestion_->setAttribute(Qt::WA_DeleteOnClose);
  connect(shapeQuestion_, &QDialog::accepted, this,
          [this, file] { exchange_.importFile(file, shapeQuestion_->inputs()); });
  shapeQuestion_->open();
}

void NetworkFiles::trainFrom(const CheckpointRecord& checkpoint) {
  const Status begun =
      session_.project()
          ? session_.startRun(session_.nextSettings(), session_.network().name(),
                              session_.project()->checkpointPath(checkpoint))
          : Status(fail(ErrorCode::InvalidArgument, "No project is open.", "Open or create one in Home."));
  if (begun.ok())
    Q_EMIT trainingBegun();
  else
    Q_EMIT failed(begun.error());
}

void NetworkFiles::saveAs() {
  const QString file =
      saveFileName(place_, tr("Save the network"), QString::fromStdString(session_.network().name()) + ".json",
                   tr("Networks (*.json)"));
  if (file.isEmpty()) return;
  // Any other ending ("lenet.v2") would hide the file from the dialog that opens networks.
  const QString named = file.endsWith(".json", Qt::CaseInsensitive) ? file : file + ".json";
  if (named != file && !mayReplace(named, place_)) return;
  session_.networks()->saveTo(named.toStdString(), unlessGone(this, [this](const Status& status) {
                                if (!status.ok()) Q_EMIT failed(status.error());
                              }));
}

void NetworkFiles::chooseDrawing() {
  const QString name = QString::fromStdString(session_.network().name()) + ".svg";
  const QString file = QFileDialog::getSaveFileName(place_, tr("Export the drawing"), name,
                                                    tr("Vectors (*.svg);;Pictures (*.png);;Pages (*.pdf)"));
  if (!file.isEmpty()) exportDrawing(file);
}

void NetworkFiles::exportDrawing(const QString& file) {
  const Status status = fovea::exportDrawing(session_.network(), session_.report(), file, canvas_.scene()->path(),
                                             canvas_.scene()->style().sideways);
  if (status.ok())
    Q_EMIT done(tr("Exported to %1.").arg(file), {});
  else
    Q_EMIT failed(status.error());
}

void NetworkFiles::printDrawing() {
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(QString::fromStdString(session_.network().name()));
  QPrintDialog dialog(&printer, place_);
  if (dialog.exec() != QDialog::Accepted) return;
  QPainter painter;
  if (!painter.begin(&printer)) {
    Q_EMIT failed(fail(ErrorCode::Io, "The printer did not begin.", "Choose another printer, or export the drawing."));
    return;
  }
  const QRectF page({0, 0}, printer.pageLayout().paintRectPixels(printer.resolution()).size());
  paintDrawing(session_.network(), session_.report(), painter, page, printer.resolution() * kPrintedPixel,
               canvas_.scene()->path(), canvas_.scene()->style().sideways);
}

}  // namespace fovea
