#include "app/workspaces/network/network_workspace.h"

#include <QAction>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QtConcurrent/QtConcurrentRun>

#include "app/workspaces/network/layer_inspector.h"
#include "core/network/standard_networks.h"
#include "core/train/network_sizing.h"
#include "core/train/training_graph.h"
#include "widgets/canvas/canvas_export.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"

namespace fovea {
namespace {

constexpr int kMemoryDelayMilliseconds = 200;

}  // namespace

NetworkWorkspace::NetworkWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Network"), "network", parent),
      canvas_(new NetworkCanvas),
      inspector_(new LayerInspector(session)),
      layersPill_(new Pill({})),
      dataPill_(new Pill({})),
      memoryTimer_(new QTimer(this)) {
  addToToolbarLeft(layersPill_);
  addToToolbarLeft(dataPill_);
  buildToolbar();
  setContent(canvas_);
  setInspector(inspector_);
  memoryTimer_->setSingleShot(true);
  memoryTimer_->setInterval(kMemoryDelayMilliseconds);
  connect(memoryTimer_, &QTimer::timeout, this, &NetworkWorkspace::estimateMemory);
  connect(canvas_, &NetworkCanvas::editRequested, &session, &Session::applyEdit);
  connect(canvas_, &NetworkCanvas::selectionChanged, inspector_, &LayerInspector::showLayers);
  connect(canvas_, &NetworkCanvas::layerActivated, this, [this](LayerId layer) {
    setInspectorVisible(true);
    inspector_->focusLayer(layer);
  });
  connect(&session, &Session::editRefused, this,
          [this](const Error& error) { canvas_->showNotice(QString::fromStdString(error.text())); });
  connect(&session, &Session::networkChanged, this, &NetworkWorkspace::showNetwork);
  connect(&session, &Session::datasetChanged, this, &NetworkWorkspace::showPills);
  connect(&session, &Session::projectChanged, this, &NetworkWorkspace::estimateMemory);
  showNetwork();
  showPills();
}

QPushButton* NetworkWorkspace::flatButton(const QString& text, const QString& help) {
  auto* button = new QPushButton(text);
  button->setProperty("kind", "flat");
  button->setToolTip(help);
  addToToolbarRight(button);
  return button;
}

void NetworkWorkspace::buildToolbar() {
  undo_ = flatButton(tr("Undo"), tr("Take the last change back (Ctrl+Z)"));
  connect(undo_, &QPushButton::clicked, &session(), &Session::undo);
  redo_ = flatButton(tr("Redo"), tr("Make the change again (Ctrl+Shift+Z)"));
  connect(redo_, &QPushButton::clicked, &session(), &Session::redo);
  auto* arrange = flatButton(tr("Arrange"), tr("Lay the network out anew"));
  connect(arrange, &QPushButton::clicked, canvas_, &NetworkCanvas::arrange);

  auto* standard = flatButton(tr("Standard networks"), tr("Begin with a well-known network"));
  auto* standardMenu = new QMenu(standard);
  for (const StandardNetwork& entry : standardNetworks()) {
    QAction* action = standardMenu->addAction(QString::fromStdString(entry.title));
    action->setToolTip(QString::fromStdString(entry.description));
    const QString name = QString::fromStdString(entry.name);
    connect(action, &QAction::triggered, this, [this, name] { openStandard(name); });
  }
  standardMenu->setToolTipsVisible(true);
  standard->setMenu(standardMenu);

  auto* file = new QPushButton(tr("File"));
  addToToolbarRight(file);
  auto* fileMenu = new QMenu(file);
  fileMenu->addAction(icon("open"), tr("Open a network file…"), this, &NetworkWorkspace::openFile);
  fileMenu->addAction(icon("save"), tr("Save the network as…"), this, &NetworkWorkspace::saveFileAs);
  fileMenu->addSeparator();
  fileMenu->addAction(icon("export"), tr("Export the drawing…"), this, &NetworkWorkspace::exportDrawingAs);
  fileMenu->addAction(icon("print"), tr("Print the drawing…"), this, &NetworkWorkspace::printDrawing);
  file->setMenu(fileMenu);
  addActions(fileMenu->actions());

  auto* train = new QPushButton(icon("play", IconRole::OnAccent), tr("Train"));
  train->setProperty("kind", "primary");
  connect(train, &QPushButton::clicked, this, [this] { Q_EMIT placeRequested("train"); });
  addToToolbarRight(train);
}

void NetworkWorkspace::activate() {
  canvas_->setFocus();
}

void NetworkWorkspace::showNetwork() {
  canvas_->setNetwork(session().network(), session().report());
  inspector_->refresh();
  setHeading(session().network().layers().empty() ? title() : QString::fromStdString(session().network().name()));
  undo_->setEnabled(session().document().canUndo());
  redo_->setEnabled(session().document().canRedo());
  showPills();
  memoryTimer_->start();
}

void NetworkWorkspace::showPills() {
  const std::size_t layers = session().network().layers().size();
  layersPill_->setText(layers == 1 ? tr("1 layer") : tr("%1 layers").arg(layers));
  dataPill_->setVisible(session().dataset() != nullptr);
  if (session().dataset()) dataPill_->setText(QString::fromStdString(session().dataset()->info().name));
}

void NetworkWorkspace::estimateMemory() {
  // Planning a large network takes longer than a frame, so it is done elsewhere; only the last answer counts.
  const TrainingSettings settings = session().project() ? session().project()->settings() : TrainingSettings();
  const quint64 request = ++memoryRequest_;
  auto* watcher = new QFutureWatcher<std::optional<std::int64_t>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, request, settings] {
    if (request == memoryRequest_) canvas_->setTrainingMemory(watcher->result(), settings.batch);
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run([network = session().network(), settings]() -> std::optional<std::int64_t> {
    const auto report = planTrainingMemory(network, settings, settings.batch);
    return report.ok() ? std::optional(static_cast<std::int64_t>(report->peakBytes())) : std::nullopt;
  }));
}

void NetworkWorkspace::openFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a network"), {}, tr("Networks (*.json)"));
  if (!file.isEmpty()) openNetworkFile(file);
}

void NetworkWorkspace::openNetworkFile(const QString& file) {
  if (const Status status = session().loadNetworkFile(file.toStdString()); !status.ok()) {
    showError(status.error());
    return;
  }
  banner()->dismiss();
  canvas_->zoomToFit();
}

void NetworkWorkspace::saveFileAs() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the network"),
                                                    QString::fromStdString(session().network().name()) + ".json",
                                                    tr("Networks (*.json)"));
  if (file.isEmpty()) return;
  if (const Status status = session().saveNetworkFile(file.toStdString()); !status.ok()) showError(status.error());
}

void NetworkWorkspace::exportDrawingAs() {
  const QString name = QString::fromStdString(session().network().name()) + ".svg";
  const QString file = QFileDialog::getSaveFileName(this, tr("Export the drawing"), name,
                                                    tr("Vectors (*.svg);;Pictures (*.png);;Pages (*.pdf)"));
  if (!file.isEmpty()) exportDrawingTo(file);
}

void NetworkWorkspace::exportDrawingTo(const QString& file) {
  const Status status = exportDrawing(session().network(), session().report(), file);
  status.ok() ? banner()->dismiss() : showError(status.error());
}

void NetworkWorkspace::printDrawing() {
  constexpr double kLargest = 1.0 / 96;  // inches a pixel
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(QString::fromStdString(session().network().name()));
  QPrintDialog dialog(&printer, this);
  if (dialog.exec() != QDialog::Accepted) return;
  QPainter painter;
  if (!painter.begin(&printer)) {
    showError(fail(ErrorCode::Io, "The printer did not begin.", "Choose another printer, or export the drawing."));
    return;
  }
  const QRectF page({0, 0}, printer.pageLayout().paintRectPixels(printer.resolution()).size());
  paintDrawing(session().network(), session().report(), painter, page, printer.resolution() * kLargest);
}

std::vector<Findable> NetworkWorkspace::findables() {
  std::vector<Findable> found;
  for (const Layer& layer : session().network().layers()) {
    const LayerType* type = findLayer(layer.type);
    found.push_back(
        {tr("Layer %1 · %2")
             .arg(QString::fromStdString(layer.name), QString::fromStdString(type ? type->title : layer.type)),
         "network", [this, id = layer.id] { canvas_->showLayer(id); }});
  }
  return found;
}

void NetworkWorkspace::openStandard(const QString& name) {
  auto network = standardNetwork(name.toStdString());
  if (!network.ok()) {
    showError(network.error());
    return;
  }
  Network opened = session().dataset() ? sizedFor(*network, session().dataset()->info()) : std::move(*network);
  session().applyEdit({ReplaceNetwork{std::move(opened)}, tr("Open a standard network").toStdString()});
  canvas_->zoomToFit();
}

void NetworkWorkspace::prepareForTour(std::function<void()> ready) {
  for (const Layer& layer : session().network().layers()) {
    if (layer.type != "convolution") continue;
    canvas_->setSelection({layer.id});
  }
  canvas_->zoomToFit();
  QTimer::singleShot(kMemoryDelayMilliseconds * 3, this, [ready = std::move(ready)] { ready(); });
}

}  // namespace fovea
