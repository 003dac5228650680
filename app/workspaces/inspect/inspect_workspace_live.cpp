// Why: inspects drawings, texts, camera pictures and files live, and records a page over all checkpoints.
#include <QCheckBox>
#include <QFileInfo>
#include <QImageReader>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>

#include "app/unless_gone.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/panel_area.h"
#include "core/base/guarded.h"
#include "core/data/importing/names.h"
#include "core/inspect/growth.h"
#include "core/inspect/sound_sample.h"
#include "core/inspect/typed_text.h"
#include "widgets/images/drawing_pad.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/save_file.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr const char* kDrawingPanel = "drawing";
constexpr int kDrawingWidth = 240;
constexpr int kThinPen = 3, kThickPen = 25, kUsualPen = 9;  // pen widths in hundredths of the canvas
constexpr int kWideToolbar = 1330;                          // minimum width with room for the page chooser
constexpr std::size_t kMostFrames = 400;
constexpr int kFrameWidth = 960;  // maximum width of a saved frame
constexpr double kFrameSeconds = 0.5;

bool isVideoFile(const QString& file) {
  static const QStringList kEndings = {"mp4", "avi", "mov", "mkv", "webm"};
  return kEndings.contains(QFileInfo(file).suffix().toLower());
}

// Returns the name with an ending that a movie can have, since a wrong one would be refused only at the end of a long
// recording.
QString movieName(const QString& file) {
  static const QStringList kEndings = {"gif", "mp4", "avi"};
  const QString ending = QFileInfo(file).suffix();
  if (kEndings.contains(ending)) return file;
  return file + QLatin1Char('.') + (kEndings.contains(ending.toLower()) ? ending.toLower() : kEndings.front());
}

Tensor greyTensor(const QImage& image) {
  Tensor tensor = Tensor::make({DataType::UInt8, Shape{1, image.height(), image.width()}});
  for (int y = 0; y < image.height(); ++y)
    std::copy_n(image.constScanLine(y), image.width(),
                tensor.data<std::uint8_t>() + static_cast<std::ptrdiff_t>(y) * image.width());
  return tensor;
}

// Returns red, green and blue planes with even width and height.
Tensor frameTensor(const QImage& picture) {
  const QImage image = picture.convertToFormat(QImage::Format_RGB888);
  const int width = image.width() - image.width() % 2, height = image.height() - image.height() % 2;
  Tensor tensor = Tensor::make({DataType::UInt8, Shape{3, height, width}});
  const std::ptrdiff_t plane = static_cast<std::ptrdiff_t>(height) * width;
  for (int y = 0; y < height; ++y) {
    const uchar* line = image.constScanLine(y);
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c)
        tensor.data<std::uint8_t>()[c * plane + static_cast<std::ptrdiff_t>(y) * width + x] = line[3 * x + c];
  }
  return tensor;
}

}  // namespace

void InspectWorkspace::buildLive() {
  addPanel({kDrawingPanel, tr("Draw or type"), Qt::LeftDockWidgetArea, kDrawingWidth}, buildDrawing());
  panels()->setUseful(kDrawingPanel, false);
  connect(panels(), &PanelArea::wantedChanged, this, [this](const QString& id, bool wanted) {
    if (id == QLatin1String(kDrawingPanel) && !wanted) panels()->setUseful(id, false);
  });
  connect(live_, &LiveInput::ready, this, &InspectWorkspace::feedLive);
  connect(live_, &LiveInput::failed, this, [this](const Error& error) { showError(error); });
  connect(live_, &LiveInput::ended, this, [this](const QString& title, const QString& advice) {
    banner()->showMessage(Banner::Tone::Warning, title, advice);
  });
  connect(live_, &LiveInput::stopped, this, &InspectWorkspace::chooseSample);
  for (const auto signal : {&LayersPage::answered, &LayersPage::explained})
    connect(layers_, signal, this, &InspectWorkspace::feedLive);
  connect(arithmetic_, &ArithmeticPage::settled, this, [this] {
    timeBar()->setAnswered();
    feedLive();
  });
  connect(arithmetic_, &ArithmeticPage::failed, this, [this](const Error& error) {
    timeBar()->stop();
    timeBar()->setAnswered();
    live_->stop();
    showError(error);
  });
  connect(synthesis_, &SynthesisPage::failed, this, [this](const Error& error) { showError(error); });
  connect(evaluation_, &EvaluationPage::settled, this, &InspectWorkspace::timeShown);
  connect(projection_, &ProjectionPage::settled, this, &InspectWorkspace::timeShown);
  const auto stopTime = [this] {
    timeBar()->stop();
    timeBar()->setAnswered();
  };
  connect(evaluation_, &EvaluationPage::failed, this, stopTime);
  connect(evaluation_, &EvaluationPage::cancelled, this, stopTime);
  connect(projection_, &ProjectionPage::failed, this, stopTime);
  connect(projection_, &ProjectionPage::cancelled, this, stopTime);
  connect(timeBar(), &TimeBar::answered, this, &InspectWorkspace::recordFrame);
  connect(timeBar(), &TimeBar::stopped, this, [this] {
    frames_.clear();
    if (!std::exchange(recording_, QString()).isEmpty()) Q_EMIT exported(false);
  });
  connect(timeBar(), &TimeBar::exportWanted, this, [this] {
    const QString file =
        saveFileName(this, tr("Export over time"), tr("growth.gif"), tr("Moving pictures (*.gif *.mp4 *.avi)"));
    if (!file.isEmpty()) exportOverTime(file);
  });
}

QWidget* InspectWorkspace::buildDrawing() {
  auto* panel = new QWidget;
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(size::kGutter, size::kGutter, size::kGutter, size::kGutter);
  padPart_ = new QWidget;
  auto* padColumn = new QVBoxLayout(padPart_);
  padColumn->setContentsMargins(0, 0, 0, 0);
  pad_ = new DrawingPad;
  auto* pen = new QSlider(Qt::Horizontal);
  pen->setRange(kThinPen, kThickPen);
  pen->setValue(kUsualPen);
  pen->setAccessibleName(tr("Width of the pen"));
  pen->setToolTip(pen->accessibleName());
  auto* inverted = new QCheckBox(tr("Black on white"));
  auto* undo = new QPushButton(icon("undo", IconRole::Text), tr("Undo"));
  auto* clear = new QPushButton(icon("delete", IconRole::Text), tr("Clear"));
  auto* row = new QHBoxLayout;
  row->addWidget(undo);
  row->addWidget(clear);
  padColumn->addWidget(pad_);
  padColumn->addWidget(pen);
  padColumn->addWidget(inverted);
  padColumn->addLayout(row);
  textPart_ = new QWidget;
  auto* textColumn = new QVBoxLayout(textPart_);
  textColumn->setContentsMargins(0, 0, 0, 0);
  text_ = new QLineEdit;
  text_->setAccessibleName(tr("Text"));
  textColumn->addWidget(text_);
  textHint_ = new QLabel;
  textHint_->setWordWrap(true);
  textColumn->addWidget(textHint_);
  auto* hint = new QLabel(tr("The answer follows each stroke and each letter."));
  hint->setWordWrap(true);
  setKind(hint, "muted");
  column->addWidget(padPart_);
  column->addWidget(textPart_);
  column->addWidget(hint);
  column->addStretch(1);
  connect(pen, &QSlider::valueChanged, pad_, [this](int width) { pad_->setPen(width / 100.0); });
  connect(inverted, &QCheckBox::toggled, pad_, &DrawingPad::setInverted);
  connect(undo, &QPushButton::clicked, pad_, &DrawingPad::undo);
  connect(clear, &QPushButton::clicked, pad_, &DrawingPad::clear);
  connect(pad_, &DrawingPad::changed, this, &InspectWorkspace::drawingChanged);
  connect(pad_, &DrawingPad::changed, this, &InspectWorkspace::undoChanged);
  connect(text_, &QLineEdit::textChanged, this, &InspectWorkspace::textChanged);
  return panel;
}

// Samples of symbols are typed, all others are drawn.
void InspectWorkspace::chooseDrawingPart() {
  const auto dataset = session().trainingDataset();
  const bool symbols = dataset && dataset->info().inputType == DataType::Int32;
  padPart_->setVisible(!symbols);
  textPart_->setVisible(symbols);
  textHint_->clear();
  if (!symbols) return;
  const SymbolKind kind = symbolKind(dataset->info());
  text_->setPlaceholderText(kind == SymbolKind::Numbered ? tr("Type numbers") : tr("Type a text"));
  text_->setToolTip(kind == SymbolKind::Named
                        ? tr("The end of the text enters the network; a text that is too short is repeated")
                    : kind == SymbolKind::Bytes ? tr("The beginning of the text enters the network, as in the import")
                                                : tr("The numbers of a whole sample"));
}

bool InspectWorkspace::drawingShown() const {
  return padPart_->isVisible() || textPart_->isVisible();
}

void InspectWorkspace::showDrawing(bool shown) {
  panels()->setUseful(kDrawingPanel, shown);
  if (!shown) return;
  panels()->setWanted(kDrawingPanel, true);
  textPart_->isHidden() ? pad_->setFocus() : text_->setFocus();
  const int page = choice_->current();
  if (page != kLayers && page != kArithmetic) showPage(kLayers);
}

void InspectWorkspace::drawingChanged() {
  if (pad_->isEmpty() && live_->source() != LiveInput::Source::Drawing) return;
  live_->offer(LiveInput::Source::Drawing, std::make_shared<const Tensor>(greyTensor(pad_->picture())), tr("Drawing"));
}

void InspectWorkspace::textChanged() {
  textHint_->clear();
  const auto dataset = session().trainingDataset();
  if (!dataset || text_->text().isEmpty()) return;
  auto symbols = typedSymbols(text_->text().toStdString(), dataset->info());
  if (!symbols.ok()) return textHint_->setText(coreMessage(symbols.error()));
  live_->offer(LiveInput::Source::Text, std::make_shared<const Tensor>(std::move(*symbols)), tr("Typed text"));
}

void InspectWorkspace::openCamera() {
  banner()->dismiss();
  if (const int page = choice_->current(); page != kLayers && page != kArithmetic) showPage(kLayers);
  live_->startCamera(0);
}

bool InspectWorkspace::takesFile(const QString& file) const {
  if (list_.empty()) return false;
  if (QFileInfo(file).isDir()) return !LiveInput::picturesOf(file).isEmpty();
  const std::string name = file.toStdString();
  return isVideoFile(file) || isSoundFile(name) || fileKindOf(name) == FileKind::Image ||
         !QImageReader::imageFormat(file).isEmpty();
}

void InspectWorkspace::openFile(const QString& file) {
  const int page = choice_->current();
  const bool live = isVideoFile(file) || QFileInfo(file).isDir();
  if (live && page != kLayers && page != kArithmetic) showPage(kLayers);
  banner()->dismiss();
  if (isVideoFile(file)) return live_->startVideo(file);
  if (QFileInfo(file).isDir()) {
    if (!live_->startFolder(file))
      banner()->showMessage(Banner::Tone::Warning, tr("There are no pictures in this folder."));
    return;
  }
  showImageFile(file);
}

void InspectWorkspace::showImageFile(const QString& file) {
  leaveLive();
  wanted_.imageFile = file.toStdString();
  wanted_.opening = ++openings_;
  const int page = choice_->current();
  showPage(page == kArithmetic || page == kSynthesis ? page : kLayers);
}

void InspectWorkspace::leaveLive() {
  live_->stop();
  wanted_.live.reset();
}

bool InspectWorkspace::pageBusy() const {
  return choice_->current() == kArithmetic ? arithmetic_->busy() : layers_->busy();
}

// The device sets the pace: the next picture is taken when the previous one is shown.
void InspectWorkspace::feedLive() {
  const int page = choice_->current();
  if (list_.empty() || (page != kLayers && page != kArithmetic && page != kSynthesis)) return;
  if (page != kSynthesis && pageBusy()) return;
  const LiveInput::Picture picture = live_->take();
  if (!picture) return;
  wanted_.live = picture;
  wanted_.imageFile.clear();
  refreshPage();
}

void InspectWorkspace::timeShown() {
  const int page = choice_->current();
  const bool evaluation = page == kEvaluation;
  if (!evaluation && page != kProjection) return;
  const int state = evaluation ? static_cast<int>(evaluation_->state()) : static_cast<int>(projection_->state());
  if (state == EvaluationPage::Results) return timeBar()->setAnswered();
  if (state != EvaluationPage::Waiting || !timeBar()->playing()) return;
  // Computes each checkpoint while playing, however long it takes; passes over one of which nothing can be computed.
  const QPushButton* compute = evaluation ? evaluation_->evaluateButton() : projection_->projectButton();
  if (!compute->isEnabled()) return timeBar()->setAnswered();
  evaluation ? evaluation_->evaluate() : projection_->project();
}

void InspectWorkspace::exportOverTime(const QString& file) {
  timeBar()->stop();
  recording_ = movieName(file);
  frames_.clear();
  timeBar()->playAll();
}

// Records the page once it shows the checkpoint; ends the recording at the last checkpoint or after kMostFrames.
void InspectWorkspace::recordFrame() {
  if (recording_.isEmpty()) return;
  QImage image = pages_->currentWidget()->grab().toImage();
  image.setDevicePixelRatio(1);
  if (image.width() > kFrameWidth) image = image.scaledToWidth(kFrameWidth, Qt::SmoothTransformation);
  if (frames_.empty() || image.size() == frames_.front().size()) frames_.push_back(image);
  if (timeBar()->atEnd() || frames_.size() >= kMostFrames) finishRecording();
}

void InspectWorkspace::finishRecording() {
  const QString file = std::exchange(recording_, QString());
  auto frames = std::make_shared<std::vector<QImage>>(std::move(frames_));
  frames_.clear();
  const auto tell = unlessGone(this, [this, file](const Status& written) {
    if (written.ok())
      banner()->showMessage(Banner::Tone::Good, tr("Saved as %1").arg(QFileInfo(file).fileName()));
    else
      showError(written.error());
    Q_EMIT exported(written.ok());
  });
  (void)QtConcurrent::run([frames, file, tell] {
    const Status written = guarded([&]() -> Status {
      std::vector<Tensor> tensors;
      for (const QImage& frame : *frames) tensors.push_back(frameTensor(frame));
      return writeMovie(file.toStdString(), tensors, kFrameSeconds);
    });
    QMetaObject::invokeMethod(qApp, [tell, written] { tell(written); });
  });
}

// Puts the page chooser into the toolbar if there is room, else in its own row.
void InspectWorkspace::placePageChooser() {
  if (!chooserRow_) return;
  const bool wide = width() >= kWideToolbar;
  const bool inRow = choice_->parentWidget() == chooserRow_;
  if (wide == !inRow) return;
  if (wide)
    addToToolbarRight(choice_);
  else
    chooserRow_->layout()->addWidget(choice_);
  showChooser();
}

void InspectWorkspace::showChooser() {
  choice_->setVisible(hasRuns());
  chooserRow_->setVisible(hasRuns() && choice_->parentWidget() == chooserRow_);
}

}  // namespace fovea
